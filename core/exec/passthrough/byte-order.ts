/**
 * Compares two texts in the same bytes in place (binary and PAD SPACE order), as `types/collation/collation.ts` does.
 */
type Compare = (bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number) => number;

/** Byte order. */
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

/** PAD SPACE: the shorter one is extended by spaces. */
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
