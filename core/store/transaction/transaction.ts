/**
 * Transaction: a snapshot, a write set over it and a read set; committed as one conditional batch (optimistic
 * control).
 *
 * MVCC with snapshot isolation: reads see one committed state and the own writes; savepoints are O(1). A write adds
 * its key to the read set, so that of two transactions that write one key the later commit is refused. READ COMMITTED
 * renews the snapshot for each statement. Waiting for other transactions is the lock manager's part: a transaction
 * with a holding claims keys before it reads for update or writes.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Appended } from "./appended.ts";
import type { ValueTaker } from "../page/value-taker.ts";
import { Change, largeBytes } from "./change.ts";
import { decodeCount } from "../page/count.ts";
import type { KeyList } from "../page/key-list.ts";
import type { CommittingStore } from "../lock/commit.ts";
import { LockClaims } from "./lock-claims.ts";
import { verifyReads } from "./read-validation.ts";
import type { Holding } from "../lock/holding.ts";
import type { LockTable } from "../lock/lock-table.ts";
import { MergedPages } from "../memtable/merged-pages.ts";
import { type Layer, MergedScan } from "../memtable/merged-scan.ts";
import { WriteSetKeys } from "./write-set-keys.ts";
import { layerOver, overlaid, type PutOptions, type Savepoint } from "./write-set.ts";
import type { Page, PageScan } from "../page/page.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { digestOf } from "../page/range-digest.ts";
import { ReadStates } from "../read-states.ts";
import { RecentReads } from "./recent-read.ts";
import { runToEnd, runInSlices } from "../../async/cooperative-task.ts";
import type { SortedMap } from "../memtable/sorted-map.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit, Key, Range, Scan } from "../contract.ts";
import type { FastReader, FastSnapshot, FastStore, Unwritten } from "../fast-store.ts";
import type { ValuePage } from "../page/value-page.ts";

export type { Savepoint } from "./write-set.ts";

export class Transaction extends LockClaims implements FastReader {
	readonly store: FastStore;
	protected readonly locks: LockTable | undefined;
	protected holding: Holding | undefined;
	protected commits: number;
	locksGaps = false;
	reliesOnReads = false;
	/** The committed state beneath the write set. */
	#current: FastSnapshot;
	/** The read view and newer states; undefined while there is one snapshot, as in autocommit statements. */
	#states: ReadStates | undefined;
	/** Undefined until the first write or dependency: most transactions only read. */
	#change: Change | undefined;
	/** Of the first snapshot. */
	readonly #firstId: number;
	#recent: RecentReads | undefined;
	/** The commit is refused if a key of this range exists then; the snapshot has none. */
	empty: Unwritten | undefined;
	isFinished = false;

	constructor(store: FastStore, locks?: LockTable, ahead?: FastSnapshot) {
		super();
		this.store = store;
		this.locks = locks;
		this.commits = locks?.commits ?? 0;
		this.readsAhead = ahead !== undefined;
		this.#current = ahead ?? store.snapshot();
		this.#firstId = this.#current.transactionId;
	}

	/** Id of the state that is read: derived data may be cached by it while the write set is empty. */
	get transactionId(): number {
		return this.#current.transactionId;
	}

	/** The write set is empty, or was rolled back completely. */
	get isEmpty(): boolean {
		return this.#change === undefined || this.#change.isEmpty;
	}

	/** Estimated memory of the write set. */
	get bytes(): number {
		return this.#change === undefined ? 0 : this.#change.bytes;
	}

	/** The committed state beneath the write set. It belongs to the transaction: do not release it. */
	get snapshot(): FastSnapshot {
		this.#assertOpen();
		return this.#current;
	}

	/** It reads the newest state and has an older read view, to which its writes must be shown: see `show`. */
	get isMixed(): boolean {
		return this.#states?.view !== undefined && !this.#states.isView;
	}

	protected writtenKeys(): WriteSetKeys {
		const { own, unsettled } = this.#changed();
		return new WriteSetKeys(own, unsettled);
	}

	/** The written entries of a range; `null`: removed. Valid until the next write. */
	written({ from, to }: Range): ReturnType<SortedMap<Uint8Array | null>["cursor"]> | undefined {
		this.#settle();
		return this.#change?.own.writes.cursor(from, to, false);
	}

	/** Adds a locked range to the read set, as a digest, since another process does not see the lock. */
	relyOnRange({ from, to }: Range): MaybePromise<void> {
		const digest = this.store.hasCompany === true ? digestOf(this.#current.pages({ from, to })) : undefined;
		const note = (found: number | undefined): void =>
			void this.#changed().relied.ranges.push({ from, to, digest: found });
		return digest instanceof Promise ? digest.then(note) : note(digest);
	}

	get(key: Key): MaybePromise<Uint8Array | undefined> {
		this.#settle();
		const written = this.#layer()?.get(key);
		return written === undefined ? this.#read(key) : (written ?? undefined);
	}

	/** As `get`, for a read that no later write of this transaction relies on. */
	peek(key: Key): MaybePromise<Uint8Array | undefined> {
		this.#settle();
		const written = this.#layer()?.get(key);
		return written === undefined ? this.#current.get(key) : (written ?? undefined);
	}

	getMany(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		this.#settle();
		const answer = this.#current.getMany(keys);
		return answer instanceof Promise
			? answer.then((values) => this.#overlay(keys, values))
			: this.#overlay(keys, answer);
	}

	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page> {
		this.#settle();
		if (this.#layer() === undefined) {
			return this.#current.getPage(keys, page);
		}
		const values = this.getMany(keys);
		return values instanceof Promise ? values.then((found) => page.fill(keys, found)) : page.fill(keys, values);
	}

	lookUp(keys: KeyList, taker: ValueTaker): boolean {
		this.#settle();
		return this.#layer() === undefined && this.#current.lookUp?.(keys, taker) === true;
	}

	scan(range: Range): Scan {
		const layer = this.#layerOver(range);
		return layer === undefined
			? this.#current.scan(range)
			: new MergedScan(this.#current.scan(this.#beneath(range)), layer, range.reverse === true);
	}

	pages(range: Range): PageScan {
		const layer = this.#layerOver(range);
		return layer === undefined
			? this.#current.pages(range)
			: new MergedPages(this.#current.pages(this.#beneath(range)), layer, range.reverse === true, range.limit);
	}

	/** The write set in a range, from a clone that does not see writes during the scan; undefined if it is empty. */
	#layerOver(range: Range): Layer | undefined {
		this.#settle();
		const layer = this.#layer();
		return layer && layerOver(layer, range);
	}

	#beneath(range: Range): Range {
		return range.limit === undefined ? range : { ...range, limit: range.limit + (this.#layer()?.size ?? 0) };
	}

	/** Writes a key. A promise only if the key had to be read and the engine answers with one. */
	put(key: Key, value: Uint8Array, options?: PutOptions): MaybePromise<void> {
		this.#settle();
		this.#changed().own.set(key, value);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/**
	 * Receives new entries whose keys the caller guarantees to be neither in the snapshot nor in the write set. Not
	 * valid after a read.
	 */
	get appended(): Appended {
		this.#assertOpen();
		return this.#changed().unsettled.appended;
	}

	/**
	 * Begins the writes of one statement, invisible until they are done. Their keys hold the newest state's values and
	 * are not in the write set.
	 */
	prepare(): PendingWrites {
		this.#settle();
		return this.#changed().unsettled.prepare();
	}

	/** Adds to a counter; concurrent transactions do not conflict. Not for keys that are put. */
	add(key: Key, amount: number): void {
		this.#assertOpen();
		this.#changed().own.add(key, amount);
	}

	/** A counter with this transaction's additions; undefined: they belong to a newer state than the one read. */
	total(key: Key): MaybePromise<number | undefined> {
		this.#assertOpen();
		const own = this.#change?.own.additions?.of(key);
		if (own !== undefined && this.#states?.view !== undefined && this.#states.isView) {
			return undefined;
		}
		const answer = this.#current.get(key);
		return answer instanceof Promise
			? answer.then((value) => decodeCount(value) + (own ?? 0))
			: decodeCount(answer) + (own ?? 0);
	}

	/** Removes a key, which may be missing. */
	remove(key: Key, options?: PutOptions): MaybePromise<void> {
		this.#settle();
		this.#changed().own.set(key, null);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/** Adds a key to the read set: the commit is refused if it no longer holds the snapshot's value. */
	rely(key: Key): MaybePromise<void> {
		this.#assertOpen();
		if (!this.#changed().relied.isKnown(key, this.#recent)) {
			const answer = this.#current.get(key);
			return answer instanceof Promise ? answer.then((seen) => this.relyOn(key, seen)) : this.relyOn(key, answer);
		}
	}

	/**
	 * As `rely`, with a value already known: from a scan, or from a newer snapshot than this one. The first value
	 * counts.
	 */
	relyOn(key: Key, seen: Uint8Array | undefined): void {
		this.#changed().relied.add(key, seen);
	}

	/** As `relyOn`, for a value just read. False: another value was read before, and the commit will be refused. */
	relyOnRead(key: Key, seen: Uint8Array | undefined): boolean {
		const { own, relied } = this.#changed();
		return own.writes.get(key) !== undefined || relied.addRead(key, seen);
	}

	savepoint(): Savepoint {
		this.#settle();
		return this.#changed().own.savepoint();
	}

	/** Undoes later writes; the read set keeps later keys, which is stricter than needed and never wrong. */
	rollbackTo(savepoint: Savepoint): void {
		this.#assertOpen();
		const { own, unsettled } = this.#changed();
		unsettled.drop();
		own.rollbackTo(savepoint);
	}

	/** Reads a key from the read view. */
	older(key: Key): MaybePromise<Uint8Array | undefined> {
		return (this.#states?.view ?? this.#current).get(key);
	}

	/** Overrides a key in the read view without writing it: changed rows may have had other index entries there. */
	show(key: Key, value: Uint8Array | null): void {
		this.#changed().own.show(key, value);
	}

	/** Switches reads to the read view, beneath the write set. Scans must have been closed. */
	readView(): void {
		this.#assertOpen();
		this.#moving().readView() && this.#moved();
	}

	/**
	 * Switches reads to the newest state, beneath the write set; `readView` switches back. Scans must have been closed.
	 */
	readNewest(): void {
		this.#assertOpen();
		this.#moving().readNewest() && this.#moved();
	}

	/**
	 * As `readNewest`, during a statement, whose open scans continue on their snapshot. Throws `StaleStatement`: see
	 * `watch`.
	 */
	catchUp(): MaybePromise<void> {
		this.#assertOpen();
		try {
			return this.#moving().catchUp();
		} finally {
			this.#moved();
		}
	}

	/** The statement is stale if the key has another value when it catches up. Until the next statement. */
	watch(key: Key, seen: Uint8Array | undefined): void {
		this.#moving().watch(key, seen);
	}

	/**
	 * Commits and ends the transaction. Without writes it succeeds without a call to the store (or the one given
	 * instead).
	 */
	commit(store: CommittingStore = this.store): MaybePromise<Commit> {
		this.#assertOpen();
		const { transactionId } = this.#current;
		this.#finish();
		if (this.isEmpty) {
			const verified = this.reliesOnReads
				? verifyReads(this.store, this.#changed().relied, this.#firstId)
				: ({ done: true, transactionId } as const);
			this.holding && this.locks?.release(this.holding);
			return verified;
		}
		const batch = this.#changed().batch(this.empty, this.#firstId);
		return batch instanceof Promise
			? batch.then((gathered) => this.commitHeld(store, gathered))
			: this.commitHeld(store, batch);
	}

	/** Ends the transaction and drops its writes; may be called again. */
	rollback(): void {
		if (!this.isFinished) {
			this.#finish();
			this.#change?.giveBack();
			this.holding && this.locks?.release(this.holding);
		}
	}

	#finish(): void {
		this.isFinished = true;
		(this.#states ?? this.#current).release();
		this.#recent = undefined;
	}

	#moving(): ReadStates {
		this.#states ??= new ReadStates(this, this.#current);
		return this.#states;
	}

	/** Called when the snapshot has changed. */
	#moved(): void {
		this.#current = this.#moving().current;
		this.#recent = undefined;
		this.commits = this.commitCount;
	}

	/** The layer over the snapshot; undefined if it is empty. No private getter: V8 calls its runtime for each. */
	#layer(): SortedMap<Uint8Array | null> | undefined {
		if (this.#change === undefined) {
			return undefined;
		}
		const { shown, writes } = this.#change.own;
		const layer = this.#states?.isView === true ? shown : writes;
		return layer.size === 0 ? undefined : layer;
	}

	#changed(): Change {
		this.#change ??= new Change();
		return this.#change;
	}

	#assertOpen(): void {
		invariant(!this.isFinished, "A transaction that has ended is not used.");
	}

	#read(key: Key): MaybePromise<Uint8Array | undefined> {
		const answer = this.#current.get(key);
		return answer instanceof Promise ? answer.then((value) => this.#remember(key, value)) : this.#remember(key, answer);
	}

	#overlay(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): readonly (Uint8Array | undefined)[] {
		keys.forEach((key, at) => this.#remember(key, values[at]));
		const layer = this.#layer();
		return layer === undefined ? values : overlaid(layer, keys, values);
	}

	#remember(key: Key, value: Uint8Array | undefined): Uint8Array | undefined {
		this.#recent ??= new RecentReads();
		return this.#recent.remember(key, value);
	}

	/** Merges unsettled writes into the write set. */
	#settle(): void {
		this.#assertOpen();
		if (this.#change?.unsettled.isEmpty === false) {
			runToEnd(this.#change.unsettled.settling(this.#change.own, this));
		}
	}

	/** Called before a statement that reads: settles earlier statements' writes, in slices if they are many. */
	settleMuch(): MaybePromise<void> {
		if (this.#change !== undefined && this.#change.unsettled.bytes > largeBytes) {
			return runInSlices(this.#change.unsettled.settling(this.#change.own, this));
		}
	}
}
