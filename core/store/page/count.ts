/**
 * Counters in the store: concurrent commits add to them without conflict.
 *
 * A missing counter is 0.
 *
 *     | a number of 8 bytes, a double, little end first |
 */
import type { Key, Snapshot, Write } from "../contract.ts";

export interface Addition {
	readonly key: Key;
	readonly amount: number;
}

const countBytes = 8;
const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);

export function decodeCount(value: Uint8Array | undefined): number {
	if (value === undefined) {
		return 0;
	}
	for (let at = 0; at < countBytes; at++) {
		doubleBytes[at] = value[at]!;
	}
	return doubles[0];
}

export function encodeCount(count: number): Uint8Array {
	doubles[0] = count;
	const bytes = new Uint8Array(countBytes);
	for (let at = 0; at < countBytes; at++) {
		bytes[at] = doubleBytes[at]!;
	}
	return bytes;
}

/** Returns the counters to be written; `live` is a synchronous snapshot of their present values. */
export function countsOf(additions: readonly Addition[], live: Snapshot): Write[] {
	const counts: Write[] = [];
	for (const { key, amount } of additions) {
		counts.push({ key, value: encodeCount(decodeCount(live.get(key) as Uint8Array | undefined) + amount) });
	}
	return counts;
}

interface Sum {
	readonly key: Key;
	amount: number;
}

/**
 * Additions to counters by key, of a transaction or of a group of commits. There is one counter a table, and few are
 * written together: a list is made faster than a map.
 */
export class Additions {
	readonly #sums: Sum[] = [];

	add(key: Key, amount: number): void {
		const sum = this.#find(key);
		if (sum === undefined) {
			this.#sums.push({ key, amount });
		} else {
			sum.amount += amount;
		}
	}

	addAll(additions: readonly Addition[]): void {
		for (const { key, amount } of additions) {
			this.add(key, amount);
		}
	}

	/** Undefined: nothing was added, not even amounts that sum up to 0. */
	of(key: Key): number | undefined {
		return this.#find(key)?.amount;
	}

	/** Number of counters. */
	get size(): number {
		return this.#sums.length;
	}

	clear(): void {
		this.#sums.length = 0;
	}

	clone(): Additions {
		const copy = new Additions();
		copy.addAll(this.#sums);
		return copy;
	}

	/** Additions, those of 0 included. */
	get all(): readonly Addition[] {
		return this.#sums;
	}

	/** Additions other than 0. */
	list(): Addition[] {
		const list: Addition[] = [];
		for (const { key, amount } of this.#sums) {
			if (amount !== 0) {
				list.push({ key, amount });
			}
		}
		return list;
	}

	#find(key: Key): Sum | undefined {
		for (let at = 0; at < this.#sums.length; at++) {
			if (this.#sums[at]!.key === key) {
				return this.#sums[at];
			}
		}
		return undefined;
	}
}
