/**
 * Growing and shrinking byte buffer for commits on their way to other processes: numbers, keys and values, and a
 * reader of them.
 *
 * Numbers are little-endian; positions and amounts are doubles, exact up to 2^53.
 */
import { readLatin1, writeLatin1 } from "../encoding/latin1.ts";
import type { Key } from "../contract.ts";

const firstBytes = 1 << 14;

export class RecordWriter {
	#bytes = Buffer.allocUnsafe(firstBytes);
	/** Bytes written. */
	length = 0;

	byte(number: number): void {
		this.#reserve(1);
		this.#bytes[this.length++] = number;
	}

	number(number: number): void {
		this.#reserve(4);
		this.length = this.#bytes.writeUInt32LE(number, this.length);
	}

	double(number: number): void {
		this.#reserve(8);
		this.length = this.#bytes.writeDoubleLE(number, this.length);
	}

	key(key: Key): void {
		this.#reserve(2 + key.length);
		this.length = this.#bytes.writeUInt16LE(key.length, this.length);
		writeLatin1(this.#bytes, key, this.length);
		this.length += key.length;
	}

	value(value: Uint8Array): void {
		this.number(value.length);
		this.bytes(value);
	}

	bytes(bytes: Uint8Array): void {
		this.#reserve(bytes.length);
		this.#bytes.set(bytes, this.length);
		this.length += bytes.length;
	}

	/** Writes a number over one written before. */
	setNumber(at: number, number: number): void {
		this.#bytes.writeUInt32LE(number, at);
	}

	/** Forgets what was written after a length. */
	cutTo(length: number): void {
		this.length = length;
	}

	/** A copy. */
	finish(): Uint8Array {
		return Uint8Array.prototype.slice.call(this.#bytes, 0, this.length);
	}

	#reserve(more: number): void {
		if (this.length + more > this.#bytes.length) {
			const larger = Buffer.allocUnsafe(2 * (this.length + more));
			this.#bytes.copy(larger, 0, 0, this.length);
			this.#bytes = larger;
		}
	}
}

/** Throws a RangeError beyond the end. */
export class RecordReader {
	readonly #bytes: Buffer;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	}

	byte(): number {
		return this.#bytes.readUInt8(this.#at++);
	}

	number(): number {
		const number = this.#bytes.readUInt32LE(this.#at);
		this.#at += 4;
		return number;
	}

	double(): number {
		const number = this.#bytes.readDoubleLE(this.#at);
		this.#at += 8;
		return number;
	}

	key(): Key {
		const start = this.#at + 2;
		this.#at = this.#end(start, this.#bytes.readUInt16LE(this.#at));
		return readLatin1(this.#bytes, start, this.#at);
	}

	/** A view: records' bytes never change. */
	value(): Uint8Array {
		const length = this.number();
		const start = this.#at;
		this.#at = this.#end(start, length);
		// A plain array is made faster than a Buffer.
		return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + start, length);
	}

	rest(): Uint8Array {
		const start = this.#at;
		this.#at = this.#bytes.length;
		return this.#bytes.subarray(start);
	}

	get isAtEnd(): boolean {
		return this.#at === this.#bytes.length;
	}

	#end(start: number, length: number): number {
		if (start + length > this.#bytes.length) {
			throw new RangeError("A record ends before its contents do.");
		}
		return start + length;
	}
}
