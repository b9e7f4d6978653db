/**
 * Locates the values of given columns in a row's bytes without decoding them, for passing them on (zero-copy).
 *
 * `row.ts` has the layout; `row-decoder.ts` decodes the same bytes.
 */
import { absentBit, longCountBit, widthBits } from "./row.ts";

/** Start of a column that is NULL, and of one newer than the row, whose origin default applies. */
export const nullSpan = -1;
export const missingSpan = -2;

/** Sets `spans[2 * i]` and `spans[2 * i + 1]` for the i-th given column of the row that begins at `start`. */
export type FindColumns = (bytes: Uint8Array, start: number, spans: Int32Array) => void;

/** Made once a plan. The ids may be in any order. */
export function columnFinder(ids: readonly number[]): FindColumns {
	const order = ids.map((id, at) => ({ bit: id - 1, target: 2 * at })).sort((one, other) => one.bit - other.bit);
	const bits = order.map(({ bit }) => bit);
	const targets = order.map(({ target }) => target);
	return (bytes, start, spans) => {
		const head = bytes[start];
		const isLong = (head & longCountBit) !== 0;
		const count = isLong ? bytes[start + 1] | (bytes[start + 2] << 8) : bytes[start + 1];
		const behindCount = start + (isLong ? 3 : 2);
		if ((head & absentBit) === 0) {
			findDense(bytes, head & widthBits, count, behindCount, bits, targets, spans);
		} else {
			findSparse(bytes, head & widthBits, count, behindCount, bits, targets, spans);
		}
	};
}

/** A row without absent columns: the end of a column is found by its id. */
function findDense(
	bytes: Uint8Array,
	width: number,
	count: number,
	ends: number,
	bits: readonly number[],
	targets: readonly number[],
	spans: Int32Array,
): void {
	const values = ends + (count << width);
	for (let next = 0; next < bits.length; next++) {
		const bit = bits[next];
		const target = targets[next];
		if (bit >= count) {
			spans[target] = missingSpan;
			continue;
		}
		spans[target] = bit === 0 ? values : values + readEnd(bytes, ends + ((bit - 1) << width), width);
		spans[target + 1] = values + readEnd(bytes, ends + (bit << width), width);
	}
}

function findSparse(
	bytes: Uint8Array,
	width: number,
	count: number,
	absent: number,
	bits: readonly number[],
	targets: readonly number[],
	spans: Int32Array,
): void {
	const ends = absent + ((count + 7) >> 3);
	const values = ends + ((count - countAbsent(bytes, absent, count)) << width);
	let rank = 0;
	let counted = 0;
	for (let next = 0; next < bits.length; next++) {
		const bit = bits[next];
		const target = targets[next];
		if (bit >= count) {
			spans[target] = missingSpan;
			continue;
		}
		for (; counted < bit; counted++) {
			rank += 1 - ((bytes[absent + (counted >> 3)] >> (counted & 7)) & 1);
		}
		if (((bytes[absent + (bit >> 3)] >> (bit & 7)) & 1) === 1) {
			spans[target] = nullSpan;
			continue;
		}
		spans[target] = rank === 0 ? values : values + readEnd(bytes, ends + ((rank - 1) << width), width);
		spans[target + 1] = values + readEnd(bytes, ends + (rank << width), width);
	}
}

/** Number of ones among the first `bits` absent bits. */
export function countAbsent(bytes: Uint8Array, absent: number, bits: number): number {
	let total = 0;
	const whole = bits >> 3;
	for (let at = 0; at < whole; at++) {
		total += onesOf(bytes[absent + at]);
	}
	const rest = bits & 7;
	return rest === 0 ? total : total + onesOf(bytes[absent + whole] & ((1 << rest) - 1));
}

export function readEnd(bytes: Uint8Array, at: number, width: number): number {
	if (width === 0) {
		return bytes[at];
	}
	const low = bytes[at] | (bytes[at + 1] << 8);
	return width === 1 ? low : (low | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

function onesOf(byte: number): number {
	const pairs = byte - ((byte >> 1) & 0x55);
	const nibbles = (pairs & 0x33) + ((pairs >> 2) & 0x33);
	return (nibbles + (nibbles >> 4)) & 15;
}
