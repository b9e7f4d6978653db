/**
 * What an engine may offer beyond its contract: bulk writes and reads as bytes, counters, range conditions, key
 * samples.
 *
 * The kernel uses all of it; `general-store.ts` gives it over an engine that has the contract alone.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { ValueTaker } from "./blocks/ascending-lookup.ts";
import type { CommitContention } from "./commit-contention.ts";
import type { ChangeRun } from "./page/change-run.ts";
import type { Addition } from "./page/count.ts";
import type { EntryRun } from "./page/entry-run.ts";
import type { KeyList } from "./page/key-list.ts";
import type { KeySampleWalk } from "./lmdb/key-samples.ts";
import type { Page, PageScan } from "./page/page.ts";
import type { ValuePage } from "./page/value-page.ts";

import type { Batch, Commit, Key, Range, Reader, Snapshot } from "./contract.ts";

/** Reads one state, many entries at a time as bytes. */
export interface FastReader extends Reader {
	/** The values of keys, side by side in their order, in a page's memory; keys without a value are left out. */
	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page>;
	/**
	 * Hands on the values of ascending keys where they are stored, without a copy. False: not possible here, and
	 * nothing was handed on; or the taker has had enough.
	 */
	lookUp?(keys: KeyList, taker: ValueTaker): boolean;
	/** The entries of a range, many at a time. */
	pages(range: Range): PageScan;
}

/** One committed state, unchanging until released. What is derived from it may be cached by its `transactionId`. */
export interface FastSnapshot extends Snapshot, FastReader {
	/** The same object in all states that have one schema, as far as the engine knows without reading. */
	readonly schemaState?: object | undefined;
	/** Samples of a range's keys, of an engine that can step over the entries between them. */
	milestones?(range: Range): KeySampleWalk;
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

export interface FastBatch extends Omit<Batch, "newest"> {
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

export interface FastStore {
	/** The newest committed state, other processes' commits included. */
	snapshot(): FastSnapshot;
	/**
	 * Resolves when the writes are as durable as the engine promises. Rejects if the disk is full, and if the store
	 * takes no writes any more, which `check` tells.
	 */
	commit(batch: FastBatch): Promise<Commit>;
	/**
	 * As `commit`, but done when it returns: where nobody else would commit together with it. Undefined: it is to be
	 * asked by `commit`.
	 */
	commitAlone?(batch: FastBatch): Commit | undefined;
	/** Another process has the same data open, as far as anybody has seen. */
	readonly hasCompany?: boolean;
	/** Of a store that waits for the disk: who asks while others commit should say so. */
	readonly askers?: CommitContention;
	/** Throws a sentence saying why if the store can't serve any more; used by health checks. */
	check(): void;
	/** Finishes commits under way and gives the files back. */
	close(): Promise<void>;
}
