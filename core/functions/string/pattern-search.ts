/**
 * Search of a part of a LIKE pattern in a text, in time linear in the text: Knuth-Morris-Pratt, or Shift-And where the
 * part has `_`.
 *
 * A text is a list of keys: char codes, or numbers of characters that are equal in a collation.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { work } from "../../async/work-meter.ts";
import { knuthMorrisPratt, type Search } from "../../types/text/byte-search.ts";

/** Stands for any one character. */
export const anyKey = -1;

/** Stands for `%` in a pattern: ends a part. */
export const partEnd = -2;

/** Up to this length a part is compared at every place; patterns may have a million such parts. */
const shortPart = 16;

/**
 * The parts of a pattern between `%`: each is searched where it first occurs after the one before, the last one is at
 * the text's end.
 */
export class PatternParts {
	readonly #keys: Int32Array;
	/** Where each part begins in the keys, and a last place for the end of the last. */
	readonly #starts: number[] = [0];
	/** Searches of long parts, made once. */
	readonly #searches = new Map<number, Search>();

	/** `pattern`: keys, with `partEnd` for each `%`. */
	constructor(pattern: readonly number[]) {
		this.#keys = Int32Array.from(pattern);
		pattern.forEach((key, at) => {
			if (key === partEnd) {
				this.#starts.push(at + 1);
			}
		});
		this.#starts.push(pattern.length + 1);
	}

	match(text: ArrayLike<number>): boolean {
		const last = this.#starts.length - 2;
		if (!this.#isAt(0, text, 0)) {
			return false;
		}
		let at = this.#length(0);
		if (last === 0) {
			return at === text.length;
		}
		for (let part = 1; part < last; part++) {
			const found = this.#find(part, text, at);
			if (found < 0) {
				return false;
			}
			at = found + this.#length(part);
		}
		const end = text.length - this.#length(last);
		return end >= at && this.#isAt(last, text, end);
	}

	#length(part: number): number {
		return this.#starts[part + 1]! - 1 - this.#starts[part]!;
	}

	#isAt(part: number, text: ArrayLike<number>, start: number): boolean {
		const keys = this.#keys;
		const first = this.#starts[part]!;
		const length = this.#length(part);
		if (start + length > text.length) {
			return false;
		}
		for (let at = 0; at < length; at++) {
			const key = keys[first + at];
			if (key !== anyKey && key !== text[start + at]) {
				return false;
			}
		}
		return true;
	}

	#find(part: number, text: ArrayLike<number>, start: number): number {
		const length = this.#length(part);
		if (length > shortPart) {
			return this.#searchOf(part)(text, start);
		}
		for (let at = start; at + length <= text.length; at++) {
			if (this.#isAt(part, text, at)) {
				return at;
			}
		}
		return -1;
	}

	#searchOf(part: number): Search {
		let search = this.#searches.get(part);
		if (search === undefined) {
			const first = this.#starts[part]!;
			const keys = this.#keys.subarray(first, first + this.#length(part));
			search = keys.includes(anyKey) ? shiftAnd([...keys]) : knuthMorrisPratt(keys);
			this.#searches.set(part, search);
		}
		return search;
	}
}

const wordBits = 32;

/** More steps in one search, about 1.5 ns each, are refused. */
const mostSteps = 150_000_000;

/** One bit for each prefix that ends here: a text of n characters and a part of m take n * m / 32 steps. */
function shiftAnd(part: readonly number[]): Search {
	const words = Math.ceil(part.length / wordBits);
	const any = new Int32Array(words);
	const masks = new Map<number, Int32Array>();
	if (words * new Set(part).size > mostSteps / 4) {
		throw sqlError("valueTooCostly", "like");
	}
	part.forEach((key, at) => {
		if (key === anyKey) {
			any[at >> 5]! |= 1 << (at & 31);
		}
	});
	part.forEach((key, at) => {
		if (key !== anyKey) {
			const mask = masks.get(key) ?? any.slice();
			masks.set(key, mask);
			mask[at >> 5]! |= 1 << (at & 31);
		}
	});
	const last = part.length - 1;
	return (text, start) => {
		const steps = words * (text.length - start);
		if (steps > mostSteps) {
			throw sqlError("valueTooCostly", "like");
		}
		work.units += steps;
		const state = new Int32Array(words);
		for (let at = start; at < text.length; at++) {
			const mask = masks.get(text[at]!) ?? any;
			let carry = 1;
			for (let word = 0; word < words; word++) {
				const before = state[word]!;
				state[word] = ((before << 1) | carry) & mask[word]!;
				carry = before >>> 31;
			}
			if ((state[last >> 5]! & (1 << (last & 31))) !== 0) {
				return at - last;
			}
		}
		return -1;
	};
}
