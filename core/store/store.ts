/**
 * The contract between the database and whatever keeps its bytes.
 *
 * In: keys as byte strings, values as bytes. Out: consistent snapshots, scans in key order, and commits that happen
 * wholly or not at all, on the condition that what they relied on still holds. It refuses to know tables, rows, SQL
 * and which engine answers. Engines: `lmdb.ts`, `memory.ts`.
 *
 * Reads may answer at once or with a promise: an engine inside the process answers at once, a remote one does not.
 * Callers await only what is a promise, between batches and never per row.
 */
import type { ByteString } from "../types/value.ts";
import type { ValueTaker } from "./blocks/ascending-lookup.ts";
import type { CommitContention } from "./commit-contention.ts";
import type { ChangeRun } from "./change-run.ts";
import type { Addition } from "./count.ts";
import type { EntryRun } from "./entry-run.ts";
import type { KeyList } from "./key-list.ts";
import type { KeySampleWalk } from "./key-samples.ts";
import type { Page, PageScan } from "./page.ts";
import type { ValuePage } from "./value-page.ts";

/** A key; byte strings compare in the order the store keeps them. */
export type Key = ByteString;

export type MaybePromise<T> = T | Promise<T>;

export interface Entry {
	readonly key: Key;
	/** The engine's own copy: readers must not write into it. Valid for ever. */
	readonly value: Uint8Array;
}

/** Keys from `from` (inclusive) up to `to` (exclusive), in order or, if `reverse`, from the end. */
export interface Range {
	readonly from: Key;
	readonly to: Key;
	readonly reverse?: boolean;
	/** The most entries that anybody will take; a hint. */
	readonly limit?: number;
}

/** Reads entries of a range in batches; `null` after the last one. A batch is never empty. */
export interface Scan {
	next(): MaybePromise<readonly Entry[] | null>;
	/** Gives up the scan early; after `null` it is not needed. Scans end before their snapshot is released. */
	close(): void;
}

/** What a snapshot and a transaction have in common. */
export interface Reader {
	get(key: Key): MaybePromise<Uint8Array | undefined>;
	getMany(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
	/** What the keys hold, side by side in their order, in a page's memory; keys that hold nothing are left out. */
	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page>;
	scan(range: Range): Scan;
	/**
	 * What keys that ascend hold, each handed on where it lies: the faster way where there are many. False: it can't be
	 * had this way, and nothing was handed on; or whoever takes it has had enough.
	 */
	lookUp?(keys: KeyList, taker: ValueTaker): boolean;
	/** What `scan` reads, many entries at a time: the faster way where there are many. */
	pages(range: Range): PageScan;
}

/** One committed state of the store, unchanging until released. */
export interface Snapshot extends Reader {
	/**
	 * The store transaction this state is of: equal ids mean equal contents. What is derived from the store may be
	 * cached by it.
	 */
	readonly transactionId: number;
	/**
	 * The same in all states that have one schema, as far as the engine knows without reading; undefined: it does not.
	 */
	readonly schemaState?: object | undefined;
	/** Of an engine that can tell keys from place to place without reading all between them. */
	milestones?(range: Range): KeySampleWalk;
	release(): void;
}

/** `value: null` removes the key. A value is handed over: whoever made it does not write into it any more. */
export interface Write {
	readonly key: Key;
	readonly value: Uint8Array | null;
}

/** A key that a transaction relied on, and what its snapshot said of it (`undefined`: not there). */
export interface Condition {
	readonly key: Key;
	readonly seen: Uint8Array | undefined;
}

/** Keys from `from` up to and with `to`. */
export interface Unwritten {
	readonly from: Key;
	readonly to: Key;
}

/** What keys and values from `from` up to `to` (exclusive) were; undefined: nobody else was there to change them. */
export interface RangeState {
	readonly from: Key;
	readonly to: Key;
	readonly digest: number | undefined;
}

export interface Batch {
	readonly writes: readonly Write[];
	/**
	 * Written besides: each in the order of its keys, none of which is among the writes. Those of a run that is new may
	 * not be there, as a condition for each of them would say.
	 */
	readonly runs?: readonly EntryRun[];
	/**
	 * Written besides: entries that were seen where they are, in the order of their keys within a run, none of which is
	 * among the writes. Those of runs that rely on it must still hold what was seen. Once the commit is done an engine
	 * that has copied them gives their memory back: whoever made them asks for no more than keys then.
	 */
	readonly changes?: readonly ChangeRun[];
	readonly conditions: readonly Condition[];
	/** About what writes and runs take, of a batch of many. */
	readonly bytes?: number;
	/**
	 * Keys that begin so are removed, as many as one commit may: for whole spaces of which nobody reads or writes any
	 * more. Not together with writes; to be asked again until none is left.
	 */
	readonly cleared?: Key;
	/** What is added to counts, whatever they are by then. */
	readonly additions?: readonly Addition[];
	/** No key at all may be there between these, others' nor, from before, this batch's own. */
	readonly empty?: Unwritten;
	/** Ranges that must hold what they held. */
	readonly ranges?: readonly RangeState[];
	/** Nobody waits for it: an engine with another thread may write it there. */
	readonly aside?: boolean;
	/**
	 * The state that conditions were first seen in: if it is still the newest, they hold and nothing need be looked at.
	 */
	readonly since?: number;
}

/** `conflict` names the first key whose value is no longer the one seen; nothing was written. */
export type Commit =
	| { readonly done: true; readonly transactionId: number }
	| { readonly done: false; readonly conflict: Key };

export interface Store {
	/** The newest committed state, other processes' commits included. */
	snapshot(): Snapshot;
	/**
	 * Resolves when the writes are as durable as the engine promises. Rejects if the disk is full, and if the store
	 * takes no writes any more, which `check` tells.
	 */
	commit(batch: Batch): Promise<Commit>;
	/**
	 * As `commit`, but done when it returns: where nobody else would commit together with it. Undefined: it is to be
	 * asked by `commit`.
	 */
	commitAlone?(batch: Batch): Commit | undefined;
	/** Another process has the same data open, as far as anybody has seen. */
	readonly hasCompany?: boolean;
	/** Of a store that waits for the disk: who asks while others commit should say so. */
	readonly askers?: CommitContention;
	/** Throws a sentence saying why if the store can't serve any more; used by health checks. */
	check(): void;
	/** Finishes commits under way and gives the files back. */
	close(): Promise<void>;
}
