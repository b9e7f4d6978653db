/**
 * String comparison and LIKE on bytes in place, for collations whose order is that of the bytes.
 *
 * Same results as `types/collation/collation.ts` and `functions/string/like.ts` on byte strings.
 */
import { collationOf } from "../../types/compare/comparison.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { familyOf, type SqlType } from "../../types/type.ts";
import type { BytePattern } from "../../functions/string/like.ts";

/** `exact`: byte order; `padded`: PAD SPACE, the shorter one is extended by spaces; undefined: ordered by weights. */
export function byteOrderOf(type: SqlType): "exact" | "padded" | undefined {
	const family = familyOf(type);
	if (family !== "text" && family !== "bytes") {
		return undefined;
	}
	const { name, charset, isBinary } = collationOf(type);
	if (name === "binary") {
		return "exact";
	}
	return isBinary && charsetNamed(charset)?.minBytes === 1 ? "padded" : undefined;
}

type CompareBytes = (a: Uint8Array, aFrom: number, aTo: number, b: Uint8Array, bFrom: number, bTo: number) => number;

export const compareExact: CompareBytes = (a, aFrom, aTo, b, bFrom, bTo) => {
	const shorter = Math.min(aTo - aFrom, bTo - bFrom);
	for (let at = 0; at < shorter; at++) {
		const difference = a[aFrom + at]! - b[bFrom + at]!;
		if (difference !== 0) {
			return difference;
		}
	}
	return aTo - aFrom - (bTo - bFrom);
};

export const comparePadded: CompareBytes = (a, aFrom, aTo, b, bFrom, bTo) => {
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

/** A compiled pattern; `skips`: how far the search may advance for each last byte (Boyer-Moore-Horspool). */
interface ReadyPattern {
	readonly open: boolean;
	readonly close: boolean;
	readonly part: Uint8Array;
	readonly skips: Uint8Array;
}

export function readyPattern({ open, close, part }: BytePattern): ReadyPattern {
	const bytes = Buffer.from(part, "latin1");
	const last = bytes.length - 1;
	const skips = new Uint8Array(256).fill(Math.min(255, Math.max(1, bytes.length)));
	for (let at = 0; at < last; at++) {
		skips[bytes[at]!] = Math.min(255, last - at);
	}
	return { open, close, part: bytes, skips };
}

export function meetsPattern(bytes: Uint8Array, from: number, to: number, pattern: ReadyPattern): boolean {
	const { part, open, close } = pattern;
	const size = part.length;
	if (to - from < size) {
		return false;
	}
	if (!open) {
		return (close || to - from === size) && isAt(bytes, from, part);
	}
	if (!close) {
		return isAt(bytes, to - size, part);
	}
	return contains(bytes, from, to, pattern);
}

function contains(bytes: Uint8Array, from: number, to: number, { part, skips }: ReadyPattern): boolean {
	const last = part.length - 1;
	if (last < 0) {
		return true;
	}
	const lastByte = part[last];
	for (let at = from + last; at < to; ) {
		const byte = bytes[at]!;
		if (byte === lastByte && isAt(bytes, at - last, part)) {
			return true;
		}
		at += skips[byte]!;
	}
	return false;
}

function isAt(bytes: Uint8Array, from: number, part: Uint8Array): boolean {
	for (let at = 0; at < part.length; at++) {
		if (bytes[from + at] !== part[at]) {
			return false;
		}
	}
	return true;
}
