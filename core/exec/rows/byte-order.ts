/**
 * Byte order of texts: which types compare by their stored bytes, and comparison in place (zero-copy).
 *
 * Same order as `types/collation/collation.ts` on byte strings. `compareBytes` of the store is the order of `exact`.
 */
import { compareBytes } from "../../store/encoding/equal-bytes.ts";
import { collationOf } from "../../types/compare/comparison.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";

/** `exact`: byte order; `padded`: PAD SPACE, the shorter one is extended by spaces. */
export type ByteOrder = "exact" | "padded";

/** Returns undefined for texts ordered by weights, and for other types. */
export function byteOrderOf(type: SqlType): ByteOrder | undefined {
	const family = familyOf(type);
	if (family !== "text" && family !== "bytes") {
		return undefined;
	}
	const { charset, isBinary, isBytewise } = collationOf(type);
	if (isBytewise) {
		return "exact";
	}
	return isBinary && charsetNamed(charset)?.minBytes === 1 ? "padded" : undefined;
}

type CompareBytes = (a: Uint8Array, aFrom: number, aTo: number, b: Uint8Array, bFrom: number, bTo: number) => number;

/** Returns the comparison of an order: negative, 0 or positive. */
export function byteComparator(order: ByteOrder): CompareBytes {
	return order === "exact" ? compareBytes : comparePadded;
}

const comparePadded: CompareBytes = (a, aFrom, aTo, b, bFrom, bTo) => {
	const shorter = Math.min(aTo - aFrom, bTo - bFrom);
	for (let at = 0; at < shorter; at++) {
		const difference = a[aFrom + at]! - b[bFrom + at]!;
		if (difference !== 0) {
			return difference;
		}
	}
	return aTo - aFrom > shorter ? restOf(a, aFrom + shorter, aTo) : 0 - restOf(b, bFrom + shorter, bTo);
};

/** Compares the rest after the common part with trailing spaces. */
function restOf(bytes: Uint8Array, from: number, to: number): number {
	for (let at = from; at < to; at++) {
		if (bytes[at] !== 0x20) {
			return bytes[at]! < 0x20 ? -1 : 1;
		}
	}
	return 0;
}

/** Returns the end of a text without its trailing spaces. */
export function withoutSpaces(bytes: Uint8Array, from: number, to: number): number {
	let end = to;
	while (end > from && bytes[end - 1] === 0x20) {
		end--;
	}
	return end;
}
