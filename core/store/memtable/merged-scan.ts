/**
 * Merges a sorted map of writes into a scan: entries as if the writes had been applied (null removes).
 *
 *     writes   b=2    d=null   f=7
 *     base     a=1 b=1  c=1 d=1          ──►  a=1 b=2 c=1 f=7
 */
import type { Page } from "../page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key, Scan } from "../contract.ts";

const maximumBatch = 1024;

/** Cursor over a layer of writes: `SortedCursor` is one. */
export interface Layer {
	/** The entry that the last `next()` reached; a `null` value removes the key. */
	readonly key: Key;
	readonly value: Uint8Array | null | undefined;
	/** Moves to the next entry; false at the end. */
	next(): boolean;
	/** Skips entries, at most to the last, and returns how many. Only in layers without removals. */
	pass?(entries: number): number;
	/**
	 * Returns the entry that the last `next()` reached and some after it, up to a limit, as a page; `next()` continues
	 * after them. Undefined: not possible here. Only in layers without removals.
	 */
	page?(entries: number): Page | undefined;
}

export class MergedScan implements Scan {
	readonly #base: Scan;
	readonly #layer: Layer;
	readonly #reverse: boolean;
	readonly #wanted: number;
	/** The layer's cursor is at an entry that has not been taken. */
	#layerHasEntry: boolean;
	/** The base's current batch; `null` after the last. */
	#entries: readonly Entry[] | null = [];
	#at = 0;

	/** `limit`: the most entries that will be read, as far as is known: the greatest key is one of very many. */
	constructor(base: Scan, layer: Layer, reverse: boolean, limit = maximumBatch) {
		this.#wanted = Math.max(1, Math.min(limit, maximumBatch));
		this.#base = base;
		this.#layer = layer;
		this.#reverse = reverse;
		this.#layerHasEntry = layer.next();
	}

	next(): MaybePromise<readonly Entry[] | null> {
		const merged: Entry[] = [];
		for (;;) {
			if (this.#entries !== null && this.#at === this.#entries.length) {
				if (merged.length > 0) {
					return merged;
				}
				const answer = this.#base.next();
				if (answer instanceof Promise) {
					return answer.then((entries) => {
						this.#take(entries);
						return this.next();
					});
				}
				this.#take(answer);
			}
			this.#merge(merged);
			if (merged.length > 0 || (this.#entries === null && !this.#layerHasEntry)) {
				return merged.length > 0 ? merged : null;
			}
		}
	}

	close(): void {
		this.#base.close();
		this.#entries = null;
		this.#layerHasEntry = false;
	}

	#take(entries: readonly Entry[] | null): void {
		this.#entries = entries;
		this.#at = 0;
	}

	/** Takes from both until the base's batch is used up or the result is full. */
	#merge(merged: Entry[]): void {
		const entries = this.#entries ?? [];
		while (merged.length < this.#wanted && (this.#entries === null ? this.#layerHasEntry : this.#at < entries.length)) {
			const below = this.#at < entries.length ? entries[this.#at] : undefined;
			if (below === undefined || (this.#layerHasEntry && !this.#isBefore(below.key, this.#layer.key))) {
				if (below?.key === this.#layer.key) {
					this.#at++;
				}
				const value = this.#layer.value;
				if (value !== null && value !== undefined) {
					merged.push({ key: this.#layer.key, value });
				}
				this.#layerHasEntry = this.#layer.next();
			} else {
				merged.push(below);
				this.#at++;
			}
		}
	}

	#isBefore(one: Key, other: Key): boolean {
		return this.#reverse ? one > other : one < other;
	}
}
