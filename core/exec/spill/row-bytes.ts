/**
 * Serializes rows of run-time values, for spill files and for memory that the garbage collector need not scan.
 *
 * Read only by the process that wrote it. Values carry type tags.
 *
 *     row      count, 4 | values
 *     value    00                          NULL
 *              01 | integer, 4             a small integer
 *              02 | double, 8              another number
 *              03 | length, 4 | digits     an integer beyond 2^53
 *              04 | length, 4 | bytes      a byte string
 *              05 | column, 4              the byte string in this column of the previous row, which both sides have
 */
import { readLatin1, writeLatin1 } from "../../store/encoding/latin1.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { takePiece } from "../../store/page/piece-pool.ts";

const tag = { null: 0, small: 1, double: 2, big: 3, text: 4, same: 5 } as const;
const none: Row = [];

/** A growing buffer of rows. */
export class RowWriter {
	#bytes: Buffer;
	length = 0;

	constructor(size: number) {
		this.#bytes = Buffer.allocUnsafe(size);
	}

	/** The buffer, filled up to `length`; valid until the next write. */
	get bytes(): Buffer {
		return this.#bytes;
	}

	/** The written part of the buffer. */
	get written(): Buffer {
		return this.#bytes.subarray(0, this.length);
	}

	clear(): void {
		this.length = 0;
	}

	/** Returns the content in a buffer of its own (`store/page/piece-pool.ts`) and starts over. */
	take(): Buffer {
		const taken = Buffer.from(takePiece(this.length), 0, this.length);
		this.#bytes.copy(taken, 0, 0, this.length);
		this.length = 0;
		return taken;
	}

	/** `before`: the row the reader has read last, whose texts are not repeated. */
	add(row: Row, before: Row = none): void {
		this.#reserve(4);
		this.length = this.#bytes.writeUInt32LE(row.length, this.length);
		for (let at = 0; at < row.length; at++) {
			const value = row[at]!;
			const same = typeof value === "string" ? before.indexOf(value) : -1;
			if (same < 0) {
				this.value(value);
			} else {
				this.#reserve(5);
				this.#bytes[this.length++] = tag.same;
				this.length = this.#bytes.writeUInt32LE(same, this.length);
			}
		}
	}

	value(value: Value): void {
		switch (typeof value) {
			case "number":
				return this.#number(value);
			case "string":
				return this.#text(tag.text, value);
			case "bigint":
				return this.#text(tag.big, String(value));
			default:
				this.#reserve(1);
				this.#bytes[this.length++] = tag.null;
		}
	}

	#number(value: number): void {
		this.#reserve(9);
		if ((value | 0) === value && !Object.is(value, -0)) {
			this.#bytes[this.length++] = tag.small;
			this.length = this.#bytes.writeInt32LE(value, this.length);
		} else {
			this.#bytes[this.length++] = tag.double;
			this.length = this.#bytes.writeDoubleLE(value, this.length);
		}
	}

	#text(kind: number, text: string): void {
		this.#reserve(5 + text.length);
		this.#bytes[this.length++] = kind;
		this.length = this.#bytes.writeUInt32LE(text.length, this.length);
		writeLatin1(this.#bytes, text, this.length);
		this.length += text.length;
	}

	#reserve(more: number): void {
		if (this.length + more > this.#bytes.length) {
			const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.length + more));
			this.#bytes.copy(grown, 0, 0, this.length);
			this.#bytes = grown;
		}
	}
}

/** Reads rows in sequence. */
export class RowReader {
	#bytes: Buffer = Buffer.alloc(0);
	at = 0;

	/** Sets the bytes to read. */
	feed(bytes: Buffer, at = 0): void {
		this.#bytes = bytes;
		this.at = at;
	}

	get isEmpty(): boolean {
		return this.at >= this.#bytes.length;
	}

	/** `before`: the same row as the writer received. */
	row(before: Row = none): Row {
		const count = this.#bytes.readUInt32LE(this.at);
		this.at += 4;
		const row: Row = [];
		for (let left = count; left > 0; left--) {
			row.push(this.value(before));
		}
		return row;
	}

	value(before: Row = none): Value {
		const bytes = this.#bytes;
		switch (bytes[this.at++]) {
			case tag.small:
				this.at += 4;
				return bytes.readInt32LE(this.at - 4);
			case tag.double:
				this.at += 8;
				return bytes.readDoubleLE(this.at - 8);
			case tag.big:
				return BigInt(this.#text());
			case tag.text:
				return this.#text();
			case tag.same:
				this.at += 4;
				return before[bytes.readUInt32LE(this.at - 4)]!;
			default:
				return null;
		}
	}

	#text(): string {
		const from = this.at + 4;
		this.at = from + this.#bytes.readUInt32LE(this.at);
		return readLatin1(this.#bytes, from, this.at);
	}
}

/** Bytes of a key's text. */
export function textBytes(key: Value): number {
	return typeof key === "string" ? key.length : 0;
}

export function rowBytes(row: Row): number {
	let bytes = 48 + 8 * row.length;
	for (const value of row) {
		if (typeof value === "string") {
			bytes += 24 + value.length;
		} else if (typeof value === "bigint") {
			bytes += 32;
		} else if (typeof value === "number" && (value | 0) !== value) {
			bytes += 16;
		}
	}
	return bytes;
}
