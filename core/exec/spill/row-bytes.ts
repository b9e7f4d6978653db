/**
 * Rows of run-time values as bytes, for temporary files and for memory that the garbage collector need not look at.
 *
 * In: a row of values; bytes. Out: bytes; the same row. It refuses to know types: what a value is, its tag tells.
 * Nobody but the process that wrote them reads them.
 *
 *     row      count, 4 | values
 *     value    00                          NULL
 *              01 | integer, 4             a small integer
 *              02 | double, 8              another number
 *              03 | length, 4 | digits     an integer beyond the safe ones
 *              04 | length, 4 | bytes      a byte string
 *              05 | place, 4               the byte string that is there in the row before, which both sides have at hand
 */
import { readLatin1, writeLatin1 } from "../../store/encoding/latin1.ts";
import type { Row, Value } from "../../types/value.ts";
import { takePiece } from "../../store/runs/piece-pool.ts";

const tag = { null: 0, small: 1, double: 2, big: 3, text: 4, same: 5 } as const;
const none: Row = [];

/** Bytes that grow. */
export class RowWriter {
	#bytes: Buffer;
	length = 0;

	constructor(size: number) {
		this.#bytes = Buffer.allocUnsafe(size);
	}

	/** Where it was written, up to `length`; good until more is. */
	get bytes(): Buffer {
		return this.#bytes;
	}

	/** The same without what lies behind. */
	get written(): Buffer {
		return this.#bytes.subarray(0, this.length);
	}

	clear(): void {
		this.length = 0;
	}

	/** What was written, to be kept, in a piece of its own (`store/runs/piece-pool.ts`); begins anew. */
	take(): Buffer {
		const taken = Buffer.from(takePiece(this.length), 0, this.length);
		this.#bytes.copy(taken, 0, 0, this.length);
		this.length = 0;
		return taken;
	}

	/** `before`: the row that its reader will have just read, whose texts need not be written again. */
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

/** Reads rows one after the other. */
export class RowReader {
	#bytes: Buffer = Buffer.alloc(0);
	at = 0;

	/** From now on these bytes are read. */
	feed(bytes: Buffer, at = 0): void {
		this.#bytes = bytes;
		this.at = at;
	}

	get isEmpty(): boolean {
		return this.at >= this.#bytes.length;
	}

	/** `before`: as the writer was given it. */
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

/** About how much memory a row takes while it is kept. */
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
