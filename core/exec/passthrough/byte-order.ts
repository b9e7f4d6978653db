/**
 * Texts compared where they lie, in the collations in which bytes decide.
 *
 * In: two pieces of the same memory. Out: negative, 0 or positive, as `types/collation/collation.ts` compares byte strings. It
 * refuses to know collations.
 */
type Compare = (bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number) => number;

/** Every byte counts. */
export const compareExact: Compare = (bytes, a, aEnd, b, bEnd) => {
	const shift = b - a;
	const end = Math.min(aEnd, bEnd - shift);
	for (let at = a; at < end; at++) {
		const difference = bytes[at]! - bytes[at + shift]!;
		if (difference !== 0) {
			return difference;
		}
	}
	return aEnd - a - (bEnd - b);
};

/** As if endless spaces stood behind both. */
export const comparePadded: Compare = (bytes, a, aEnd, b, bEnd) => {
	const shift = b - a;
	const end = Math.min(aEnd, bEnd - shift);
	for (let at = a; at < end; at++) {
		const difference = bytes[at]! - bytes[at + shift]!;
		if (difference !== 0) {
			return difference;
		}
	}
	return end < aEnd ? compareRest(bytes, end, aEnd) : 0 - compareRest(bytes, end + shift, bEnd);
};

function compareRest(bytes: Uint8Array, from: number, to: number): number {
	for (let at = from; at < to; at++) {
		if (bytes[at] !== 0x20) {
			return bytes[at]! < 0x20 ? -1 : 1;
		}
	}
	return 0;
}
