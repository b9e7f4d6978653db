/**
 * Row decoder: reads the values of given columns from a row's bytes, in place; `row.ts` has the layout.
 *
 * Made once for a set of columns and their slots. Also locates a column's bytes without decoding them.
 */
import type { Row, Value } from "../../types/value/value.ts";
import { countAbsent, readEnd } from "./column-finder.ts";
import { readInteger } from "./integer-bytes.ts";
import { readLatin1 } from "./latin1.ts";
import { absentBit, bytesForm, integerForm, longCountBit, valueFormOf, widthBits, type RowColumn } from "./row.ts";

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);
const floats = new Float32Array(1);
const floatBytes = new Uint8Array(floats.buffer);

/** The row begins at `start` (default 0); its end is in its bytes. */
export type DecodeRow = (bytes: Uint8Array, into: Row, start?: number) => void;

/** Made once per table version and set of columns: `wanted[i]` goes to `into[slots[i]]`. */
export function rowDecoder(wanted: readonly RowColumn[], slots: readonly number[]): DecodeRow {
	const places = wanted.map((_column, at) => at);
	if (wanted.some(({ id }, at) => at > 0 && id < wanted[at - 1].id)) {
		places.sort((one, other) => wanted[one].id - wanted[other].id);
	}
	const bits = places.map((at) => wanted[at].id - 1);
	const targets = places.map((at) => slots[at]);
	const forms = places.map((at) => valueFormOf(wanted[at].type));
	const missing = places.map((at) => wanted[at].originDefault);

	return (bytes, into, from = 0) => {
		const head = bytes[from];
		const width = head & widthBits;
		const isLong = (head & longCountBit) !== 0;
		const count = isLong ? bytes[from + 1] | (bytes[from + 2] << 8) : bytes[from + 1];
		const absent = from + (isLong ? 3 : 2);
		const isSparse = (head & absentBit) !== 0;
		const ends = isSparse ? absent + ((count + 7) >> 3) : absent;
		const values = ends + ((isSparse ? count - countAbsent(bytes, absent, count) : count) << width);
		/** Number of present columns among the first `counted` bits. */
		let rank = 0;
		let counted = 0;
		for (let next = 0; next < bits.length; next++) {
			const bit = bits[next];
			if (bit >= count) {
				into[targets[next]] = missing[next];
				continue;
			}
			if (isSparse) {
				for (; counted < bit; counted++) {
					rank += 1 - ((bytes[absent + (counted >> 3)] >> (counted & 7)) & 1);
				}
				if (((bytes[absent + (bit >> 3)] >> (bit & 7)) & 1) === 1) {
					into[targets[next]] = null;
					continue;
				}
			} else {
				rank = bit;
			}
			const start = rank === 0 ? values : values + readEnd(bytes, ends + ((rank - 1) << width), width);
			const end = values + readEnd(bytes, ends + (rank << width), width);
			into[targets[next]] = readValue(bytes, start, end, forms[next]);
		}
	};
}

/** Place of a column's value in a row's bytes. */
interface Span {
	start: number;
	end: number;
}

/** Locates a column's value; sets the span only if there is one. `missing`: the origin default applies. */
export function findColumn(bytes: Uint8Array, id: number, span: Span, from = 0): "value" | "null" | "missing" {
	const head = bytes[from];
	const width = head & widthBits;
	const isLong = (head & longCountBit) !== 0;
	const count = isLong ? bytes[from + 1] | (bytes[from + 2] << 8) : bytes[from + 1];
	const absent = from + (isLong ? 3 : 2);
	const bit = id - 1;
	if (bit >= count) {
		return "missing";
	}
	let rank = bit;
	let present = count;
	let ends = absent;
	if ((head & absentBit) !== 0) {
		if (((bytes[absent + (bit >> 3)] >> (bit & 7)) & 1) === 1) {
			return "null";
		}
		rank -= countAbsent(bytes, absent, bit);
		present -= countAbsent(bytes, absent, count);
		ends += (count + 7) >> 3;
	}
	const values = ends + (present << width);
	span.start = rank === 0 ? values : values + readEnd(bytes, ends + ((rank - 1) << width), width);
	span.end = values + readEnd(bytes, ends + (rank << width), width);
	return "value";
}

export function readValue(bytes: Uint8Array, start: number, end: number, form: number): Value {
	if (form === integerForm) {
		return readInteger(bytes, start, end);
	}
	return form === bytesForm ? readLatin1(bytes, start, end) : readFloat(bytes, start, end);
}

function readFloat(bytes: Uint8Array, start: number, end: number): number {
	if (start === end) {
		return 0;
	}
	const isShort = end - start === 4;
	const into = isShort ? floatBytes : doubleBytes;
	for (let at = start; at < end; at++) {
		into[at - start] = bytes[at];
	}
	return isShort ? floats[0] : doubles[0];
}
