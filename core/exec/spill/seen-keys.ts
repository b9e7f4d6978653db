/**
 * Set of seen keys in memory: a Set for a few, bytes for many. Does not spill.
 *
 * Why: a Set of a million keys is rehashed whenever it doubles, which blocks the event loop for 80 ms.
 */
import type { Value } from "../../types/value/value.ts";
import { KeyNumbers } from "./key-numbers.ts";

/** Maximum size of the Set: converting it to bytes takes half a millisecond. */
const mostPlain = 2048;

export class SeenKeys {
	#plain = new Set<Value>();
	#many: KeyNumbers | undefined;

	has(key: Value): boolean {
		return this.#many === undefined ? this.#plain.has(key) : this.#many.find(key) >= 0;
	}

	/** Returns true for a new key. */
	add(key: Value): boolean {
		const many = this.#many;
		if (many !== undefined) {
			const { count } = many;
			return many.number(key) === count;
		}
		const { size } = this.#plain;
		const isNew = this.#plain.add(key).size > size;
		if (size >= mostPlain) {
			this.#many = new KeyNumbers();
			for (const each of this.#plain) {
				this.#many.number(each);
			}
			this.#plain.clear();
		}
		return isNew;
	}

	clear(): void {
		this.#plain.clear();
		this.#many?.close();
		this.#many = undefined;
	}
}
