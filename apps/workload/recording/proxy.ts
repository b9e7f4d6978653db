/**
 * Recording proxy: passes what clients and a server say to each other, and records it.
 *
 * In: a place to listen at, a way to reach the server. Out: events, in the order in which their answers came.
 */
import type { Duplex } from "node:stream";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { runningMs } from "../../../core/index.ts";
import { Conversation } from "./conversation.ts";
import type { RecordedEvent } from "./format.ts";
import { withoutStrangeForms } from "./greeting.ts";

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
	const beganMs = runningMs();
	const clients = new Map<Socket, Conversation>();
	let sessions = 0;
	let last = 0;
	const server = createServer({ noDelay: true }, (client) => {
		const session = ++sessions;
		const conversation = new Conversation(
			(heard, n, sentMs) => {
				const at = Math.round((sentMs - beganMs) * 1000) / 1000;
				options.record({ n, at, session, ...heard } as RecordedEvent);
			},
			() => ++last,
		);
		clients.set(client, conversation);
		client.on("close", () => clients.delete(client));
		pass(client, options.connect(), conversation, options.failed);
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
			const timer = setTimeout(() => {
				for (const [client, conversation] of clients) {
					conversation.end(false);
					client.destroy();
				}
			}, timeoutMs);
			await closed;
			clearTimeout(timer);
		},
	};
}

/** Bytes are passed on as they come; a side that reads slowly slows the other one down. */
function pass(
	client: Socket,
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
