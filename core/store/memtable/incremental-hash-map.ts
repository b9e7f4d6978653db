/**
 * Incremental hash map: grows in small steps, so that no insertion rehashes all of it.
 *
 * A full `Map` allocates one of twice the size and moves all entries at once: with 262,144 keys that blocks the event
 * loop for 10 to 23 ms. So a large one is split into many maps by the last bytes of its keys, which differ most.
 * Parts get unequal shares, the last one twice as much as the first: equal ones would all be full at the same moment.
 */
import type { Key } from "../contract.ts";

/** From this size on it is split. */
const fewKeys = 1024;
const parts = 64;
/** Number of hash values of keys' ends: a power of two. */
const ends = 1024;
/** The part of each hash value. */
const partOfEnd = Uint8Array.from({ length: ends }, (_, end) => Math.floor(parts * Math.log2(1 + end / ends)));

function endOf(key: Key): number {
	const last = key.length - 1;
	// A number's last bytes differ most; text keys end with two constant bytes.
	return (((key.charCodeAt(last) + 7 * key.charCodeAt(last - 2)) << 2) | (key.charCodeAt(last - 1) & 3)) & (ends - 1);
}

export class IncrementalHashMap<V> {
	#few: Map<Key, V> | undefined = new Map();
	#parts: Map<Key, V>[] = [];
	#size = 0;

	get size(): number {
		return this.#few === undefined ? this.#size : this.#few.size;
	}

	has(key: Key): boolean {
		return this.#partOf(key).has(key);
	}

	get(key: Key): V | undefined {
		return this.#partOf(key).get(key);
	}

	set(key: Key, value: V): void {
		if (this.#few !== undefined) {
			this.#few.set(key, value);
			if (this.#few.size > fewKeys) {
				this.#spread(this.#few);
			}
			return;
		}
		const part = this.#partOf(key);
		const { size } = part;
		part.set(key, value);
		this.#size += part.size - size;
	}

	delete(key: Key): boolean {
		const isGone = this.#partOf(key).delete(key);
		if (isGone && this.#few === undefined && --this.#size === 0) {
			this.#few = new Map();
			this.#parts = [];
		}
		return isGone;
	}

	/** In no particular order. */
	*values(): Iterable<V> {
		for (const part of this.#few === undefined ? this.#parts : [this.#few]) {
			yield* part.values();
		}
	}

	#partOf(key: Key): Map<Key, V> {
		return this.#few ?? this.#parts[partOfEnd[endOf(key)]!]!;
	}

	#spread(few: Map<Key, V>): void {
		this.#few = undefined;
		this.#parts = Array.from({ length: parts }, () => new Map<Key, V>());
		for (const [key, value] of few) {
			this.#partOf(key).set(key, value);
		}
		this.#size = few.size;
	}
}
