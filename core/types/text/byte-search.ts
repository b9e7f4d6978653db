/**
 * Byte search: occurrences of a byte string in another, in time linear in both (Knuth-Morris-Pratt for long parts).
 *
 * V8's own search looks at the last 250 characters of a part alone when it skips, and its backward search does not
 * skip at all: a part of 2 MB in a text of 4 MB took minutes (2-core VM, 2026-11).
 */
import type { ByteString } from "../value/value.ts";

const longestForward = 250;
const longestBackward = 8;

/** Returns the offset of the first occurrence from `start` on; -1: none. */
export function indexOfBytes(text: ByteString, part: ByteString, start = 0): number {
	if (part.length <= longestForward || text.length - start < part.length) {
		return text.indexOf(part, start);
	}
	return knuthMorrisPratt(Buffer.from(part, "latin1"))(Buffer.from(text, "latin1"), start);
}

/** Returns the offsets of occurrences that do not overlap: the first `count` from the start. */
export function* occurrences(text: ByteString, part: ByteString, count: number): Generator<number> {
	const isLong = part.length > longestForward && text.length >= part.length;
	const bytes = isLong ? Buffer.from(text, "latin1") : undefined;
	const search = isLong ? knuthMorrisPratt(Buffer.from(part, "latin1")) : undefined;
	for (let at = 0, left = count; left > 0; left--) {
		const found = search === undefined ? text.indexOf(part, at) : search(bytes!, at);
		if (found < 0) {
			return;
		}
		yield found;
		at = found + part.length;
	}
}

/** The same from the end of the text backwards. */
export function* occurrencesFromEnd(text: ByteString, part: ByteString, count: number): Generator<number> {
	if (part.length <= longestBackward) {
		for (let end = text.length, left = count; left > 0 && end >= part.length; left--) {
			const found = text.lastIndexOf(part, end - part.length);
			if (found < 0) {
				return;
			}
			yield found;
			end = found;
		}
		return;
	}
	const reversedPart = Buffer.from(part, "latin1").reverse();
	const reversedText = Buffer.from(text, "latin1").reverse();
	const search = knuthMorrisPratt(reversedPart);
	for (let at = 0, left = count; left > 0; left--) {
		const found = search(reversedText, at);
		if (found < 0) {
			return;
		}
		at = found + part.length;
		yield text.length - at;
	}
}

/** Returns the place where the part first occurs from `start` on; -1: nowhere. */
export type Search = (text: ArrayLike<number>, start: number) => number;

/** By matched length of a part, the length of the longest border: a proper prefix that is a suffix. */
function bordersOf(wanted: Int32Array): Int32Array {
	const { length } = wanted;
	const borders = new Int32Array(length + 1);
	for (let at = 1, border = 0; at < length; at++) {
		while (border > 0 && wanted[at] !== wanted[border]) {
			border = borders[border]!;
		}
		border += wanted[at] === wanted[border] ? 1 : 0;
		borders[at + 1] = border;
	}
	return borders;
}

/** Marks every place where the part begins, those within another occurrence too; the part is not empty. */
export function everyOccurrence(text: ArrayLike<number>, part: ArrayLike<number>): Uint8Array {
	const wanted = Int32Array.from(part);
	const borders = bordersOf(wanted);
	const begins = new Uint8Array(text.length + 1);
	let matched = 0;
	for (let at = 0; at < text.length; at++) {
		const key = text[at];
		while (matched > 0 && (matched === wanted.length || wanted[matched] !== key)) {
			matched = borders[matched]!;
		}
		if (wanted[matched] === key && ++matched === wanted.length) {
			begins[at + 1 - matched] = 1;
		}
	}
	return begins;
}

export function knuthMorrisPratt(part: ArrayLike<number>): Search {
	const { length } = part;
	const wanted = Int32Array.from(part);
	const borders = bordersOf(wanted);
	return (text, start) => {
		let matched = 0;
		for (let at = start; at < text.length; at++) {
			const key = text[at];
			while (matched > 0 && wanted[matched] !== key) {
				matched = borders[matched]!;
			}
			if (wanted[matched] === key && ++matched === length) {
				return at + 1 - length;
			}
		}
		return length === 0 && start <= text.length ? start : -1;
	};
}
