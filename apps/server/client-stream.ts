/**
 * A client's stream and the layers over it: TLS while the client logs in, compression when it has.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectionSecurity, Traffic } from "../../core/index.ts";
import type { ServerKeys } from "./security/keys.ts";
import { openSocketReader } from "./socket-reader.ts";
import type { SocketWriter } from "./socket-writer.ts";
import {
	isCompressed,
	isEncrypted,
	securityOf,
	trafficOf,
	transportOf,
	withCompression,
	withTls,
} from "./transport.ts";

/** Receives what the client sends. */
interface StreamListener {
	/** True: the bytes in the buffer were dealt with where they are. */
	readonly glance: (buffer: Buffer, length: number) => boolean;
	readonly feed: (chunk: Buffer) => void;
	/** The client is gone. */
	readonly closed: () => void;
}

export class ClientStream {
	#stream!: Duplex;
	readonly #outlet: SocketWriter;
	readonly #keys: ServerKeys;
	readonly #listener: StreamListener;

	/** `outlet`: leads to the stream, and to each layer that is laid over it. */
	constructor(stream: Duplex, outlet: SocketWriter, keys: ServerKeys, listener: StreamListener) {
		this.#outlet = outlet;
		this.#keys = keys;
		this.#listener = listener;
		this.#listen(stream);
	}

	/** A socket, plain or under TLS, and not a stream in memory. */
	get isSocket(): boolean {
		return this.#stream instanceof Socket;
	}

	get isEncrypted(): boolean {
		return isEncrypted(this.#stream);
	}

	get isCompressed(): boolean {
		return isCompressed(this.#stream);
	}

	get isEnded(): boolean {
		return this.#stream.writableEnded;
	}

	/** `read`: bytes that were read already and belong to the layer. */
	encrypt(read: Buffer): void {
		this.#change(withTls(this.#stream, read, this.#keys));
	}

	compress(read: Buffer): void {
		this.#change(withCompression(this.#stream, read));
	}

	/** Facts for an account's REQUIRE; undefined without TLS. */
	security(): ConnectionSecurity | undefined {
		return securityOf(this.#stream, this.#keys);
	}

	/** The connection as SHOW STATUS shows it. */
	transport(compressed: boolean): Readonly<Record<string, string>> {
		return transportOf(this.#stream, compressed);
	}

	traffic(): Traffic {
		return trafficOf(this.#stream);
	}

	pause(): void {
		this.#stream.pause();
	}

	resume(): void {
		if (this.#stream.isPaused()) {
			this.#stream.resume();
		}
	}

	/** Sends nothing more; what the client still sends is read and dropped, so that it reads the last replies. */
	end(): void {
		this.#stream.end();
		this.#stream.resume();
	}

	destroy(): void {
		this.#stream.destroy();
	}

	#change(stream: Duplex): void {
		this.#outlet.leadTo(stream);
		this.#listen(stream);
	}

	#listen(stream: Duplex): void {
		this.#stream = stream;
		openSocketReader(stream, this.#listener.feed, this.#listener.glance);
		stream.on("error", () => stream.destroy());
		stream.on("end", () => (stream.allowHalfOpen ? stream.end() : undefined));
		stream.on("close", () => {
			if (stream === this.#stream) {
				this.#listener.closed();
			}
		});
	}
}
