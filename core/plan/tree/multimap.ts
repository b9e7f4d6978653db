/**
 * Multimap: several values of one key, in the order in which they were added.
 */
export class Multimap<Key, Item> {
	readonly #all = new Map<Key, Item[]>();

	static of<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Multimap<Key, Value> {
		const made = new Multimap<Key, Value>();
		for (const value of values) {
			made.add(keyOf(value), value);
		}
		return made;
	}

	add(key: Key, item: Item): void {
		const known = this.#all.get(key);
		if (known === undefined) {
			this.#all.set(key, [item]);
		} else {
			known.push(item);
		}
	}

	get(key: Key): readonly Item[] {
		return this.#all.get(key) ?? [];
	}
}
