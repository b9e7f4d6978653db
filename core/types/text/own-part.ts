/**
 * Own part of a text: one that does not keep the whole text in memory.
 *
 * V8 makes a part of thirteen bytes or more as a reference to the whole (a sliced string). Groups, sorts, sets and
 * variables keep parts, and account for them by their length: 400 groups by `left(v, 20)`, of values of 8 MB, took
 * 3.2 GB. A copy takes 0.1 us (2-core VM, 2026-11), so that parts of short texts, and those that are most of the whole,
 * stay references.
 */
import type { ByteString } from "../value/value.ts";

/** Shorter parts are copies. */
const leastReference = 13;
const shortLength = 256;

/** The same as `slice`; `short`: up to this length the whole may be kept. */
export function ownPart(
	whole: ByteString,
	start: number,
	end: number = whole.length,
	short: number = shortLength,
): ByteString {
	const part = whole.slice(start, end);
	return whole.length > short && part.length * 2 < whole.length ? copiedText(part) : part;
}

/** A copy that refers to no other text. */
export function copiedText(text: ByteString): ByteString {
	return text.length < leastReference ? text : Buffer.from(text, "latin1").toString("latin1");
}
