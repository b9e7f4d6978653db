/**
 * Values to row bytes; `row.ts` draws them.
 *
 * In: a table's columns, once; then rows, a slot for each of these columns. Out: bytes of their own,
 * valid for ever. It refuses to check values: they are what their type says.
 *
 * Rows are written straight into a chunk that many share: an allocation for each would cost as much
 * as encoding it.
 */
import type { Integer, Row, Value } from "../types/value.ts";
import { integerBytes, writeInteger } from "./integer-bytes.ts";
import { writeLatin1 } from "./latin1.ts";
import { absentBit, bytesForm, floatForm, integerForm, longCountBit, valueFormOf, type RowColumn } from "./row.ts";

const chunkBytes = 65536;
let chunk = new Uint8Array(chunkBytes);
let used = 0;

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);
const floats = new Float32Array(1);
const floatBytes = new Uint8Array(floats.buffer);

export type EncodeRow = (values: Row) => Uint8Array;

/** To be made once per table version: `values[i]` is of `columns[i]`. */
export function rowEncoder(columns: readonly RowColumn[]): EncodeRow {
	const order = columns.map((column, slot) => ({ id: column.id, slot, form: valueFormOf(column.type) })).sort((one, other) => one.id - other.id);
	const slots = order.map(({ slot }) => slot);
	const forms = order.map(({ form }) => form);
	const ids = order.map(({ id }) => id);
	const count = ids.at(-1) ?? 0;
	/** Of each column in turn; -1 for NULL. */
	const lengths: number[] = ids.map(() => 0);

	return (values) => {
		let total = 0;
		let present = 0;
		for (let next = 0; next < slots.length; next++) {
			const length = lengthOf(values[slots[next]], forms[next]);
			lengths[next] = length;
			if (length >= 0) {
				total += length;
				present++;
			}
		}
		const width = total < 0x100 ? 0 : total < 0x10000 ? 1 : 2;
		const start = reserve(3 + ((count + 7) >> 3) + (present << width) + total);
		let at = writeHead(start, width, count, present < count);
		if (present < count) {
			at = writeAbsent(at, count, ids, lengths);
		}
		let valueAt = at + (present << width);
		const valuesStart = valueAt;
		for (let next = 0; next < slots.length; next++) {
			const length = lengths[next];
			if (length > 0) {
				writeValue(chunk, values[slots[next]], forms[next], valueAt, length);
				valueAt += length;
			}
			if (length >= 0) {
				at = writeEnd(at, width, valueAt - valuesStart);
			}
		}
		used = valueAt;
		return new Uint8Array(chunk.buffer, start, valueAt - start);
	};
}

/** Where in the chunk there is room for so many bytes. */
function reserve(bytes: number): number {
	if (used + bytes > chunk.length) {
		chunk = new Uint8Array(Math.max(chunkBytes, bytes));
		used = 0;
	}
	return used;
}

/** How many bytes a value takes; -1: it is NULL. */
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

function writeHead(start: number, width: number, count: number, hasAbsent: boolean): number {
	const isLong = count > 255;
	chunk[start] = width | (hasAbsent ? absentBit : 0) | (isLong ? longCountBit : 0);
	chunk[start + 1] = count;
	if (isLong) {
		chunk[start + 2] = count >> 8;
		return start + 3;
	}
	return start + 2;
}

function writeAbsent(at: number, count: number, ids: readonly number[], lengths: readonly number[]): number {
	const end = at + ((count + 7) >> 3);
	chunk.fill(0xff, at, end);
	chunk[end - 1] >>= -count & 7;
	for (let next = 0; next < ids.length; next++) {
		if (lengths[next] >= 0) {
			const bit = ids[next] - 1;
			chunk[at + (bit >> 3)] &= ~(1 << (bit & 7));
		}
	}
	return end;
}

function writeEnd(at: number, width: number, end: number): number {
	chunk[at] = end;
	if (width > 0) {
		chunk[at + 1] = end >> 8;
		if (width > 1) {
			chunk[at + 2] = end >> 16;
			chunk[at + 3] = end >> 24;
		}
	}
	return at + (1 << width);
}

export function writeValue(into: Uint8Array, value: Value, form: number, at: number, length: number): void {
	if (form === integerForm) {
		writeInteger(into, value as Integer, at, length);
	} else if (form === bytesForm) {
		writeLatin1(into, value as string, at);
	} else if (form === floatForm) {
		writeFloat(into, Number(value), at, length);
	}
}

function writeFloat(into: Uint8Array, value: number, at: number, length: number): void {
	const bytes = length === 4 ? floatBytes : doubleBytes;
	doubles[0] = value;
	floats[0] = value;
	for (let next = 0; next < length; next++) {
		into[at + next] = bytes[next];
	}
}
