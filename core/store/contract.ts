/**
 * The storage engine's contract: consistent snapshots of ordered keys, and atomic commits under conditions.
 *
 * An engine implements `Store`, `Snapshot` and `Scan`: a dozen members. All of them may answer with a promise, so
 * that an engine may be remote; one inside the process answers at once. What an engine may offer besides is in
 * `fast-store.ts`; `general-store.ts` does without. This file imports nothing.
 *
 * Concurrency control is optimistic: a commit names the keys that it has read with the values it saw (its read set),
 * and is refused if one of them holds another value by now.
 */

/** A key: a string in which every char code is a byte. Keys compare byte by byte. */
export type Key = string;

export interface Entry {
	readonly key: Key;
	/** The engine's own copy: readers must not write into it. Never changes. */
	readonly value: Uint8Array;
}

/** Keys from `from` (inclusive) up to `to` (exclusive), in ascending order, or descending if `reverse`. */
export interface Range {
	readonly from: Key;
	readonly to: Key;
	readonly reverse?: boolean;
	/** The most entries that will be read; a hint. */
	readonly limit?: number;
}

/** Reads the entries of a range in batches. */
export interface Scan {
	/** The next entries, at least one; null after the last. */
	next(): readonly Entry[] | null | Promise<readonly Entry[] | null>;
	/** Ends the scan early; not needed after null. Scans end before their snapshot is released. */
	close(): void;
}

/** Reads one state. */
export interface Reader {
	/** The value of a key; undefined where there is none. */
	get(key: Key): Uint8Array | undefined | Promise<Uint8Array | undefined>;
	/** The values of several keys, in their order. */
	getMany(keys: readonly Key[]): readonly (Uint8Array | undefined)[] | Promise<readonly (Uint8Array | undefined)[]>;
	scan(range: Range): Scan;
}

/** One committed state, unchanging until it is released. */
export interface Snapshot extends Reader {
	/** The transaction that made this state: equal ids mean equal contents, and later states have greater ids. */
	readonly transactionId: number;
	release(): void;
}

/** Sets a key's value; null removes the key. The engine owns the value from now on. */
export interface Write {
	readonly key: Key;
	readonly value: Uint8Array | null;
}

/** A member of a read set: a key, and the value that the snapshot held (undefined: none). */
export interface Condition {
	readonly key: Key;
	readonly seen: Uint8Array | undefined;
}

/** Writes and conditions of one commit, applied completely or not at all. */
export interface Batch {
	readonly writes: readonly Write[];
	readonly conditions: readonly Condition[];
	/** The commit is refused, naming the empty key, unless the newest state is still the one of this id. */
	readonly newest?: number;
}

/** `conflict` names the first key whose value is no longer the one seen; nothing was written then. */
export type Commit =
	| { readonly done: true; readonly transactionId: number }
	| { readonly done: false; readonly conflict: Key };

/** An engine. */
export interface Store {
	/** The newest committed state, commits of other processes included. */
	snapshot(): Snapshot;
	/**
	 * Commits a batch.
	 *
	 * @returns when the writes are as durable as the engine promises, or what the batch conflicts with
	 * @throws StoreRefusal if the disk is full, BrokenStore if the store takes no writes any more
	 */
	commit(batch: Batch): Promise<Commit>;
	/** @throws BrokenStore with a sentence that says why the store cannot serve any more. */
	check(): void;
	/** Finishes commits under way and closes the files. */
	close(): Promise<void>;
}
