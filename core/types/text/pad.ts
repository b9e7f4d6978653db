/**
 * PAD SPACE: compares texts as if the shorter one were padded with spaces, and makes sort keys of that order.
 *
 * Works on byte strings that compare byte by byte (text, or weights of text); the pad is always the byte 20. A key
 * must sort the end of a text as if endless spaces followed: above control characters, below the rest.
 *
 *     text   "a"        "a b"         "a\t"         "a \t"               "a  " (as "a")
 *     key    61 1F      61 20 62 1F   61 09 1F      61 1E 03 09 1F       61 1F
 *
 * So: trailing spaces are dropped and 1F ends the key; spaces before a control character are 1E 03, because they are
 * then below the end; the bytes 1E and 1F themselves are 1E 01 and 1E 02.
 */
import type { ByteString } from "../value/value.ts";
import { ownPart } from "./own-part.ts";

const END = "\x1f";
const control = /[\x00-\x1f]/;

/** Compares two texts: negative, 0 or positive. A loop, since V8's `<` on strings costs several times as much. */
export function comparePadded(a: ByteString, b: ByteString): number {
	const shorter = Math.min(a.length, b.length);
	for (let at = 0; at < shorter; at++) {
		const difference = a.charCodeAt(at) - b.charCodeAt(at);
		if (difference !== 0) {
			return difference;
		}
	}
	if (a.length === b.length) {
		return 0;
	}
	return a.length > shorter ? compareRest(a, shorter) : 0 - compareRest(b, shorter);
}

/** Compares the remaining bytes with spaces. */
function compareRest(bytes: ByteString, from: number): number {
	for (let at = from; at < bytes.length; at++) {
		const byte = bytes.charCodeAt(at);
		if (byte !== 0x20) {
			return byte < 0x20 ? -1 : 1;
		}
	}
	return 0;
}

export function withoutTrailingSpaces(bytes: ByteString): ByteString {
	let end = bytes.length;
	while (end > 0 && bytes.charCodeAt(end - 1) === 0x20) {
		end--;
	}
	return end === bytes.length ? bytes : ownPart(bytes, 0, end);
}

/** Returns the sort key; see the header. */
export function paddedKey(bytes: ByteString): ByteString {
	const text = withoutTrailingSpaces(bytes);
	return (control.test(text) ? escapeControls(text) : text) + END;
}

/** Returns a prefix of the keys of all texts with this prefix. */
export function paddedPrefix(bytes: ByteString): ByteString {
	const text = withoutTrailingSpaces(bytes);
	return control.test(text) ? escapeControls(text) : text;
}

function escapeControls(text: ByteString): ByteString {
	return text
		.replace(/[\x1e\x1f]/g, (byte) => (byte === "\x1e" ? "\x1e\x01" : "\x1e\x02"))
		.replace(/ +(?=[\x00-\x1f])/g, (spaces) => "\x1e\x03".repeat(spaces.length));
}
