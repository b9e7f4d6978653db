/**
 * The way out: packets appended to one growing buffer, which the connection hands to its stream in one write.
 *
 *     a length-encoded integer          a length-encoded string: that integer, then the bytes
 *       0 .. 250        n               NULL in a text row: fb
 *       .. 2^16 - 1     fc n n
 *       .. 2^24 - 1     fd n n n        integers are little-endian
 *       .. 2^64 - 1     fe n n n n n n n n
 *
 * In: the fields of a payload, between `begin` and `end`. Out: framed bytes (`packet.ts` draws the frame), until they
 * are taken.
 */
import { type ByteString, type Integer, longestText, type WriteText } from "../../core/index.ts";
import { headerLength, largestPiece } from "./packet.ts";

const smallCapacity = 4096;
/** A buffer that grew beyond this is not kept. */
const largestKept = 1 << 17;
/** Below this many bytes a loop is faster than a call into native code. */
const shortText = 24;
/** The same for bytes that are bytes already. */
const shortSlice = 48;
const twoTo32 = 4294967296;
/** Bytes of the longest length-encoded integer. */
const longestLength = 9;
const nothing = Buffer.alloc(0);

/** Of writers that were released: memory of its own is what costs a connection most to make, and to collect. */
const idle: Buffer[] = [];
const mostIdle = 64;

export class PacketWriter {
	/** The sequence number of the next packet. */
	sequence = 0;
	/** The bytes written so far lie before this. */
	length = 0;
	#buffer: Buffer = idle.pop() ?? Buffer.allocUnsafeSlow(smallCapacity);
	/** Where the packet begins that is being written; -1: none is. */
	#start = -1;
	/**
	 * The last view, and of which buffer: many an answer is as long as the one before, and a view takes longer to make
	 * than its bytes to write.
	 */
	#view: Buffer = nothing;
	#viewed: Buffer = nothing;

	begin(): void {
		this.#ensure(headerLength);
		this.#start = this.length;
		this.length += headerLength;
	}

	end(): void {
		const payload = this.length - this.#start - headerLength;
		if (payload >= largestPiece) {
			this.#split(payload);
		} else {
			this.#frame(this.#start, payload);
		}
		this.#start = -1;
	}

	/** Forgets a packet that was begun and not ended. */
	abandon(): void {
		if (this.#start >= 0) {
			this.length = this.#start;
			this.#start = -1;
		}
	}

	#frame(at: number, length: number): void {
		const buffer = this.#buffer;
		buffer[at] = length;
		buffer[at + 1] = length >> 8;
		buffer[at + 2] = length >> 16;
		buffer[at + 3] = this.sequence;
		this.sequence = (this.sequence + 1) & 0xff;
	}

	/** Makes room for the headers of the further pieces, the last piece first, then writes all headers. */
	#split(payload: number): void {
		const further = Math.floor(payload / largestPiece);
		this.#ensure(further * headerLength);
		const first = this.#start + headerLength;
		for (let piece = further; piece > 0; piece--) {
			const from = first + piece * largestPiece;
			this.#buffer.copyWithin(from + piece * headerLength, from, Math.min(from + largestPiece, first + payload));
		}
		for (let piece = 0; piece <= further; piece++) {
			const length = Math.min(largestPiece, payload - piece * largestPiece);
			this.#frame(this.#start + piece * (largestPiece + headerLength), length);
		}
		this.length += further * headerLength;
	}

	#ensure(count: number): void {
		const needed = this.length + count;
		if (needed > this.#buffer.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
			this.#buffer.copy(larger, 0, 0, this.length);
			this.#buffer = larger;
		}
	}

	/** A view of the bytes written; they stay until `reuse` or `replace`. */
	view(): Buffer {
		if (this.#viewed !== this.#buffer || this.#view.length !== this.length) {
			this.#viewed = this.#buffer;
			this.#view = this.#buffer.subarray(0, this.length);
		}
		return this.#view;
	}

	/** The view's reader is done with it. */
	reuse(): void {
		const capacity = this.#buffer.length;
		if (capacity > largestKept || (capacity > smallCapacity && this.length < smallCapacity / 2)) {
			this.#buffer = Buffer.allocUnsafeSlow(smallCapacity);
		}
		this.length = 0;
	}

	/** The view's reader keeps it. */
	replace(): void {
		this.#buffer = Buffer.allocUnsafeSlow(smallCapacity);
		this.length = 0;
	}

	/** Nothing is written any more; what is all the same gets memory of its own. */
	release(): void {
		if (this.#buffer.length === smallCapacity && idle.length < mostIdle) {
			idle.push(this.#buffer);
		}
		this.#buffer = nothing;
		this.#viewed = nothing;
		this.#view = nothing;
		this.length = 0;
		this.#start = -1;
	}

	uint8(value: number): void {
		this.#ensure(1);
		this.#buffer[this.length++] = value;
	}

	uint16(value: number): void {
		this.#ensure(2);
		this.#buffer[this.length++] = value;
		this.#buffer[this.length++] = value >> 8;
	}

	/** Takes negative numbers in two's complement, too. */
	uint32(value: number): void {
		this.#ensure(4);
		const buffer = this.#buffer;
		buffer[this.length++] = value;
		buffer[this.length++] = value >> 8;
		buffer[this.length++] = value >> 16;
		buffer[this.length++] = value >> 24;
	}

	/** Takes negative integers in two's complement, too. */
	uint64(value: Integer): void {
		if (typeof value === "number") {
			this.uint32(value);
			this.uint32(Math.floor(value / twoTo32));
		} else {
			this.#ensure(8);
			this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.length);
			this.length += 8;
		}
	}

	float(value: number): void {
		this.#ensure(4);
		this.length = this.#buffer.writeFloatLE(value, this.length);
	}

	double(value: number): void {
		this.#ensure(8);
		this.length = this.#buffer.writeDoubleLE(value, this.length);
	}

	zeros(count: number): void {
		this.#ensure(count);
		for (const end = this.length + count; this.length < end; ) {
			this.#buffer[this.length++] = 0;
		}
	}

	/** Sets a bit of a byte written before, `at` bytes from the start of the buffer. */
	setBit(at: number, bit: number): void {
		this.#buffer[at] = (this.#buffer[at] as number) | bit;
	}

	lenencInteger(value: Integer): void {
		if (value < twoTo32) {
			this.#ensure(longestLength);
			this.length = writeLength(this.#buffer, this.length, Number(value));
		} else {
			this.uint8(0xfe);
			this.uint64(value);
		}
	}

	bytes(bytes: ByteString): void {
		const length = bytes.length;
		this.#ensure(length);
		if (length < shortText) {
			const buffer = this.#buffer;
			const from = this.length;
			for (let at = 0; at < length; at++) {
				buffer[from + at] = bytes.charCodeAt(at);
			}
		} else {
			this.#buffer.write(bytes, this.length, "latin1");
		}
		this.length += length;
	}

	lenencBytes(bytes: ByteString): void {
		this.lenencInteger(bytes.length);
		this.bytes(bytes);
	}

	zeroTerminated(bytes: ByteString): void {
		this.bytes(bytes);
		this.uint8(0);
	}

	buffer(bytes: Uint8Array): void {
		this.#ensure(bytes.length);
		this.#buffer.set(bytes, this.length);
		this.length += bytes.length;
	}

	/** Bytes of another buffer, as a length-encoded string. */
	lenencSlice(bytes: Uint8Array, from: number, to: number): void {
		this.#ensure(longestLength + to - from);
		this.length = writeSlice(this.#buffer, this.length, bytes, from, to);
	}

	/** Packets that were framed before, with the sequence numbers that follow here. */
	framed(packets: Uint8Array, count: number): void {
		this.buffer(packets);
		this.sequence = (this.sequence + count) & 0xff;
	}

	/** A number or date as a length-encoded string, without a JavaScript string in between. */
	lenencText(write: WriteText, value: Integer): void {
		this.#ensure(longestText + 1);
		const at = this.length;
		const end = write(this.#buffer, at + 1, value);
		this.#buffer[at] = end - at - 1;
		this.length = end;
	}

	/** Memory with room for so many bytes behind those written; who writes there moves `length` on. */
	reserve(count: number): Buffer {
		this.#ensure(count);
		return this.#buffer;
	}
}

/** Writes a length-encoded integer below 2^32 into memory that has room; returns the end. */
function writeLength(target: Uint8Array, start: number, length: number): number {
	let at = start;
	if (length < 251) {
		target[at++] = length;
	} else if (length < 65536) {
		target[at++] = 0xfc;
		target[at++] = length;
		target[at++] = length >> 8;
	} else {
		const isLong = length >= 16777216;
		target[at++] = isLong ? 0xfe : 0xfd;
		for (let byte = 0; byte < (isLong ? 8 : 3); byte++) {
			target[at++] = byte < 4 ? length >>> (8 * byte) : 0;
		}
	}
	return at;
}

/** Writes bytes of another buffer as a length-encoded string into memory that has room; returns the end. */
export function writeSlice(target: Uint8Array, start: number, bytes: Uint8Array, from: number, to: number): number {
	const length = to - from;
	const at = writeLength(target, start, length);
	if (length >= shortSlice) {
		target.set(bytes.subarray(from, to), at);
	} else {
		const shift = at - from;
		for (let next = from; next < to; next++) {
			target[next + shift] = bytes[next] as number;
		}
	}
	return at + length;
}
