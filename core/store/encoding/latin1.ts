/**
 * Conversion of bytes to byte strings and back, through the native methods beneath Node's `toString` and `write`.
 */
import { latin1Slice, latin1Write } from "../../types/text/native-latin1.ts";
import type { ByteString } from "../../types/value/value.ts";

/** Below this length a loop beats the call. */
const shortBytes = 24;

/** Returns bytes `start` to `end` as a byte string. */
export function readLatin1(bytes: Uint8Array, start: number, end: number): ByteString {
	return latin1Slice.call(bytes, start, end);
}

/** Writes a byte string at `start`; what exceeds the array is cut off. */
export function writeLatin1(bytes: Uint8Array, text: ByteString, start: number): void {
	const length = text.length;
	if (length > shortBytes) {
		latin1Write.call(bytes, text, start, length);
		return;
	}
	for (let at = 0; at < length; at++) {
		bytes[start + at] = text.charCodeAt(at);
	}
}

/**
 * Negative if the bytes sort before the byte string, positive if after it. The first `same` bytes are known to be
 * equal.
 */
export function compareLatin1(bytes: Uint8Array, start: number, end: number, text: string, same = 0): number {
	const common = Math.min(end - start, text.length);
	for (let at = same; at < common; at++) {
		const order = bytes[start + at]! - text.charCodeAt(at);
		if (order !== 0) {
			return order;
		}
	}
	return end - start - text.length;
}
