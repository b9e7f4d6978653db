/**
 * Row encoder: writes the values of a table's columns as a row's bytes; `row.ts` has the layout.
 *
 * Made once for a table's columns. Writes to a given place, or to memory of its own that stays valid. The latter is
 * cut from chunks that many rows share: an allocation for each would cost as much as the encoding.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { integerBytes, writeInteger } from "./integer-bytes.ts";
import { writeLatin1 } from "./latin1.ts";
import { absentBit, bytesForm, floatForm, integerForm, longCountBit, valueFormOf, type RowColumn } from "./row.ts";

const chunkBytes = 65536;
/** The chunk's buffer in a variable: reading `buffer` of a typed array is a call into V8's runtime. */
let memory = new ArrayBuffer(chunkBytes);
let chunk = new Uint8Array(memory);
let used = 0;

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);
const floats = new Float32Array(1);
const floatBytes = new Uint8Array(floats.buffer);

export type EncodeRow = (values: Row) => Uint8Array;

/** Made once per table version: `values[i]` belongs to `columns[i]`. */
export function rowEncoder(columns: readonly RowColumn[]): EncodeRow {
	const writer = new RowBytes(columns);
	return (values) => {
		const most = writer.measure(values);
		if (used + most > chunk.length) {
			memory = new ArrayBuffer(Math.max(chunkBytes, most));
			chunk = new Uint8Array(memory);
			used = 0;
		}
		const start = used;
		used = writer.write(values, chunk, start);
		return new Uint8Array(memory, start, used - start);
	};
}

/** Encodes rows of given columns: `measure` precedes each `write`. */
export class RowBytes {
	/** Slots in the order of column ids. */
	readonly #slots: readonly number[];
	readonly #forms: readonly number[];
	readonly #ids: readonly number[];
	readonly #nullable: readonly boolean[];
	readonly #count: number;
	/** By column in that order; -1 for NULL. */
	readonly #lengths: number[];
	#total = 0;
	#present = 0;

	constructor(columns: readonly RowColumn[]) {
		const order = columns
			.map((column, slot) => ({
				id: column.id,
				slot,
				form: valueFormOf(column.type),
				nullable: column.nullable !== false,
			}))
			.sort((one, other) => one.id - other.id);
		this.#slots = order.map(({ slot }) => slot);
		this.#forms = order.map(({ form }) => form);
		this.#ids = order.map(({ id }) => id);
		this.#nullable = order.map(({ nullable }) => nullable);
		this.#count = this.#ids.at(-1) ?? 0;
		this.#lengths = this.#ids.map(() => 0);
	}

	/** Upper bound of the row's size. */
	measure(values: Row): number {
		const slots = this.#slots;
		const forms = this.#forms;
		const lengths = this.#lengths;
		let total = 0;
		let present = 0;
		for (let next = 0; next < slots.length; next++) {
			const length = lengthOf(values[slots[next]], forms[next]);
			lengths[next] = length;
			if (length >= 0) {
				total += length;
				present++;
			} else {
				invariant(this.#nullable[next], "A NOT NULL column has a value.");
			}
		}
		this.#total = total;
		this.#present = present;
		return 3 + ((this.#count + 7) >> 3) + (present << widthOf(total)) + total;
	}

	/** Writes the measured row and returns its end. */
	write(values: Row, bytes: Uint8Array, start: number): number {
		const slots = this.#slots;
		const forms = this.#forms;
		const lengths = this.#lengths;
		const width = widthOf(this.#total);
		const hasAbsent = this.#present < this.#count;
		let at = writeHead(bytes, start, width, this.#count, hasAbsent);
		if (hasAbsent) {
			at = writeAbsent(bytes, at, this.#count, this.#ids, lengths);
		}
		let valueAt = at + (this.#present << width);
		const valuesStart = valueAt;
		for (let next = 0; next < slots.length; next++) {
			const length = lengths[next];
			if (length > 0) {
				writeValue(bytes, values[slots[next]], forms[next], valueAt, length);
				valueAt += length;
			}
			if (length >= 0) {
				at = writeEnd(bytes, at, width, valueAt - valuesStart);
			}
		}
		return valueAt;
	}
}

function widthOf(total: number): number {
	return total < 0x100 ? 0 : total < 0x10000 ? 1 : 2;
}

/** Size of a value; -1 for NULL. */
export function lengthOf(value: Value, form: number): number {
	if (value === null) {
		return -1;
	}
	if (form === integerForm) {
		return integerBytes(value as Integer);
	}
	return form === bytesForm ? (value as string).length : floatLength(Number(value));
}

function floatLength(value: number): number {
	if (Object.is(value, 0)) {
		return 0;
	}
	return Math.fround(value) === value ? 4 : 8;
}

function writeHead(bytes: Uint8Array, start: number, width: number, count: number, hasAbsent: boolean): number {
	const isLong = count > 255;
	bytes[start] = width | (hasAbsent ? absentBit : 0) | (isLong ? longCountBit : 0);
	bytes[start + 1] = count;
	if (isLong) {
		bytes[start + 2] = count >> 8;
		return start + 3;
	}
	return start + 2;
}

function writeAbsent(
	bytes: Uint8Array,
	at: number,
	count: number,
	ids: readonly number[],
	lengths: readonly number[],
): number {
	const end = at + ((count + 7) >> 3);
	bytes.fill(0xff, at, end);
	bytes[end - 1] >>= -count & 7;
	for (let next = 0; next < ids.length; next++) {
		if (lengths[next] >= 0) {
			const bit = ids[next] - 1;
			bytes[at + (bit >> 3)] &= ~(1 << (bit & 7));
		}
	}
	return end;
}

function writeEnd(bytes: Uint8Array, at: number, width: number, end: number): number {
	bytes[at] = end;
	if (width > 0) {
		bytes[at + 1] = end >> 8;
		if (width > 1) {
			bytes[at + 2] = end >> 16;
			bytes[at + 3] = end >> 24;
		}
	}
	return at + (1 << width);
}

export function writeValue(bytes: Uint8Array, value: Value, form: number, at: number, length: number): void {
	if (form === integerForm) {
		writeInteger(bytes, value as Integer, at, length);
	} else if (form === bytesForm) {
		writeLatin1(bytes, value as string, at);
	} else if (form === floatForm) {
		writeFloat(bytes, Number(value), at, length);
	}
}

function writeFloat(bytes: Uint8Array, value: number, at: number, length: number): void {
	const source = length === 4 ? floatBytes : doubleBytes;
	doubles[0] = value;
	floats[0] = value;
	for (let next = 0; next < length; next++) {
		bytes[at + next] = source[next];
	}
}
