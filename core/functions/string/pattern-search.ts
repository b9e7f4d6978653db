/**
 * Search of a part of a LIKE pattern in a text, in time linear in the text: Knuth-Morris-Pratt, or Shift-And where the
 * part has `_`.
 *
 * A text is a list of keys: char codes, or numbers of characters that are equal in a collation.
 */

/** Stands for any one character. */
export const anyKey = -1;

export interface PartSearch {
	readonly length: number;
	/** Returns where the part first occurs from `start` on; -1: nowhere. */
	find(text: ArrayLike<number>, start: number): number;
	/** Whether it occurs exactly there. */
	isAt(text: ArrayLike<number>, start: number): boolean;
}

export function partSearch(part: readonly number[]): PartSearch {
	const find = part.includes(anyKey) ? shiftAnd(part) : knuthMorrisPratt(part);
	return {
		length: part.length,
		find,
		isAt(text, start) {
			if (start < 0 || start + part.length > text.length) {
				return false;
			}
			for (let at = 0; at < part.length; at++) {
				if (part[at] !== anyKey && part[at] !== text[start + at]) {
					return false;
				}
			}
			return true;
		},
	};
}

type Find = PartSearch["find"];

function knuthMorrisPratt(part: readonly number[]): Find {
	const { length } = part;
	const wanted = Int32Array.from(part);
	/** By matched length, the length of the longest border: a proper prefix that is a suffix. */
	const borders = new Int32Array(length + 1);
	for (let at = 1, border = 0; at < length; at++) {
		while (border > 0 && wanted[at] !== wanted[border]) {
			border = borders[border]!;
		}
		border += wanted[at] === wanted[border] ? 1 : 0;
		borders[at + 1] = border;
	}
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

const wordBits = 32;

/** One bit for each prefix that ends here: a text of n characters and a part of m take n * m / 32 steps. */
function shiftAnd(part: readonly number[]): Find {
	const words = Math.ceil(part.length / wordBits);
	const any = new Int32Array(words);
	const masks = new Map<number, Int32Array>();
	part.forEach((key, at) => {
		if (key !== anyKey && !masks.has(key)) {
			masks.set(key, new Int32Array(words));
		}
		if (key === anyKey) {
			any[at >> 5]! |= 1 << (at & 31);
		}
	});
	for (const [key, mask] of masks) {
		part.forEach((each, at) => {
			if (each === key || each === anyKey) {
				mask[at >> 5]! |= 1 << (at & 31);
			}
		});
	}
	const last = part.length - 1;
	return (text, start) => {
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
