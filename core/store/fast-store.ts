/**
 * Optional interface of an engine beyond its contract: bulk reads and writes as bytes, counters, range validation,
 * key samples.
 *
 * The kernel uses all of it; `general-store.ts` provides it over an engine that implements the contract alone.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { ValueTaker } from "./page/value-taker.ts";
import type { CommitContention } from "./commit-contention.ts";
import type { ChangeRun } from "./page/change-run.ts";
import type { Addition } from "./page/count.ts";
import type { EntryRun } from "./page/entry-run.ts";
import type { KeyList } from "./page/key-list.ts";
import type { KeySampleWalk } from "./page/key-sample.ts";
import type { Page, PageScan } from "./page/page.ts";
import type { RangeState } from "./page/range-digest.ts";
import type { ValuePage } from "./page/value-page.ts";
import type { Batch, Commit, Key, Range, Reader, Snapshot, Write } from "./contract.ts";

/** Reads one state, many entries at a time as bytes. */
export interface FastReader extends Reader {
	/** The values of keys, side by side in their order, in a page's memory; keys without a value are left out. */
	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page>;
	/**
	 * Passes the values of ascending keys to the taker in place (zero-copy). False: not possible here, and no value was
	 * passed; or the taker stopped.
	 */
	lookUp?(keys: KeyList, taker: ValueTaker): boolean;
	/** The entries of a range, many at a time. */
	pages(range: Range): PageScan;
}

/** One committed state, unchanging until released. What is derived from it may be cached by its `transactionId`. */
export interface FastSnapshot extends Snapshot, FastReader {
	/** The same object in all states that have one schema, as far as the engine knows without reading. */
	readonly schemaState?: object | undefined;
	/** Samples a range's keys; for engines that can skip the entries between samples. */
	milestones?(range: Range): KeySampleWalk;
	/** Of a state that is laid over another one. */
	laid?(): LaidState;
	/** Key ranges outside of which another state has the same; undefined: not known without reading both. */
	differingRanges?(other: FastSnapshot): readonly Range[] | undefined;
}

/** A state beneath, and key ranges outside of which it has the same as the one laid over it. */
export interface LaidState {
	readonly below: FastSnapshot;
	readonly ranges: readonly Range[];
}

/** Keys from `from` to `to`, both inclusive. */
export interface Unwritten {
	readonly from: Key;
	readonly to: Key;
}

export interface FastBatch extends Omit<Batch, "newest"> {
	/**
	 * Additional writes: sorted runs without keys of `writes`. No key of a new run may exist at the commit, as a
	 * condition for each would demand.
	 */
	readonly runs?: readonly EntryRun[];
	/**
	 * Additional writes to entries that were read: sorted within a run, without keys of `writes`. Entries of runs that
	 * rely on it must still hold the values read. After the commit an engine that has copied them returns their memory
	 * to the pool; then only their keys may be read.
	 */
	readonly changes?: readonly ChangeRun[];
	/** Estimated bytes of writes and runs, if they are many. */
	readonly bytes?: number;
	/**
	 * Removes keys with these prefixes, as many as one commit may: for whole key spaces that are no longer read or
	 * written. Not together with writes; to be repeated until none is left.
	 */
	readonly cleared?: readonly Key[];
	/** Added to counters, whatever their value at the commit. */
	readonly additions?: readonly Addition[];
	/** No key may exist in this range before the batch, be it another transaction's or this one's. */
	readonly empty?: Unwritten;
	/** Ranges whose contents must be unchanged. */
	readonly ranges?: readonly RangeState[];
	/** No client waits for it: an engine may write it on another thread. */
	readonly aside?: boolean;
	/** The state of the first read: if it is still the newest, the read set is valid without a check. */
	readonly since?: number;
}

/** Servers that have the same data: those of a cluster. */
export interface Members {
	/** This server's name in this run; never used again. */
	readonly self: string;
	/** Whether a server is a member, as far as this one knows. */
	has(name: string): boolean;
}

/** Which ids of AUTO_INCREMENT processes have taken whose rows are not committed yet; a hint. */
export interface TakenIds {
	/** The next id of a table; undefined: not known here. */
	nextOf(table: number): number | undefined;
	take(table: number, next: number): void;
}

export interface FastStore {
	/** The newest committed state, other processes' commits included. */
	snapshot(): FastSnapshot;
	/**
	 * Resolves when the writes are as durable as the engine promises. Rejects if the disk is full, and if the store
	 * accepts no more writes, which `check` reports. `laid` is called, in an engine that has `ahead`, when the commit is
	 * decided and not yet durable.
	 */
	commit(batch: FastBatch, laid?: () => void): Promise<Commit>;
	/** As `commit`, but synchronous: where no other commit would join the group. Undefined: `commit` must be called. */
	commitAlone?(batch: FastBatch): Commit | undefined;
	/**
	 * Commits writes that need not outlive this process, without a record in a log. Other processes see them before
	 * they can commit. False: `commit` must be called.
	 */
	commitUnlogged?(writes: readonly Write[]): boolean;
	/**
	 * The newest state, with commits that are decided and not yet durable. What is read from it is answered after
	 * `landed`. Undefined: there is none, or none is wanted as long as commits do not conflict, unless `always`.
	 */
	ahead?(always?: boolean): FastSnapshot | undefined;
	/** Resolves when all that was decided is durable; rejects if it is lost. Undefined: all of it is durable. */
	landed?(): Promise<void> | undefined;
	/** Another process is known to have the same data open. */
	readonly hasCompany?: boolean;
	/** Another process that runs has written, and has the same data open. */
	readonly hasOtherWriters?: boolean;
	/** Of a store that several processes of one server share. */
	readonly takenIds?: TakenIds | undefined;
	/** Of a store that several machines share: locks of former members are void, whatever their processes do. */
	readonly members?: Members;
	/** Asked once before a statement, by a store whose newest state must first be asked for. */
	readonly ready?: () => Promise<void>;
	/** Of a store that waits for the disk: sessions report their requests here. */
	readonly askers?: CommitContention;
	/** Throws the reason if the store cannot serve any more; used by health checks. */
	check(): void;
	/** Finishes pending commits and closes the files. */
	close(): Promise<void>;
}
