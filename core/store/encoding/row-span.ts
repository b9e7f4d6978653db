/**
 * Column locator: start and end of given columns' values in a row, in place; `row.ts` has the layout.
 */
import { absentBit, longCountBit, widthBits } from "./row.ts";

/** Instead of a start: the column is NULL. */
const spanIsNull = -1;
/** The row is older than the column, whose origin default applies. */
const spanIsMissing = -2;

/** Sets `spans[2 * i]` to the start of column i's value and `spans[2 * i + 1]` to its end. */
type LocateColumns = (bytes: Uint8Array, start: number, spans: Int32Array) => void;

export function columnLocator(ids: readonly number[]): LocateColumns {
	const order = ids.map((id, at) => ({ bit: id - 1, at })).sort((one, other) => one.bit - other.bit);
	const bits = order.map(({ bit }) => bit);
	const places = order.map(({ at }) => 2 * at);

	return (bytes, start, spans) => {
		const head = bytes[start];
		const width = head & widthBits;
		const isLong = (head & longCountBit) !== 0;
		const count = isLong ? bytes[start + 1] | (bytes[start + 2] << 8) : bytes[start + 1];
		const absent = start + (isLong ? 3 : 2);
		const isSparse = (head & absentBit) !== 0;
		const ends = isSparse ? absent + ((count + 7) >> 3) : absent;
		let present = count;
		if (isSparse) {
			present = 0;
			for (let bit = 0; bit < count; bit++) {
				present += 1 - ((bytes[absent + (bit >> 3)] >> (bit & 7)) & 1);
			}
		}
		const values = ends + (present << width);
		let rank = 0;
		let counted = 0;
		for (let next = 0; next < bits.length; next++) {
			const bit = bits[next];
			const place = places[next];
			if (bit >= count) {
				spans[place] = spanIsMissing;
				continue;
			}
			if (isSparse) {
				for (; counted < bit; counted++) {
					rank += 1 - ((bytes[absent + (counted >> 3)] >> (counted & 7)) & 1);
				}
				if (((bytes[absent + (bit >> 3)] >> (bit & 7)) & 1) === 1) {
					spans[place] = spanIsNull;
					continue;
				}
			} else {
				rank = bit;
			}
			spans[place] = rank === 0 ? values : values + readEnd(bytes, ends + ((rank - 1) << width), width);
			spans[place + 1] = values + readEnd(bytes, ends + (rank << width), width);
		}
	};
}

function readEnd(bytes: Uint8Array, at: number, width: number): number {
	if (width === 0) {
		return bytes[at];
	}
	const low = bytes[at] | (bytes[at + 1] << 8);
	return width === 1 ? low : (low | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}
