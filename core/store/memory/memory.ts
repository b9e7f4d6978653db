/**
 * In-memory engine on a copy-on-write B+tree: snapshots are clones in O(1). For tests and throw-away databases.
 *
 * Values given in a batch are kept as they are, not copied.
 */
import { invariant } from "../../errors/invariant.ts";
import { decodeCount, encodeCount } from "../page/count.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import { gatherPages } from "../memtable/gathered-pages.ts";
import type { Page, PageScan } from "../page/page.ts";
import { rangeOf } from "../encoding/keys.ts";
import { conditionsOfBatch, writesOfBatch } from "../runs/run-cursor.ts";
import type { SortedCursor } from "../memtable/sorted-cursor.ts";
import { SortedMap } from "../memtable/sorted-map.ts";
import type { Commit, Entry, Key, Range, Scan } from "../contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../fast-store.ts";
import { firstInsertConflict } from "../transaction/insert-conflict.ts";
import { firstChanged } from "../page/range-digest.ts";
import type { ValuePage } from "../page/value-page.ts";

const entriesPerBatch = 256;

export function openMemoryStore(): FastStore {
	return new MemoryStore();
}

class MemoryStore implements FastStore {
	readonly #entries = new SortedMap<Uint8Array>();
	/** The clone shared by snapshots of the current state; dropped by the next commit. */
	#frozen: SortedMap<Uint8Array> | null = null;
	#transactionId = 1;
	#closed = false;

	snapshot(): FastSnapshot {
		invariant(!this.#closed, "A closed store has no snapshots.");
		this.#frozen ??= this.#entries.clone();
		return new MemorySnapshot(this.#frozen, this.#transactionId);
	}

	commit(batch: FastBatch): Promise<Commit> {
		invariant(!this.#closed, "Nothing is committed to a closed store.");
		for (const { key, seen } of conditionsOfBatch(batch)) {
			if (!equalBytes(this.#entries.get(key), seen)) {
				return Promise.resolve({ done: false, conflict: key });
			}
		}
		const taken =
			firstInsertConflict(batch, ({ from, to }) => keysOf(this.#entries.cursor(from, `${to}\0`, false))) ??
			firstChanged(batch.ranges, false, (range) => this.snapshot().pages(range));
		if (taken !== undefined) {
			return Promise.resolve({ done: false, conflict: taken });
		}
		if (
			batch.writes.length > 0 ||
			batch.runs !== undefined ||
			batch.changes !== undefined ||
			batch.cleared !== undefined ||
			(batch.additions?.length ?? 0) > 0
		) {
			this.#frozen = null;
			this.#transactionId++;
		}
		for (const { key, value } of writesOfBatch(batch)) {
			if (value === null) {
				this.#entries.delete(key);
			} else {
				this.#entries.set(key, value);
			}
		}
		for (const prefix of batch.cleared ?? []) {
			const { from, to } = rangeOf(prefix);
			for (const key of [...keysOf(this.#entries.cursor(from, to, false))]) {
				this.#entries.delete(key);
			}
		}
		for (const { key, amount } of batch.additions ?? []) {
			this.#frozen = null;
			this.#entries.set(key, encodeCount(decodeCount(this.#entries.get(key)) + amount));
		}
		return Promise.resolve({ done: true, transactionId: this.#transactionId });
	}

	check(): void {
		invariant(!this.#closed, "The store is closed.");
	}

	async close(): Promise<void> {
		this.#closed = true;
	}
}

function* keysOf(cursor: SortedCursor<Uint8Array>): Iterable<Key> {
	while (cursor.next()) {
		yield cursor.key;
	}
}

class MemorySnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly #entries: SortedMap<Uint8Array>;

	constructor(entries: SortedMap<Uint8Array>, transactionId: number) {
		this.#entries = entries;
		this.transactionId = transactionId;
	}

	get(key: Key): Uint8Array | undefined {
		return this.#entries.get(key);
	}

	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		return keys.map((key) => this.#entries.get(key));
	}

	getPage(keys: readonly Key[], page: ValuePage): Page {
		return page.fill(keys, this.getMany(keys));
	}

	scan(range: Range): Scan {
		return new MemoryScan(this.#entries.cursor(range.from, range.to, range.reverse === true), range.limit);
	}

	pages(range: Range): PageScan {
		return gatherPages(this.scan(range));
	}

	release(): void {}
}

class MemoryScan implements Scan {
	readonly #cursor: SortedCursor<Uint8Array>;
	readonly #batchSize: number;
	#done = false;

	constructor(cursor: SortedCursor<Uint8Array>, limit: number | undefined) {
		this.#cursor = cursor;
		this.#batchSize = Math.min(Math.max(limit ?? entriesPerBatch, 1), entriesPerBatch);
	}

	next(): readonly Entry[] | null {
		const entries: Entry[] = [];
		const cursor = this.#cursor;
		while (!this.#done && entries.length < this.#batchSize) {
			if (cursor.next()) {
				entries.push({ key: cursor.key, value: cursor.value as Uint8Array });
			} else {
				this.#done = true;
			}
		}
		return entries.length > 0 ? entries : null;
	}

	close(): void {
		this.#done = true;
	}
}
