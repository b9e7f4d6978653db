/**
 * Worker thread that makes facts, so that a test can wait for them without a promise.
 */
import { type MessagePort, workerData } from "node:worker_threads";
import { type FactPlace, makeFacts } from "./made-facts.ts";

/** The main thread waits on `signal` and takes one message from `port`. */
export interface FactsChannel {
	readonly signal: Int32Array;
	readonly port: MessagePort;
}

/** Answers requests until the process ends. */
export function serveFacts({ signal, port }: FactsChannel): void {
	port.on("message", ({ create, place }: { readonly create: string; readonly place: FactPlace }) => {
		makeFacts(create, place)
			.then(
				(made) => port.postMessage({ made }),
				(failure: Error) => port.postMessage({ failure: failure.message }),
			)
			.finally(() => {
				Atomics.store(signal, 0, 1);
				Atomics.notify(signal, 0);
			});
	});
}

const channel = (workerData as { readonly versoFacts?: FactsChannel } | null)?.versoFacts;
if (channel !== undefined) {
	serveFacts(channel);
}
