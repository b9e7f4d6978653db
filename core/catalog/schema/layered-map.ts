/**
 * Persistent map: a copy with one change shares most entries with its original.
 *
 * A schema of a thousand tables of which one changes is made in a microsecond: entries are copied only when the
 * changes are many compared to the entries below.
 *
 *     base      a b c d e      never changed
 *     changes     B   -   f    laid over it: replaced, removed, added
 */
import { EntryMap } from "./entry-map.ts";

const leastChanges = 64;

export class LayeredMap<K, V> extends EntryMap<K, V> {
	readonly size: number;
	readonly #base: ReadonlyMap<K, V>;
	/** Undefined: removed. */
	readonly #changes: ReadonlyMap<K, V | undefined>;

	private constructor(base: ReadonlyMap<K, V>, changes: ReadonlyMap<K, V | undefined>, size: number) {
		super();
		this.#base = base;
		this.#changes = changes;
		this.size = size;
	}

	static over<K, V>(base: ReadonlyMap<K, V>): LayeredMap<K, V> {
		return base instanceof LayeredMap ? base : new LayeredMap(base, new Map(), base.size);
	}

	/** `undefined` removes the key. */
	with(key: K, value: V | undefined): LayeredMap<K, V> {
		return this.withAll([[key, value]]);
	}

	/** Each key at most once. */
	withAll(entries: Iterable<readonly [K, V | undefined]>): LayeredMap<K, V> {
		let { size } = this;
		const changes = new Map(this.#changes);
		for (const [key, value] of entries) {
			size += Number(value !== undefined) - Number(this.has(key));
			changes.set(key, value);
		}
		if (changes.size < Math.max(leastChanges, 2 * Math.sqrt(this.#base.size))) {
			return new LayeredMap(this.#base, changes, size);
		}
		return new LayeredMap(new Map(new LayeredMap(this.#base, changes, size)), new Map(), size);
	}

	get(key: K): V | undefined {
		return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
	}

	has(key: K): boolean {
		return this.#changes.has(key) ? this.#changes.get(key) !== undefined : this.#base.has(key);
	}

	*entries(): MapIterator<[K, V]> {
		for (const [key, value] of this.#base) {
			if (!this.#changes.has(key)) {
				yield [key, value];
			}
		}
		for (const [key, value] of this.#changes) {
			if (value !== undefined) {
				yield [key, value];
			}
		}
	}
}
