/**
 * Encodes parts of keys into bytes in place: the form of `key-part.ts` without its strings.
 *
 * Integers beyond a double's exact range are left to `key-part.ts`.
 */
import { invariant } from "../../errors/invariant.ts";
import { type KeyKind, keyPartEncoder, magnitudeBytes } from "./key-part.ts";
import { writeLatin1 } from "./latin1.ts";
import type { ByteString } from "../../types/value/value.ts";

/** The most bytes that `writeKeyInteger` writes. */
export const keyIntegerBytes = 9;

const encodeOther = keyPartEncoder("integer");

export function writeKeyInteger(bytes: Uint8Array, value: number, start: number): number {
	if (value < 0 || value > 0xffffffff) {
		return writeText(bytes, encodeOther(value), start);
	}
	if (value < 0x80) {
		bytes[start] = 0x40 + value;
		return start + 1;
	}
	const length = value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x1000000 ? 3 : 4;
	bytes[start] = 0xc0 + length;
	for (let at = start + length, rest = value; at > start; at--) {
		bytes[at] = rest;
		rest >>>= 8;
	}
	return start + 1 + length;
}

/** End of the key part that begins at `at`; `endOfKeyPart` does the same for a string. */
function endOfPiece(bytes: Uint8Array, at: number, kind: KeyKind): number {
	const head = bytes[at]!;
	if (kind === "double") {
		return head === 0 ? at + 1 : at + 9;
	}
	if (kind === "integer") {
		return at + 1 + magnitudeBytes(head);
	}
	let end = bytes.indexOf(0, at);
	while (bytes[end + 1] === 0xff) {
		end = bytes.indexOf(0, end + 2);
	}
	invariant(end >= 0, "A byte string in a key has an end.");
	return end + 2;
}

/** End of the last of several key parts, the first of which begins at `at`. */
export function endOfPieces(bytes: Uint8Array, at: number, kinds: readonly KeyKind[]): number {
	let end = at;
	for (let piece = 0; piece < kinds.length; piece++) {
		end = endOfPiece(bytes, end, kinds[piece]!);
	}
	return end;
}

export function writeText(bytes: Uint8Array, text: ByteString, start: number): number {
	writeLatin1(bytes, text, start);
	return start + text.length;
}
