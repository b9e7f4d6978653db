/**
 * Recently read keys with their values, so that adding one to the read set needs no second read. Bounded.
 */
import type { Key } from "../contract.ts";

const maximumRemembered = 1024;

export class RecentReads {
	/** The last one in fields: most transactions read one. */
	#lastKey: Key | undefined;
	#lastValue: Uint8Array | undefined;
	#others: Map<Key, Uint8Array | undefined> | undefined;

	has(key: Key): boolean {
		return key === this.#lastKey || this.#others?.has(key) === true;
	}

	get(key: Key): Uint8Array | undefined {
		return key === this.#lastKey ? this.#lastValue : this.#others?.get(key);
	}

	/** Returns the value. */
	remember(key: Key, value: Uint8Array | undefined): Uint8Array | undefined {
		if (this.#lastKey !== undefined && this.#lastKey !== key) {
			if (this.#others === undefined || this.#others.size >= maximumRemembered) {
				this.#others = new Map();
			}
			this.#others.set(this.#lastKey, this.#lastValue);
		}
		this.#lastKey = key;
		this.#lastValue = value;
		return value;
	}
}
