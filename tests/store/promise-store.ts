/**
 * An engine that implements the contract alone and answers with promises on a later turn, as a remote engine does.
 *
 * States are plain sorted arrays that share nothing: slow, and simple enough to be right by reading.
 */
import { setImmediate as laterTurn } from "node:timers/promises";
import { equalBytes } from "../../core/store/encoding/equal-bytes.ts";
import type { Batch, Commit, Entry, Key, Range, Scan, Snapshot, Store } from "../../core/store/contract.ts";

const entriesPerBatch = 100;

/** Stays open when it is closed, as a directory does; each `close` ends one opening. */
export function promiseStore(): Store {
	return new PromiseStore();
}

class PromiseStore implements Store {
	#values: ReadonlyMap<Key, Uint8Array> = new Map();
	#sorted: readonly Key[] = [];
	#transactionId = 1;

	snapshot(): Snapshot {
		return new PromiseSnapshot(this.#values, this.#sorted, this.#transactionId);
	}

	async commit({ writes, conditions, newest }: Batch): Promise<Commit> {
		await laterTurn();
		if (newest !== undefined && newest !== this.#transactionId) {
			return { done: false, conflict: "" };
		}
		const changed = conditions.find(({ key, seen }) => !equalBytes(this.#values.get(key), seen));
		if (changed !== undefined) {
			return { done: false, conflict: changed.key };
		}
		if (writes.length > 0) {
			const values = new Map(this.#values);
			for (const { key, value } of writes) {
				if (value === null) {
					values.delete(key);
				} else {
					values.set(key, value);
				}
			}
			const isSameKeys = values.size === this.#values.size && writes.every(({ key }) => this.#values.has(key));
			this.#sorted = isSameKeys ? this.#sorted : [...values.keys()].sort();
			this.#values = values;
			this.#transactionId++;
		}
		return { done: true, transactionId: this.#transactionId };
	}

	check(): void {}

	async close(): Promise<void> {}
}

class PromiseSnapshot implements Snapshot {
	readonly transactionId: number;
	readonly #values: ReadonlyMap<Key, Uint8Array>;
	readonly #sorted: readonly Key[];

	constructor(values: ReadonlyMap<Key, Uint8Array>, sorted: readonly Key[], transactionId: number) {
		this.#values = values;
		this.#sorted = sorted;
		this.transactionId = transactionId;
	}

	async get(key: Key): Promise<Uint8Array | undefined> {
		await laterTurn();
		return this.#values.get(key);
	}

	async getMany(keys: readonly Key[]): Promise<readonly (Uint8Array | undefined)[]> {
		await laterTurn();
		return keys.map((key) => this.#values.get(key));
	}

	scan({ from, to, reverse }: Range): Scan {
		const keys = this.#sorted.slice(firstNotBelow(this.#sorted, from), firstNotBelow(this.#sorted, to));
		const left = reverse === true ? keys.reverse() : keys;
		return {
			next: async (): Promise<readonly Entry[] | null> => {
				await laterTurn();
				const batch = left.splice(0, entriesPerBatch);
				return batch.length === 0 ? null : batch.map((key) => ({ key, value: this.#values.get(key) as Uint8Array }));
			},
			close: () => {
				left.length = 0;
			},
		};
	}

	release(): void {}
}

/** Index of the first key that is not below another. */
function firstNotBelow(sorted: readonly Key[], key: Key): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		[low, high] = (sorted[middle] as Key) < key ? [middle + 1, high] : [low, middle];
	}
	return low;
}
