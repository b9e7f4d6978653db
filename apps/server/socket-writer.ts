/**
 * Socket writer with back-pressure: sends what was written in one piece, and pauses writers while the client reads
 * slowly.
 *
 * Short answers of a plain socket pass the stream that is laid over it:
 *
 *     stream:  write -> queue, states, a request with its callback -> handle -> system call -> callback -> "drain"
 *     direct:  handle -> system call
 *
 * The system takes them at once: then nothing of what a stream keeps for later is needed. Node's own binding says
 * whether it was so; where it can't be had, or whatever else is the case, the stream writes. Measured without it, CPU
 * time at one connection, servers in turn, 2-core VM, 2026-11: SELECT 1 and a select by primary key 0 to 4 % more
 * where the machine is quiet, 4 to 9 % where others load it.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { usesFastPath } from "../../core/index.ts";
import type { PacketWriter } from "./encode.ts";

/** Unsent bytes beyond which writers wait. */
const congested = 1 << 20;

/** Bytes that an idle socket takes whatever else the system has to do. */
const shortBytes = 1 << 14;

/** Request object of a write. */
interface WriteRequest {
	buffer?: Uint8Array;
	/** `status`: negative if the client is gone. */
	oncomplete?: (status: number) => void;
}

interface Handle {
	/** 0, or the system's error, after which nothing of it was written. */
	writeBuffer(request: WriteRequest, bytes: Uint8Array): number;
}

/** A handle's counters of bytes. */
interface HandleCounters {
	/** Given to it by now. */
	readonly bytesWritten?: number;
	/** Of these, not taken by the system yet. */
	readonly writeQueueSize?: number;
}

/**
 * Bytes that the system has taken of a stream's. Without the counters of its handle: of whole writes, of which one may
 * be all that was waiting when it began.
 */
function takenBytes(stream: Duplex): number {
	const { _handle: handle, bytesWritten = 0 } = stream as Duplex & {
		readonly _handle?: HandleCounters | null;
		readonly bytesWritten?: number;
	};
	const { bytesWritten: given, writeQueueSize: queued } = handle ?? {};
	return usesFastPath("socket-write") && typeof given === "number" && typeof queued === "number"
		? given - queued
		: bytesWritten - stream.writableLength;
}

interface StreamBinding {
	readonly WriteWrap: new () => WriteRequest;
	/** Result of the last call. */
	readonly streamBaseState: ArrayLike<number>;
	readonly kLastWriteWasAsync: number;
}

const binding = findBinding();
/** Of all sockets: one that the system took at once was not touched, and is good for the next. */
let idle = binding && new binding.WriteWrap();

/** Short writes of a plain socket, past the stream that is laid over it. */
export class DirectWrite {
	readonly #socket: Socket & { readonly _handle?: Handle | null };
	/** The rest of the last one waits: what comes is the stream's, which sends it after. */
	#isUnderWay = false;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	/** Nothing of it waits. */
	get isSent(): boolean {
		return !this.#isUnderWay;
	}

	/**
	 * "left": nothing was written, and the stream must. "kept": it is written once the client reads, of the memory that
	 * was given.
	 */
	write(bytes: Uint8Array): "taken" | "kept" | "left" {
		const { _handle: handle } = this.#socket;
		if (
			binding === undefined ||
			idle === undefined ||
			this.#isUnderWay ||
			bytes.length > shortBytes ||
			!handle ||
			this.#socket.writableLength > 0
		) {
			return "left";
		}
		if (handle.writeBuffer(idle, bytes) !== 0) {
			// The stream meets the same error, and knows what to do about it.
			return "left";
		}
		if (binding.streamBaseState[binding.kLastWriteWasAsync] === 0) {
			return "taken";
		}
		this.#keep(idle, bytes);
		idle = new binding.WriteWrap();
		return "kept";
	}

	#keep(request: WriteRequest, bytes: Uint8Array): void {
		this.#isUnderWay = true;
		request.buffer = bytes;
		request.oncomplete = (status) => {
			this.#isUnderWay = false;
			if (status < 0) {
				this.#socket.destroy();
			}
		};
	}
}

function findBinding(): StreamBinding | undefined {
	if (!usesFastPath("socket-write")) {
		return undefined;
	}
	try {
		const { binding: find } = process as { binding?: (name: string) => Partial<StreamBinding> };
		const found = find?.("stream_wrap");
		return typeof found?.WriteWrap === "function" &&
			typeof found.kLastWriteWasAsync === "number" &&
			found.streamBaseState !== undefined
			? (found as StreamBinding)
			: undefined;
	} catch {
		return undefined;
	}
}

export class SocketWriter {
	/** False once the client is gone. */
	open = true;
	#stream!: Duplex;
	/** The stream beneath all layers. */
	readonly #line: Duplex;
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
		this.#line = stream;
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

	/** Bytes that the system has taken by now, while a writer waits for the client to read; undefined: none waits. */
	get awaited(): number | undefined {
		return this.#drained === undefined ? undefined : takenBytes(this.#line);
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
