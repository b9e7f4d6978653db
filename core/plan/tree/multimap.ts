/**
 * Multimap: several values of one key, in the order in which they were added.
 */
export class Multimap<Key, Item> {
	readonly #all = new Map<Key, Item[]>();

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
