/**
 * Values read by their keys, as a page: those that are there, side by side in the order of the keys.
 *
 * In: keys, then values in any order. Out: a page. It refuses to read. Its memory is used again by whoever fills it next.
 */
import type { Page } from "./page.ts";
import type { Key } from "./store.ts";

/** In the place of a beginning: nothing is there. */
const nowhere = 0xffffffff;
/** Fewer bytes are copied by a loop. */
const shortBytes = 128;

export class ValuePage implements Page {
	count = 0;
	bytes = new Uint8Array(1024);
	starts = new Uint32Array(16);
	ends = new Uint32Array(16);
	#keys: readonly Key[] = [];
	#used = 0;
	#found = 0;

	/** Keys and what they hold. */
	fill(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): Page {
		this.begin(keys);
		for (let at = 0; at < values.length; at++) {
			const value = values[at];
			if (value !== undefined) {
				this.put(at, value, 0, value.length);
			}
		}
		return this.finish();
	}

	begin(keys: readonly Key[]): void {
		if (keys.length > this.starts.length) {
			this.starts = new Uint32Array(2 * keys.length);
			this.ends = new Uint32Array(2 * keys.length);
		}
		this.starts.fill(nowhere, 0, keys.length);
		this.#keys = keys;
		this.#used = 0;
		this.#found = 0;
	}

	/** The value of the key at a place among the keys: a copy of some bytes. */
	put(place: number, source: Uint8Array, start: number, end: number): void {
		const into = this.#used;
		this.#used = into + end - start;
		if (this.#used > this.bytes.length) {
			this.#grow(into);
		}
		const { bytes } = this;
		if (end - start > shortBytes) {
			bytes.set(source.subarray(start, end), into);
		} else {
			for (let at = start, target = into; at < end; at++, target++) {
				bytes[target] = source[at]!;
			}
		}
		this.starts[place] = into;
		this.ends[place] = this.#used;
		this.#found++;
	}

	/** Leaves out the keys that hold nothing. */
	finish(): Page {
		this.count = this.#keys.length;
		if (this.#found < this.count) {
			const { starts, ends } = this;
			const keys = this.#keys;
			const found: Key[] = [];
			for (let at = 0; at < keys.length; at++) {
				if (starts[at] !== nowhere) {
					starts[found.length] = starts[at]!;
					ends[found.length] = ends[at]!;
					found.push(keys[at]!);
				}
			}
			this.#keys = found;
			this.count = found.length;
		}
		return this;
	}

	key(at: number): Key {
		return this.#keys[at]!;
	}

	#grow(used: number): void {
		const grown = new Uint8Array(2 * this.#used);
		grown.set(this.bytes.subarray(0, used));
		this.bytes = grown;
	}
}
