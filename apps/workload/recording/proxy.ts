/**
 * Recording proxy: passes what clients and a server say to each other, and records it.
 *
 * In: a place to listen at, a way to reach the server. Out: events, in the order in which their answers came.
 */
import type { Duplex } from "node:stream";
import { type AddressInfo, createServer } from "node:net";
import type { RecordedEvent } from "./format.ts";
import { Recorder } from "./recorder.ts";

interface ProxyOptions {
	readonly host: string;
	/** 0 picks a free one. */
	readonly port: number;
	/** A new connection to the server. */
	readonly connect: () => Duplex;
	readonly record: (event: RecordedEvent) => void;
	/** The server could not be reached, or the connection to it broke. */
	readonly failed?: (failure: Error) => void;
}

interface RunningProxy {
	readonly address: { readonly host: string; readonly port: number };
	/** Accepts no clients any more, lets those that are there end for `timeoutMs`, then ends them. */
	close(timeoutMs: number): Promise<void>;
}

/** Rejects with the system's error where the address can't be had. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
	const recorder = new Recorder(options.record);
	const server = createServer({ noDelay: true }, (client) => {
		recorder.pass(client, options.connect(), options.failed);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ host: options.host, port: options.port }, () => {
			server.off("error", reject);
			resolve();
		});
	});
	const address = server.address() as AddressInfo;
	return {
		address: { host: address.address, port: address.port },
		async close(timeoutMs) {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			const timer = setTimeout(() => recorder.end(), timeoutMs);
			await closed;
			clearTimeout(timer);
		},
	};
}
