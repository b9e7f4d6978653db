/**
 * Counts kept in the store, to which commits add: of several at once each is added, and none conflicts.
 *
 * In: bytes, additions. Out: numbers and bytes. A count that is not there is 0. It refuses to know what is counted.
 *
 *     | a number of 8 bytes, a double, little end first |
 */
import type { Key } from "./store.ts";

export interface Addition {
	readonly key: Key;
	readonly amount: number;
}

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);

export function decodeCount(value: Uint8Array | undefined): number {
	if (value === undefined) {
		return 0;
	}
	doubleBytes.set(value);
	return doubles[0];
}

export function encodeCount(count: number): Uint8Array {
	doubles[0] = count;
	return doubleBytes.slice();
}

/** Adds to what is to be added already. */
export function addUp(sums: Map<Key, number>, additions: readonly Addition[]): void {
	for (const { key, amount } of additions) {
		sums.set(key, (sums.get(key) ?? 0) + amount);
	}
}

/** What a transaction adds. */
export class Additions {
	readonly #amounts: Map<Key, number>;

	constructor(amounts?: ReadonlyMap<Key, number>) {
		this.#amounts = new Map(amounts);
	}

	add(key: Key, amount: number): void {
		this.#amounts.set(key, (this.#amounts.get(key) ?? 0) + amount);
	}

	/** Undefined: nothing was added, not even what sums up to nothing. */
	of(key: Key): number | undefined {
		return this.#amounts.get(key);
	}

	clone(): Additions {
		return new Additions(this.#amounts);
	}

	list(): Addition[] {
		const list: Addition[] = [];
		for (const [key, amount] of this.#amounts) {
			if (amount !== 0) {
				list.push({ key, amount });
			}
		}
		return list;
	}
}
