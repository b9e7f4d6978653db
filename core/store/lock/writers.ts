/**
 * Transactions that insert many keys without a lock for each: a claim looks for its key in their write sets.
 *
 * A lock is three objects and a map entry, most of which are never looked up, and which the garbage collector copies
 * twice.
 */
import type { Key } from "../contract.ts";
import type { Holding } from "./holding.ts";

/** Keys that a transaction has written. */
export interface WrittenKeys {
	/** One of them from `from` to `to`, if there is any. */
	firstWithin(from: Key, to: Key): Key | undefined;
}

export class Writers {
	readonly #all = new Map<Holding, WrittenKeys>();

	get isEmpty(): boolean {
		return this.#all.size === 0;
	}

	/** Whether there are no others. */
	areOnly(holding: Holding): boolean {
		return this.#all.size === 0 || (this.#all.size === 1 && this.#all.has(holding));
	}

	has(holding: Holding): boolean {
		return this.#all.has(holding);
	}

	add(holding: Holding, written: WrittenKeys): void {
		this.#all.set(holding, written);
	}

	delete(holding: Holding): void {
		this.#all.delete(holding);
	}

	/** Whether another transaction has inserted the key. */
	hasAdded(key: Key, asking?: Holding): boolean {
		for (const [holding, written] of this.#all) {
			if (holding !== asking && written.firstWithin(key, `${key}\0`) !== undefined) {
				return true;
			}
		}
		return false;
	}

	/** For each other transaction, one of the keys that it inserted in a range. */
	*within(from: Key, to: Key, asking: Holding): Iterable<{ readonly holding: Holding; readonly key: Key }> {
		for (const [holding, written] of this.#all) {
			const key = holding === asking ? undefined : written.firstWithin(from, to);
			if (key !== undefined) {
				yield { holding, key };
			}
		}
	}
}
