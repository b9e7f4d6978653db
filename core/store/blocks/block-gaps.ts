/**
 * Ranges of keys in which no block lies, so that keys in them are not looked for in blocks.
 *
 * In: ranges as lookups find them. Out: whether a key is in one.
 *
 * What was learned holds for one `version`: a commit that makes blocks or takes them away, or another process's,
 * begins the next. A lookup in a table without blocks then costs 0.1 us more than before there were any, instead of
 * 1.3.
 */
import type { Key } from "../contract.ts";

const maximumGaps = 256;

export class BlockGaps {
	version = 1;
	/** Neither overlap nor touch; in order. */
	readonly #starts: Key[] = [];
	readonly #ends: Key[] = [];

	/** Blocks may have been made. */
	renew(): void {
		this.version++;
		this.#forget();
	}

	/** Is the key in a gap? */
	holds(key: Key): boolean {
		const at = this.#firstBehind(key) - 1;
		return at >= 0 && key < this.#ends[at];
	}

	/** No block holds a key from `from` up to, not including, `to`. */
	add(from: Key, to: Key): void {
		let first = this.#firstBehind(from);
		let start = from;
		let end = to;
		if (first > 0 && this.#ends[first - 1] >= from) {
			first--;
			start = this.#starts[first];
		}
		let last = first;
		while (last < this.#starts.length && this.#starts[last] <= to) {
			end = this.#ends[last] > end ? this.#ends[last] : end;
			last++;
		}
		this.#starts.splice(first, last - first, start);
		this.#ends.splice(first, last - first, end);
		if (this.#starts.length > maximumGaps) {
			this.#forget();
		}
	}

	#forget(): void {
		this.#starts.length = 0;
		this.#ends.length = 0;
	}

	/** The first gap that begins behind the key. */
	#firstBehind(key: Key): number {
		let low = 0;
		let high = this.#starts.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#starts[middle] <= key) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}
}
