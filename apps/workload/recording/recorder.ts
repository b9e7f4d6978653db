/**
 * Recorder: passes what clients and a server say to each other, hears each conversation, and tells its events.
 *
 * In: two ends of each connection. Out: events, in the order in which their answers came.
 */
import type { Duplex } from "node:stream";
import { runningMs } from "../../../core/index.ts";
import { Conversation } from "./conversation.ts";
import type { RecordedEvent } from "./format.ts";
import { withoutStrangeForms } from "./greeting.ts";

export class Recorder {
	readonly #record: (event: RecordedEvent) => void;
	readonly #beganMs = runningMs();
	readonly #clients = new Map<Duplex, Conversation>();
	#sessions = 0;
	#last = 0;

	constructor(record: (event: RecordedEvent) => void) {
		this.#record = record;
	}

	/** `failed`: the connection to the server broke. */
	pass(client: Duplex, upstream: Duplex, failed?: (failure: Error) => void): void {
		const session = ++this.#sessions;
		const conversation = new Conversation(
			(heard, n, sentMs) => {
				const at = Math.round((sentMs - this.#beganMs) * 1000) / 1000;
				this.#record({ n, at, session, ...heard } as RecordedEvent);
			},
			() => ++this.#last,
		);
		this.#clients.set(client, conversation);
		client.on("close", () => this.#clients.delete(client));
		pass(client, upstream, conversation, failed);
	}

	/** Ends the connections that are left; the clients have not quit. */
	end(): void {
		for (const [client, conversation] of this.#clients) {
			conversation.end(false);
			client.destroy();
		}
	}
}

/** Bytes are passed on as they come; a side that reads slowly slows the other one down. */
function pass(
	client: Duplex,
	upstream: Duplex,
	conversation: Conversation,
	failed: ((failure: Error) => void) | undefined,
): void {
	let greeting: Buffer | undefined = Buffer.alloc(0);
	client.on("data", (chunk: Buffer) => {
		conversation.fromClient(chunk);
		forward(client, upstream, chunk);
	});
	upstream.on("data", (chunk: Buffer) => {
		let bytes: Buffer | undefined = chunk;
		if (greeting !== undefined) {
			greeting = Buffer.concat([greeting, chunk]);
			bytes = withoutStrangeForms(greeting);
			greeting = bytes === undefined ? greeting : undefined;
		}
		if (bytes !== undefined) {
			conversation.fromServer(bytes);
			forward(upstream, client, bytes);
		}
	});
	const end = (): void => {
		conversation.end();
		client.destroy();
		upstream.destroy();
	};
	client.on("error", end);
	upstream.on("error", (failure) => {
		failed?.(failure);
		end();
	});
	client.on("end", () => upstream.end());
	upstream.on("end", () => client.end());
	client.on("close", end);
	upstream.on("close", () => client.end());
}

function forward(from: Duplex, to: Duplex, bytes: Buffer): void {
	if (!to.writableEnded && !to.destroyed && !to.write(bytes)) {
		from.pause();
		to.once("drain", () => from.resume());
	}
}
