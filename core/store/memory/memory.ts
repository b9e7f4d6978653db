/**
 * In-memory engine on a copy-on-write B+tree: snapshots, forks and restores are clones in O(1).
 *
 *     fork of a store in memory     a clone that shares all nodes until one side writes
 *     overlay over another store    its own writes (null removes) over one pinned state of the other
 *
 * Values given in a batch are kept as they are, not copied.
 */
import { invariant } from "../../errors/invariant.ts";
import { decodeCount, encodeCount } from "../page/count.ts";
import { OverlaySnapshot } from "./overlay-snapshot.ts";
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

export function openMemoryStore(): MemoryStore {
	return new MemoryStore(undefined, new SortedMap(), 1);
}

/**
 * Opens a store in memory over the newest state of another store, which stays pinned and is not written.
 *
 * @param below - a store that reads synchronously
 * @param released - called when neither the store nor a fork or pinned state of it needs the other store any more
 */
export function openOverlay(below: FastStore, released: () => void = () => {}): MemoryStore {
	return new MemoryStore(new Base(below.snapshot(), released), new SortedMap(), firstOfFork());
}

/**
 * Transactions of one fork at most. Forks count from far apart: what is cached by a transaction's id, in a plan that
 * forks share, is never taken for another fork's.
 */
const transactionsPerFork = 2 ** 28;
let forks = 0;

function firstOfFork(): number {
	return ++forks * transactionsPerFork;
}

/** A pinned state of another store, released with its last holder. */
class Base {
	readonly snapshot: FastSnapshot;
	readonly #released: () => void;
	#holders = 0;

	constructor(snapshot: FastSnapshot, released: () => void) {
		this.snapshot = snapshot;
		this.#released = released;
	}

	hold(): this {
		this.#holders++;
		return this;
	}

	release(): void {
		this.#holders--;
		if (this.#holders === 0) {
			this.snapshot.release();
			this.#released();
		}
	}
}

type Entries = SortedMap<Uint8Array | null>;

/** A state of a memory store, pinned until it is released. */
export class PinnedState {
	readonly base: Base | undefined;
	readonly entries: Entries;
	#isReleased = false;

	constructor(base: Base | undefined, entries: Entries) {
		this.base = base?.hold();
		this.entries = entries;
	}

	/** Opens a store of its own that begins with this state. */
	open(): MemoryStore {
		invariant(!this.#isReleased, "A released state opens no store.");
		return new MemoryStore(this.base, this.entries.clone(), firstOfFork());
	}

	/** May be called twice. */
	release(): void {
		if (!this.#isReleased) {
			this.#isReleased = true;
			this.base?.release();
		}
	}
}

export class MemoryStore implements FastStore {
	#base: Base | undefined;
	/** Over a base null is a removed key; without one there is none. */
	#entries: Entries;
	/** The clone shared by snapshots of the current state; dropped by the next commit. */
	#frozen: Entries | null = null;
	#transactionId: number;
	#closed = false;

	constructor(base: Base | undefined, entries: Entries, transactionId: number) {
		this.#base = base?.hold();
		this.#entries = entries;
		this.#transactionId = transactionId;
	}

	snapshot(): FastSnapshot {
		invariant(!this.#closed, "A closed store has no snapshots.");
		return this.#state();
	}

	#state(): FastSnapshot {
		this.#frozen ??= this.#entries.clone();
		return this.#base === undefined
			? new MemorySnapshot(this.#frozen, this.#transactionId)
			: new OverlaySnapshot(this.#base.snapshot, this.#frozen, this.#transactionId);
	}

	/** Pins the newest state, at the same cost whatever its size. */
	pin(): PinnedState {
		invariant(!this.#closed, "A closed store has no states.");
		this.#frozen ??= this.#entries.clone();
		return new PinnedState(this.#base, this.#frozen);
	}

	/** Returns to a pinned state, this store's or another's, as a new state. */
	restore({ base, entries }: PinnedState): void {
		invariant(!this.#closed, "Nothing is restored into a closed store.");
		const former = this.#base;
		this.#base = base?.hold();
		former?.release();
		this.#entries = entries.clone();
		this.#frozen = null;
		this.#transactionId++;
	}

	#get(key: Key): Uint8Array | undefined {
		const own = this.#entries.get(key);
		return own === undefined ? (this.#base?.snapshot.get(key) as Uint8Array | undefined) : (own ?? undefined);
	}

	/** Keys of the newest state, before the batch. */
	*#keys(from: Key, to: Key): Iterable<Key> {
		if (this.#base === undefined) {
			yield* keysOf(this.#entries.cursor(from, to, false));
			return;
		}
		const scan = this.#state().scan({ from, to });
		for (let batch = scan.next(); batch !== null; batch = scan.next()) {
			for (const { key } of batch as readonly Entry[]) {
				yield key;
			}
		}
		scan.close();
	}

	commit(batch: FastBatch): Promise<Commit> {
		invariant(!this.#closed, "Nothing is committed to a closed store.");
		for (const { key, seen } of conditionsOfBatch(batch)) {
			if (!equalBytes(this.#get(key), seen)) {
				return Promise.resolve({ done: false, conflict: key });
			}
		}
		const taken =
			firstInsertConflict(batch, ({ from, to }) => this.#keys(from, `${to}\0`)) ??
			firstChanged(batch.ranges, false, (range) => this.snapshot().pages(range));
		if (taken !== undefined) {
			return Promise.resolve({ done: false, conflict: taken });
		}
		const cleared = (batch.cleared ?? []).flatMap((prefix) => {
			const { from, to } = rangeOf(prefix);
			return [...this.#keys(from, to)];
		});
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
			this.#put(key, value);
		}
		for (const key of cleared) {
			this.#put(key, null);
		}
		for (const { key, amount } of batch.additions ?? []) {
			this.#put(key, encodeCount(decodeCount(this.#get(key)) + amount));
		}
		return Promise.resolve({ done: true, transactionId: this.#transactionId });
	}

	#put(key: Key, value: Uint8Array | null): void {
		if (value === null && this.#base === undefined) {
			this.#entries.delete(key);
		} else {
			this.#entries.set(key, value);
		}
	}

	check(): void {
		invariant(!this.#closed, "The store is closed.");
	}

	async close(): Promise<void> {
		if (!this.#closed) {
			this.#closed = true;
			this.#base?.release();
		}
	}
}

function* keysOf(cursor: SortedCursor<Uint8Array | null>): Iterable<Key> {
	while (cursor.next()) {
		yield cursor.key;
	}
}

class MemorySnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly #entries: Entries;

	constructor(entries: Entries, transactionId: number) {
		this.#entries = entries;
		this.transactionId = transactionId;
	}

	get(key: Key): Uint8Array | undefined {
		return this.#entries.get(key) as Uint8Array | undefined;
	}

	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		return keys.map((key) => this.get(key));
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
	readonly #cursor: SortedCursor<Uint8Array | null>;
	readonly #batchSize: number;
	#done = false;

	constructor(cursor: SortedCursor<Uint8Array | null>, limit: number | undefined) {
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
