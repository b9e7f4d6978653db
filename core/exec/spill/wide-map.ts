/**
 * A map that grows in small steps.
 *
 * In: keys and values. Out: what a Map answers, in another order. A Map of a million keys is made anew whenever it doubles, which
 * takes 50 ms in which nobody else has a turn; here the keys are spread over many maps once they are many, each of which grows
 * by itself. A look costs 10 ns more. It refuses to know what keys are made of.
 */
import type { Value } from "../../types/value.ts";

/** From here on keys are spread. */
const mostTogether = 4096;
/** A power of two. */
const partCount = 64;

export class WideMap<V> {
	/** One, or as many as there are parts. */
	#parts: Map<Value, V>[] = [new Map()];

	get(key: Value): V | undefined {
		const parts = this.#parts;
		return (parts.length === 1 ? parts[0]! : parts[partOf(key)]!).get(key);
	}

	set(key: Value, value: V): void {
		const parts = this.#parts;
		if (parts.length > 1) {
			parts[partOf(key)]!.set(key, value);
			return;
		}
		if (parts[0]!.set(key, value).size > mostTogether) {
			this.#spread();
		}
	}

	clear(): void {
		this.#parts = [new Map()];
	}

	*entries(): Generator<[Value, V]> {
		for (const part of this.#parts) {
			yield* part;
		}
	}

	#spread(): void {
		const [all] = this.#parts;
		const parts = Array.from({ length: partCount }, () => new Map<Value, V>());
		for (const [key, value] of all!) {
			parts[partOf(key)]!.set(key, value);
		}
		this.#parts = parts;
	}
}

/** Any number that equal keys share: a bad one only makes a part larger. */
function partOf(key: Value): number {
	if (typeof key === "string") {
		const size = key.length;
		let hash = size;
		for (let at = Math.max(0, size - 6); at < size; at++) {
			hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
		}
		hash = Math.imul(hash ^ (size === 0 ? 0 : key.charCodeAt(0)), 0x01000193);
		return (hash ^ (hash >>> 15)) & (partCount - 1);
	}
	if (typeof key === "number") {
		return (key ^ (key >>> 9)) & (partCount - 1);
	}
	return typeof key === "bigint" ? Number(key & BigInt(partCount - 1)) : 0;
}
