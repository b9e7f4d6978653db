/**
 * Locks of a transaction: claims of keys and gaps at the lock manager, and whether other transactions are in the way.
 *
 * Without a holding it claims nothing, and its commit is refused where another transaction holds a key that it writes.
 * The state is the transaction's own: most transactions only read, and are made without a call to here.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit, Key, Range } from "../contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../fast-store.ts";
import { commitAmong, type CommittingStore } from "../lock/commit.ts";
import type { Holding } from "../lock/holding.ts";
import type { LockTable } from "../lock/lock-table.ts";
import type { LockMode } from "../lock/mode.ts";
import type { WrittenKeys } from "../lock/writers.ts";

export abstract class LockClaims {
	/** The lock manager of the store's transactions; without it, conflicts are found by the commit alone. */
	protected abstract readonly locks: LockTable | undefined;
	protected abstract holding: Holding | undefined;
	/** `LockTable.commits` when the snapshot was taken. */
	protected abstract commits: number;
	/** It began with a state that may not be durable yet (`FastStore.ahead`). */
	declare protected readsAhead: boolean;
	abstract readonly store: FastStore;
	/** Locking reads also lock gaps, against phantoms. */
	abstract locksGaps: boolean;
	/** All reads are added to the read set (SERIALIZABLE). */
	abstract reliesOnReads: boolean;

	/** Reads the newest state from now on: called after a wait. */
	abstract catchUp(): MaybePromise<void>;

	/** It reads the newest state and has an older read view, to which its writes must be shown. */
	abstract readonly isMixed: boolean;

	/** The keys of its write set. */
	protected abstract writtenKeys(): WrittenKeys;

	/** From now on locking reads and writes claim their keys. */
	hold(
		holding: Holding,
		{ locksGaps, reliesOnReads }: { readonly locksGaps: boolean; readonly reliesOnReads: boolean },
	): void {
		this.holding = holding;
		this.readsAhead ||= holding.readsAhead;
		this.locksGaps = locksGaps;
		this.reliesOnReads = reliesOnReads;
	}

	/** The newest state that it may read. */
	newest(): FastSnapshot {
		return (this.readsAhead ? this.store.ahead?.(true) : undefined) ?? this.store.snapshot();
	}

	/** Resolves when what it has read is durable, before which nothing may be told of it. Undefined: it is. */
	landed(): Promise<void> | undefined {
		return this.readsAhead ? this.store.landed?.() : undefined;
	}

	/** Whether it claims; if not, `claim` and the like do nothing. */
	get isHolding(): boolean {
		return this.holding !== undefined;
	}

	/** Commits of this process so far: a value read at another count is read again once its key is locked. */
	get commitCount(): number {
		return this.locks?.commits ?? 0;
	}

	/** Whether this process has committed anything since the snapshot was taken. */
	get isBehind(): boolean {
		return this.commitCount !== this.commits;
	}

	/** No transaction of this process holds a lock, and none has committed since the snapshot was taken. */
	get isAlone(): boolean {
		return this.locks === undefined || (this.locks.isQuiet && !this.isBehind);
	}

	/**
	 * Locks a key until the transaction ends: at once, or after a wait, and then reads see the newest commits. `isNew`:
	 * the key may be inserted, which other transactions' spans (gap locks) forbid.
	 */
	claim(key: Key, mode: LockMode, isNew = false): MaybePromise<void> {
		return this.holding && this.locks?.claim(this.holding, key, mode, isNew)?.then(() => this.catchUp());
	}

	/** As `claim`, but releases the lock at once: its former holder has ended. */
	pass(key: Key, mode: LockMode): MaybePromise<void> {
		return this.holding && this.locks?.pass(this.holding, key, mode)?.then(() => this.catchUp());
	}

	/** As `claim`, for all keys of a range, or only for its gaps. */
	claimSpan({ from, to }: Range, mode: LockMode, covers: boolean): MaybePromise<void> {
		return this.holding && this.locks?.claimSpan(this.holding, from, to, mode, covers)?.then(() => this.catchUp());
	}

	/** Counts more keys as held, within a range that it has locked. */
	holdAround(count: number): void {
		this.holding?.holdAround(count);
	}

	/**
	 * Whether new keys may be inserted without a claim; other transactions still find them. `keys` is called only if
	 * there are any.
	 */
	mayAdd(keys: () => readonly Key[]): boolean {
		return (
			this.holding === undefined ||
			(!this.isMixed && this.locks?.mayAdd(this.holding, keys, () => this.writtenKeys()) === true)
		);
	}

	protected commitHeld(store: CommittingStore, batch: FastBatch): MaybePromise<Commit> {
		return this.locks === undefined ? store.commit(batch) : commitAmong(this.locks, this.holding, store, batch);
	}
}
