/**
 * Framing: the chunks a stream delivers, taken apart into the payloads of packets.
 *
 *     +----------------+----------+-------------------------+
 *     | length, 3 bytes| sequence | payload: `length` bytes |
 *     +----------------+----------+-------------------------+
 *
 * The sequence counts the packets of one command, both ways, from 0. A payload of 16 MiB - 1 or more comes in pieces:
 * every piece of exactly 16 MiB - 1 bytes is followed by another one, which may be empty.
 *
 * In: chunks as they arrive. Out: whole payloads, as views into the chunk where it holds all of one: also of one that
 * lies where it was read. The way out is `encode.ts`.
 */
import { sqlError } from "../../core/index.ts";

/** The length that says: another piece follows. */
export const largestPiece = 0xffffff;
export const headerLength = 4;

const nothing = Buffer.alloc(0);
/**
 * One command is as long as the one before, often: then the view is the same, and to make one takes longer than to
 * read most commands.
 */
let lastWhole: Buffer = nothing;
let lastRead: Buffer | undefined;

export class PacketReader {
	/** The sequence number that follows the last packet's. */
	sequence = 0;
	/** Bytes: a payload of more is refused by its header, before it is gathered. After login `max_allowed_packet`. */
	largestPayload: number;
	/** The chunk being read, from `#at` on. */
	#chunk: Buffer = nothing;
	#at = 0;
	/** Chunks that came after it. */
	#waiting: Buffer[] = [];
	#waitingLength = 0;
	/** The pieces so far of a payload that comes in several. */
	#pieces: Buffer[] = [];
	#piecesLength = 0;

	constructor(largestPayload: number) {
		this.largestPayload = largestPayload;
	}

	/** Bytes that came and were not read yet. */
	get pending(): number {
		return this.#chunk.length - this.#at + this.#waitingLength;
	}

	/** Takes back what was not read yet: it is no packet, but belongs to what is laid over the stream. */
	takeRest(): Buffer {
		const rest = Buffer.concat([this.#chunk.subarray(this.#at), ...this.#waiting]);
		this.#chunk = nothing;
		this.#at = 0;
		this.#waiting = [];
		this.#waitingLength = 0;
		return rest;
	}

	/**
	 * The payload of a command that came alone and all at once, in the first `length` bytes of a buffer. It is a view
	 * of that: good until the buffer is used again. Undefined: it is no such command, and the bytes must be fed.
	 */
	whole(buffer: Buffer, length: number): Buffer | undefined {
		const payloadLength = length - headerLength;
		const isNext = this.#at === this.#chunk.length && this.#waitingLength === 0 && this.#pieces.length === 0;
		const isWhole =
			payloadLength > 0 && (buffer[0]! | (buffer[1]! << 8) | (buffer[2]! << 16)) === payloadLength && buffer[3] === 0;
		if (!isNext || !isWhole || payloadLength > this.largestPayload) {
			return undefined;
		}
		this.sequence = 1;
		if (lastWhole.length !== payloadLength || lastRead !== buffer) {
			lastRead = buffer;
			lastWhole = buffer.subarray(headerLength, length);
		}
		return lastWhole;
	}

	feed(chunk: Buffer): void {
		if (this.#at === this.#chunk.length && this.#waitingLength === 0) {
			this.#chunk = chunk;
			this.#at = 0;
		} else {
			this.#waiting.push(chunk);
			this.#waitingLength += chunk.length;
		}
	}

	/**
	 * The next whole payload, whose first packet must carry the sequence number `first`, or undefined: more chunks are
	 * needed. Throws SqlError 1153 and 1156.
	 */
	next(first: number): Buffer | undefined {
		if (this.#pieces.length === 0) {
			this.sequence = first;
		}
		for (;;) {
			if (!this.#gather(headerLength)) {
				return undefined;
			}
			const length = this.#chunk.readUIntLE(this.#at, 3);
			if (this.#piecesLength + length > this.largestPayload) {
				this.sequence = (this.sequence + 1) & 0xff;
				throw sqlError("packetTooLarge");
			}
			if (this.#chunk[this.#at + 3] !== this.sequence) {
				throw sqlError("packetsOutOfOrder");
			}
			if (!this.#gather(headerLength + length)) {
				return undefined;
			}
			const from = this.#at + headerLength;
			this.#at = from + length;
			this.sequence = (this.sequence + 1) & 0xff;
			const piece = this.#chunk.subarray(from, this.#at);
			if (length < largestPiece && this.#pieces.length === 0) {
				return piece;
			}
			this.#pieces.push(piece);
			this.#piecesLength += length;
			if (length < largestPiece) {
				return this.#join();
			}
		}
	}

	/** Sees to it that `count` bytes lie at `#at` in one chunk; false if they are not there yet. */
	#gather(count: number): boolean {
		const here = this.#chunk.length - this.#at;
		if (here >= count) {
			return true;
		}
		if (here + this.#waitingLength < count) {
			return false;
		}
		this.#chunk =
			here === 0 && this.#waiting.length === 1
				? (this.#waiting[0] as Buffer)
				: Buffer.concat([this.#chunk.subarray(this.#at), ...this.#waiting]);
		this.#at = 0;
		this.#waiting = [];
		this.#waitingLength = 0;
		return true;
	}

	#join(): Buffer {
		const payload = Buffer.concat(this.#pieces, this.#piecesLength);
		this.#pieces = [];
		this.#piecesLength = 0;
		return payload;
	}
}
