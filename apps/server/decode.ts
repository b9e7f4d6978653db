/**
 * The way in: the fields of one payload, read in order. `encode.ts` draws the length-encoded forms.
 *
 * In: a payload. Out: its fields; a field that is not all there is SqlError 1835. Text comes out as byte strings, so
 * nothing read here keeps the payload's buffer alive.
 */
import { sqlError, type ByteString, type Integer, canonical } from "../../core/index.ts";

const twoTo32 = 4294967296;

export class PayloadReader {
	at: number;
	readonly #bytes: Buffer;

	constructor(bytes: Buffer, at = 0) {
		this.#bytes = bytes;
		this.at = at;
	}

	/** Bytes not read yet. */
	get remaining(): number {
		return this.#bytes.length - this.at;
	}

	/** Moves on by `count` bytes that must be there, and says where they begin. */
	#take(count: number): number {
		const from = this.at;
		if (count > this.#bytes.length - from) {
			throw sqlError("malformedPacket");
		}
		this.at = from + count;
		return from;
	}

	/** Moves on, and says where the bytes begin that were left out. */
	skip(count: number): number {
		return this.#take(count);
	}

	/** A byte that was left out. */
	byteAt(at: number): number {
		return this.#bytes[at] as number;
	}

	uint8(): number {
		return this.#bytes[this.#take(1)] as number;
	}

	uint16(): number {
		return this.#bytes.readUInt16LE(this.#take(2));
	}

	uint24(): number {
		return this.#bytes.readUIntLE(this.#take(3), 3);
	}

	uint32(): number {
		return this.#bytes.readUInt32LE(this.#take(4));
	}

	uint64(): Integer {
		const from = this.#take(8);
		const high = this.#bytes.readUInt32LE(from + 4);
		return high < 0x200000
			? high * twoTo32 + this.#bytes.readUInt32LE(from)
			: canonical(this.#bytes.readBigUInt64LE(from));
	}

	int8(): number {
		return (this.uint8() << 24) >> 24;
	}

	int16(): number {
		return this.#bytes.readInt16LE(this.#take(2));
	}

	int32(): number {
		return this.#bytes.readInt32LE(this.#take(4));
	}

	int64(): Integer {
		const from = this.#take(8);
		const high = this.#bytes.readInt32LE(from + 4);
		return high < 0x200000 && high >= -0x200000
			? safe(high * twoTo32 + this.#bytes.readUInt32LE(from))
			: canonical(this.#bytes.readBigInt64LE(from));
	}

	float(): number {
		return this.#bytes.readFloatLE(this.#take(4));
	}

	double(): number {
		return this.#bytes.readDoubleLE(this.#take(8));
	}

	bytes(count: number): ByteString {
		const from = this.#take(count);
		return this.#bytes.toString("latin1", from, this.at);
	}

	/** The integer, which must fit into a length. */
	lenencInteger(): number {
		const first = this.uint8();
		if (first < 0xfb) {
			return first;
		}
		switch (first) {
			case 0xfc:
				return this.uint16();
			case 0xfd:
				return this.uint24();
			case 0xfe:
				return Number(this.uint64());
			default:
				throw sqlError("malformedPacket");
		}
	}

	lenencBytes(): ByteString {
		return this.bytes(this.lenencInteger());
	}

	zeroTerminated(): ByteString {
		const end = this.#bytes.indexOf(0, this.at);
		if (end < 0) {
			throw sqlError("malformedPacket");
		}
		const bytes = this.bytes(end - this.at);
		this.at++;
		return bytes;
	}

	/** All that is left. */
	rest(): ByteString {
		return this.bytes(this.remaining);
	}

	/** A copy of all that is left. */
	restCopied(): Buffer {
		return Buffer.from(this.#bytes.subarray(this.#take(this.remaining)));
	}
}

/** -2^53 is the one number that a high word of 22 bits and a low word make and that is not safe. */
function safe(value: number): Integer {
	return value === -9007199254740992 ? BigInt(value) : value;
}
