/**
 * Read-only map base class: derives the rest of `ReadonlyMap` from size, entries and lookup.
 */
export abstract class EntryMap<K, V> implements ReadonlyMap<K, V> {
	abstract readonly size: number;

	abstract get(key: K): V | undefined;

	abstract has(key: K): boolean;

	abstract entries(): MapIterator<[K, V]>;

	*keys(): MapIterator<K> {
		for (const [key] of this.entries()) {
			yield key;
		}
	}

	*values(): MapIterator<V> {
		for (const [, value] of this.entries()) {
			yield value;
		}
	}

	[Symbol.iterator](): MapIterator<[K, V]> {
		return this.entries();
	}

	forEach(act: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
		for (const [key, value] of this.entries()) {
			act(value, key, this);
		}
	}
}
