/**
 * Socket writer with back-pressure: sends what was written in one piece, and pauses writers while the client reads
 * slowly.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DirectWrite } from "./direct-write.ts";
import type { PacketWriter } from "./encode.ts";

/** Unsent bytes beyond which writers wait. */
const congested = 1 << 20;

export class SocketWriter {
	/** False once the client is gone. */
	open = true;
	#stream!: Duplex;
	readonly #writer: PacketWriter;
	/**
	 * Of a plain socket: one that took all at once does not look at the bytes again, so that the buffer is used again.
	 */
	#direct: DirectWrite | undefined;
	/** Most clients never let one wait. */
	#hearsDrain = false;
	#drained: Promise<void> | undefined;
	#wake: () => void = () => {};

	constructor(stream: Duplex, writer: PacketWriter) {
		this.#writer = writer;
		this.leadTo(stream);
	}

	/** All is with the system, which sends it even if the stream is destroyed. */
	get isSent(): boolean {
		return this.#direct?.isSent === true && this.#writer.length === 0 && this.#stream.writableLength === 0;
	}

	/** From now on out by another stream: TLS or compression has been laid over the one before. */
	leadTo(stream: Duplex): void {
		this.#stream = stream;
		this.#direct = stream.constructor === Socket ? new DirectWrite(stream as Socket) : undefined;
		this.#hearsDrain = false;
	}

	flush(): void {
		const writer = this.#writer;
		if (writer.length === 0) {
			return;
		}
		if (!this.open || this.#stream.writableEnded) {
			writer.reuse();
			return;
		}
		const bytes = writer.view();
		if (this.#direct === undefined) {
			// A stream in memory may bring the client's next command before the write is over.
			writer.replace();
			this.#stream.write(bytes);
			return;
		}
		const written = this.#direct.write(bytes);
		if (written === "left") {
			this.#stream.write(bytes);
		}
		if (written === "taken" || (written === "left" && this.#stream.writableLength === 0)) {
			writer.reuse();
		} else {
			writer.replace();
		}
	}

	/** Undefined: go on; else when the stream has taken what it was given, or the client is gone. */
	congestion(): Promise<void> | undefined {
		if (!this.open || this.#stream.writableLength < congested) {
			return undefined;
		}
		if (!this.#hearsDrain) {
			this.#hearsDrain = true;
			this.#stream.on("drain", () => this.#wake());
		}
		this.#drained ??= new Promise((resolve) => {
			this.#wake = () => {
				this.#drained = undefined;
				resolve();
			};
		});
		return this.#drained;
	}

	/** The client is gone: what is written from now on is dropped. */
	close(): void {
		this.open = false;
		this.#wake();
	}
}
