/**
 * Keys that were seen, however many memory holds.
 *
 * In: keys, one after the other. Out: is it there for the first time? A few are kept in a Set, many as bytes: a Set
 * of a million keys is made anew whenever it doubles, which takes 80 ms in which nobody else has a turn. It refuses
 * to spill.
 */
import type { Value } from "../../types/value.ts";
import { KeyNumbers } from "./key-numbers.ts";

/** Beyond so many they are kept as bytes: becoming so takes them half a millisecond. */
const mostPlain = 2048;

export class SeenKeys {
	#plain = new Set<Value>();
	#many: KeyNumbers | undefined;

	has(key: Value): boolean {
		return this.#many === undefined ? this.#plain.has(key) : this.#many.find(key) >= 0;
	}

	/** True: it is new. */
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
