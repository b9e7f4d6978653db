/**
 * LIKE on bytes in place, with `%` at the ends only: prefix, suffix and substring search (Boyer-Moore-Horspool).
 *
 * Same results as `functions/string/like.ts` on byte strings.
 */
import type { BytePattern } from "../../functions/string/like.ts";

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
