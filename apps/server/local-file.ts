/**
 * A file that the client sends while its statement runs: LOAD DATA LOCAL.
 *
 *     S: fb path          sequence goes on counting in both directions
 *     C: bytes            as many packets as it likes
 *     C: (empty)          the end, or the client could not read its file
 *     S: OK | ERR         by the statement
 *
 * In: packets as they come. Out: their bytes, a packet at a time: what the statement does not ask for stays unread,
 * so that the client waits; one that keeps the statement waiting is ended (`client-pace.ts`). A statement that gives up
 * in the middle closes the file, which reads the rest and drops it: else the client would take the answer for the next
 * command's.
 */
import { sqlError, type ByteString, type MaybePromise } from "../../core/index.ts";
import type { PacketWriter } from "./encode.ts";
import type { SocketWriter } from "./socket-writer.ts";
import { headerLength, type PacketReader } from "./packet.ts";

export interface FileLine {
	readonly reader: PacketReader;
	readonly writer: PacketWriter;
	readonly outlet: SocketWriter;
	/** More is wanted: the stream may have been told to wait. */
	readonly resume: () => void;
	/** All was read, or nothing more can be. */
	readonly done: () => void;
	/** Ends the connection: packets can't be understood any more. */
	readonly hangUp: () => void;
}

export class LocalFile {
	readonly #line: FileLine;
	#sequence: number;
	#isDone = false;
	/** Bytes that were read. */
	#read = 0;
	#isWaiting = false;
	#isGivenUp = false;
	#wake: () => void = () => {};

	/** `path`: as the client wrote it. */
	constructor(path: ByteString, line: FileLine) {
		const { writer, outlet } = line;
		this.#line = line;
		writer.begin();
		writer.uint8(0xfb);
		writer.bytes(path);
		writer.end();
		outlet.flush();
		this.#sequence = writer.sequence;
	}

	/** Throws SqlError: the client is gone, or does not speak the protocol. */
	next(): MaybePromise<ByteString | null> {
		const payload = this.#payload();
		if (payload === undefined) {
			return this.#arrival().then(() => this.next());
		}
		return payload === null ? null : payload.toString("latin1");
	}

	/** Bytes that came by now, while more are waited for; undefined: it is not the client that keeps the statement. */
	get awaited(): number | undefined {
		return this.#isWaiting ? this.#read + this.#line.reader.pending : undefined;
	}

	/** More bytes came, or none will. */
	wake(): void {
		this.#wake();
	}

	/** The session was killed: the statement need not wait for the rest. */
	giveUp(): void {
		this.#isGivenUp = true;
		this.#wake();
	}

	async close(): Promise<void> {
		try {
			for (let payload = this.#payload(); payload !== null; payload = this.#payload()) {
				if (payload === undefined) {
					await this.#arrival();
				}
			}
		} catch {
			// The client is gone or was hung up on: there is nothing left to read.
		}
	}

	/** null: the file is over; undefined: wait. */
	#payload(): Buffer | null | undefined {
		if (this.#isDone) {
			return null;
		}
		const { reader, outlet, hangUp } = this.#line;
		let payload: Buffer | undefined;
		try {
			payload = reader.next(this.#sequence);
		} catch (failure) {
			hangUp();
			this.#finish();
			throw failure;
		}
		if (payload === undefined) {
			if (!outlet.open || this.#isGivenUp) {
				this.#finish();
				throw sqlError("queryInterrupted");
			}
			return undefined;
		}
		this.#sequence = reader.sequence;
		this.#read += headerLength + payload.length;
		if (payload.length === 0) {
			this.#finish();
			return null;
		}
		return payload;
	}

	#arrival(): Promise<void> {
		this.#line.resume();
		this.#isWaiting = true;
		return new Promise((resolve) => {
			this.#wake = () => {
				this.#isWaiting = false;
				resolve();
			};
		});
	}

	#finish(): void {
		const { reader, writer, done } = this.#line;
		this.#isDone = true;
		writer.sequence = reader.sequence;
		done();
	}
}
