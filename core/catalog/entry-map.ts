/**
 * What a read-only map answers that follows from its entries.
 *
 * In: a map that knows its size and its entries and finds a value by its key. Out: all else of `ReadonlyMap`. It
 * refuses to know where the entries come from.
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
