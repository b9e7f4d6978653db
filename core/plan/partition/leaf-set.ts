/**
 * Set of leaf partitions by number, as bits: partition pruning unites and intersects as many as there are comparisons.
 */
export class LeafSet {
	/** Of all leaves of the table. */
	readonly count: number;
	readonly #words: Uint32Array;

	constructor(count: number) {
		this.count = count;
		this.#words = new Uint32Array((count + 31) >>> 5);
	}

	has(leaf: number): boolean {
		return (this.#words[leaf >>> 5]! & (1 << (leaf & 31))) !== 0;
	}

	add(leaf: number): this {
		this.#words[leaf >>> 5]! |= 1 << (leaf & 31);
		return this;
	}

	/** Adds all from the first to the last. */
	addRange(first: number, last: number): this {
		for (let leaf = first; leaf <= last; ) {
			if ((leaf & 31) === 0 && leaf + 31 <= last) {
				this.#words[leaf >>> 5] = 0xff_ff_ff_ff;
				leaf += 32;
			} else {
				this.add(leaf++);
			}
		}
		return this;
	}

	/** Adds those of the other set. */
	unite(other: LeafSet): this {
		other.#words.forEach((word, at) => {
			this.#words[at]! |= word;
		});
		return this;
	}

	/** Removes all but those of the other set. */
	intersect(other: LeafSet): this {
		other.#words.forEach((word, at) => {
			this.#words[at]! &= word;
		});
		return this;
	}
}
