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
import type { ValueTaker } from "../blocks/ascending-lookup.ts";
import { batchOf, plainlyGathered } from "./batch.ts";
import { decodeCount } from "../page/count.ts";
import type { KeyList } from "../page/key-list.ts";
import { commitAmong, type CommittingStore, verifyReads } from "../lock/commit.ts";
import type { Holding } from "../lock/holding.ts";
import type { LockTable } from "../lock/lock-table.ts";
import type { LockMode } from "../lock/mode.ts";
import { MergedPages } from "../memtable/merged-pages.ts";
import { type Layer, MergedScan } from "../memtable/merged-scan.ts";
import { WriteSetKeys } from "./write-set-keys.ts";
import { layerOver, overlaid, WriteSet, type PutOptions, type Savepoint } from "./write-set.ts";
import type { Page, PageScan } from "../page/page.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { digestOf } from "../page/range-digest.ts";
import { ReadStates } from "../read-states.ts";
import { ReadSet } from "./read-set.ts";
import { runToEnd, runInSlices } from "../../async/cooperative-task.ts";
import type { SortedMap } from "../memtable/sorted-map.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit, Key, Range, Scan } from "../contract.ts";
import type { FastBatch, FastReader, FastSnapshot, FastStore, Unwritten } from "../fast-store.ts";
import { UnsettledWrites } from "./unsettled-writes.ts";
import type { ValuePage } from "../page/value-page.ts";

/** What writes more is gathered in slices. */
const largeBytes = 1 << 20;

export type { Savepoint } from "./write-set.ts";

/** `locks`: whom it shares the store with; without, conflicts are found by the commit alone. */
export function beginTransaction(store: FastStore, locks?: LockTable): Transaction {
	return new Transaction(store, locks);
}

export class Transaction implements FastReader {
	readonly #store: FastStore;
	readonly #locks: LockTable | undefined;
	/** What it has locked. Undefined: it claims nothing, and its commit is refused where others hold what it writes. */
	#holding: Holding | undefined;
	readonly #states: ReadStates;
	/** Reads for good keep others from adding rows where they read. */
	locksGaps = false;
	/** All that it reads must still be so when it commits. */
	reliesOnReads = false;
	/** `LockTable.commits` when the snapshot was taken. */
	#commits: number;
	readonly #own = new WriteSet();
	/** Of the first snapshot. */
	readonly #firstId: number;
	/** Beside them what nobody has looked at since. */
	readonly #unsettled = new UnsettledWrites();
	readonly #relied = new ReadSet();
	/** The commit is refused if a key of this range is there then: the snapshot has none. */
	empty: Unwritten | undefined;
	isFinished = false;

	constructor(store: FastStore, locks?: LockTable) {
		this.#store = store;
		this.#locks = locks;
		this.#commits = locks?.commits ?? 0;
		this.#states = new ReadStates(store);
		this.#firstId = this.#states.current.transactionId;
	}

	/**
	 * The store transaction that reads are of: what is derived from the store may be cached by it, while nothing is
	 * written.
	 */
	get transactionId(): number {
		return this.#states.current.transactionId;
	}

	/** Nothing has been written, or all of it rolled back. */
	get isEmpty(): boolean {
		return this.#own.writes.size === 0 && this.#unsettled.isEmpty;
	}

	/** About what its writes take in memory until they are committed. */
	get bytes(): number {
		return this.#own.bytes + this.#unsettled.bytes;
	}

	/** The committed state beneath the own writes. It belongs to the transaction: don't release it. */
	get snapshot(): FastSnapshot {
		this.#assertOpen();
		return this.#states.current;
	}

	/** From now on it claims what it reads for good and what it writes. */
	hold(
		holding: Holding,
		{ locksGaps, reliesOnReads }: { readonly locksGaps: boolean; readonly reliesOnReads: boolean },
	): void {
		this.#holding = holding;
		this.locksGaps = locksGaps;
		this.reliesOnReads = reliesOnReads;
	}

	/** Does it claim? Where not, `claim` and its like do nothing. */
	get isHolding(): boolean {
		return this.#holding !== undefined;
	}

	/**
	 * It reads the newest state, and has read an older one before: what it writes must be made known to that: see
	 * `show`.
	 */
	get isMixed(): boolean {
		return this.#states.view !== undefined && !this.#states.isView;
	}

	/** How many commits this process has done: what was read at another count is read again, once it is locked. */
	get commitCount(): number {
		return this.#locks?.commits ?? 0;
	}

	/** Has this process committed anything since the snapshot was taken? */
	get isBehind(): boolean {
		return this.commitCount !== this.#commits;
	}

	/** Nobody in this process holds a lock, nor has committed since the snapshot was taken. */
	get isAlone(): boolean {
		return this.#locks === undefined || (this.#locks.isQuiet && !this.isBehind);
	}

	/**
	 * The key is this transaction's until it ends: others wait for it. At once, or when others have gone, and then
	 * reads see what they left. `isNew`: the key may be added, which others' spans forbid.
	 */
	claim(key: Key, mode: LockMode, isNew = false): MaybePromise<void> {
		return this.#holding && this.#locks?.claim(this.#holding, key, mode, isNew)?.then(() => this.catchUp());
	}

	/** As `claim`, but the key is given back at once: whoever held it has ended. */
	pass(key: Key, mode: LockMode): MaybePromise<void> {
		return this.#holding && this.#locks?.pass(this.#holding, key, mode)?.then(() => this.catchUp());
	}

	/** As `claim`, for all keys of a range, or only those that others would add. */
	claimSpan({ from, to }: Range, mode: LockMode, covers: boolean): MaybePromise<void> {
		return this.#holding && this.#locks?.claimSpan(this.#holding, from, to, mode, covers)?.then(() => this.catchUp());
	}

	/** It holds so many keys more, inside of a range that is all its own. */
	holdAround(count: number): void {
		this.#holding?.holdAround(count);
	}

	/**
	 * May a new key be added without a claim? Others find it all the same. `keys`: asked for only where somebody else
	 * is there.
	 */
	mayAdd(keys: () => readonly Key[]): boolean {
		return (
			this.#holding === undefined ||
			(!this.isMixed &&
				this.#locks?.mayAdd(this.#holding, keys, () => new WriteSetKeys(this.#own, this.#unsettled)) === true)
		);
	}

	/** Has it written a key of the range? */
	hasWritten({ from, to }: Range): boolean {
		this.#settle();
		return this.#own.writes.cursor(from, to, false).next();
	}

	/**
	 * What a range holds must still be so when it commits: for who has claimed it, where another process knows nothing
	 * of that.
	 */
	relyOnRange({ from, to }: Range): MaybePromise<void> {
		const digest = this.#store.hasCompany === true ? digestOf(this.#states.current.pages({ from, to })) : undefined;
		const note = (found: number | undefined): void => void this.#relied.ranges.push({ from, to, digest: found });
		return digest instanceof Promise ? digest.then(note) : note(digest);
	}

	get(key: Key): MaybePromise<Uint8Array | undefined> {
		this.#settle();
		const written = this.#layer().size === 0 ? undefined : this.#layer().get(key);
		return written === undefined ? this.#read(key) : (written ?? undefined);
	}

	getMany(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		this.#settle();
		const answer = this.#states.current.getMany(keys);
		return answer instanceof Promise
			? answer.then((values) => this.#overlay(keys, values))
			: this.#overlay(keys, answer);
	}

	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page> {
		this.#settle();
		if (this.#layer().size === 0) {
			return this.#states.current.getPage(keys, page);
		}
		const values = this.getMany(keys);
		return values instanceof Promise ? values.then((found) => page.fill(keys, found)) : page.fill(keys, values);
	}

	lookUp(keys: KeyList, taker: ValueTaker): boolean {
		this.#settle();
		return this.#layer().size === 0 && this.#states.current.lookUp?.(keys, taker) === true;
	}

	scan(range: Range): Scan {
		const layer = this.#layerOver(range);
		return layer === undefined
			? this.#states.current.scan(range)
			: new MergedScan(this.#states.current.scan(this.#beneath(range)), layer, range.reverse === true);
	}

	pages(range: Range): PageScan {
		const layer = this.#layerOver(range);
		return layer === undefined
			? this.#states.current.pages(range)
			: new MergedPages(this.#states.current.pages(this.#beneath(range)), layer, range.reverse === true, range.limit);
	}

	/**
	 * Own writes of a range; undefined if there are none at all. Writes during the scan are not seen by it: a clone is
	 * walked.
	 */
	#layerOver(range: Range): Layer | undefined {
		this.#settle();
		return layerOver(this.#layer(), range);
	}

	#beneath(range: Range): Range {
		return range.limit === undefined ? range : { ...range, limit: range.limit + this.#layer().size };
	}

	/** Writes a key. A promise only if the key had to be read and the engine answers with one. */
	put(key: Key, value: Uint8Array, options?: PutOptions): MaybePromise<void> {
		this.#settle();
		this.#own.set(key, value);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/**
	 * Where keys are written that are neither in the snapshot nor among the own writes, as the caller knows. Not to be
	 * kept across a read.
	 */
	get appended(): Appended {
		this.#assertOpen();
		return this.#unsettled.appended;
	}

	/**
	 * Many writes of one statement, which nobody sees before they are done. Their keys hold the newest state's, and no
	 * own writes.
	 */
	prepare(): PendingWrites {
		this.#settle();
		return this.#unsettled.prepare();
	}

	/** Adds to a count; of concurrent transactions each adds its own. Not for keys that are put. */
	add(key: Key, amount: number): void {
		this.#assertOpen();
		this.#own.add(key, amount);
	}

	/**
	 * A count, with what this transaction has added; undefined: what it added is about a newer state than the one it
	 * reads.
	 */
	total(key: Key): MaybePromise<number | undefined> {
		this.#assertOpen();
		const own = this.#own.additions?.of(key);
		if (own !== undefined && this.#states.view !== undefined && this.#states.isView) {
			return undefined;
		}
		const answer = this.#states.current.get(key);
		return answer instanceof Promise
			? answer.then((value) => decodeCount(value) + (own ?? 0))
			: decodeCount(answer) + (own ?? 0);
	}

	/** Removes a key; it need not be there. */
	remove(key: Key, options?: PutOptions): MaybePromise<void> {
		this.#settle();
		this.#own.set(key, null);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/** The commit is refused if the key then holds something else than the snapshot says. */
	rely(key: Key): MaybePromise<void> {
		this.#assertOpen();
		if (!this.#relied.isKnown(key)) {
			const answer = this.#states.current.get(key);
			return answer instanceof Promise ? answer.then((seen) => this.relyOn(key, seen)) : this.relyOn(key, answer);
		}
	}

	/**
	 * As `rely`, for who knows what the key holds: from a scan, or from a newer snapshot than this one. The first word
	 * counts.
	 */
	relyOn(key: Key, seen: Uint8Array | undefined): void {
		this.#relied.add(key, seen);
	}

	/**
	 * As `relyOn`, for what was read just now. False: something else was relied on before, and the commit will be
	 * refused.
	 */
	relyOnRead(key: Key, seen: Uint8Array | undefined): boolean {
		return this.#own.writes.get(key) !== undefined || this.#relied.addRead(key, seen);
	}

	savepoint(): Savepoint {
		this.#settle();
		return this.#own.savepoint();
	}

	/**
	 * Undoes the writes since; what was relied on since stays relied on, which is stricter than needed and never wrong.
	 */
	rollbackTo(savepoint: Savepoint): void {
		this.#assertOpen();
		this.#unsettled.drop();
		this.#own.rollbackTo(savepoint);
	}

	/** What the view holds at a key, whatever is read now. */
	older(key: Key): MaybePromise<Uint8Array | undefined> {
		return (this.#states.view ?? this.#states.current).get(key);
	}

	/**
	 * Lays something over the view that is not written: rows that are changed may have had other index entries in the
	 * view.
	 */
	show(key: Key, value: Uint8Array | null): void {
		this.#own.show(key, value);
	}

	/**
	 * From now on reads see the state that was first read this way, beneath the own writes. Scans must have been
	 * closed.
	 */
	readView(): void {
		this.#assertOpen();
		this.#states.readView() && this.#moved();
	}

	/**
	 * From now on reads see the newest commits, beneath the own writes; `readView` goes back. Scans must have been
	 * closed.
	 */
	readNewest(): void {
		this.#assertOpen();
		this.#states.readNewest() && this.#moved();
	}

	/**
	 * As `readNewest`, amid a statement, whose open scans go on with what they began to read. Throws `StaleStatement`:
	 * see `watch`.
	 */
	catchUp(): MaybePromise<void> {
		this.#assertOpen();
		this.#moved();
		return this.#states.catchUp();
	}

	/**
	 * If the key holds something else by the time that the statement catches up, it can't go on. Until the next
	 * statement.
	 */
	watch(key: Key, seen: Uint8Array | undefined): void {
		this.#states.watch(key, seen);
	}

	/**
	 * Ends the transaction. Without writes nothing is asked of the store (or who is given in its place) and it
	 * succeeds.
	 */
	commit(store: CommittingStore = this.#store): MaybePromise<Commit> {
		this.#assertOpen();
		const { transactionId } = this.#states.current;
		this.#finish();
		if (this.isEmpty) {
			const verified = this.reliesOnReads
				? verifyReads(this.#store, this.#relied, this.#firstId)
				: ({ done: true, transactionId } as const);
			this.#holding && this.#locks?.release(this.#holding);
			return verified;
		}
		const commit = (batch: FastBatch): MaybePromise<Commit> =>
			this.#locks === undefined ? store.commit(batch) : commitAmong(this.#locks, this.#holding, store, batch);
		const { appended, pending } = this.#unsettled.parts;
		const bytes = this.bytes > largeBytes ? this.bytes : undefined;
		const gathered = {
			own: this.#own,
			appended,
			pending,
			relied: this.#relied,
			empty: this.empty,
			since: this.#firstId,
			bytes,
		};
		return bytes !== undefined
			? runInSlices(batchOf(gathered)).then(commit)
			: commit(plainlyGathered(gathered) ?? runToEnd(batchOf(gathered)));
	}

	/** Ends the transaction and forgets its writes; may be called again. */
	rollback(): void {
		if (!this.isFinished) {
			this.#finish();
			[this.#unsettled, this.#relied].forEach((each) => each.giveBack());
			this.#holding && this.#locks?.release(this.#holding);
		}
	}

	#finish(): void {
		this.isFinished = true;
		this.#states.release();
		this.#relied.recent.forget();
	}

	/** Something else is read now. */
	#moved(): void {
		this.#relied.recent.forget();
		this.#commits = this.#locks?.commits ?? 0;
	}

	/** What is laid over the snapshot. No private getter: V8 calls its runtime for each. */
	#layer(): SortedMap<Uint8Array | null> {
		return this.#states.isView ? this.#own.shown : this.#own.writes;
	}

	#assertOpen(): void {
		invariant(!this.isFinished, "A transaction that has ended is not used.");
	}

	#read(key: Key): MaybePromise<Uint8Array | undefined> {
		const answer = this.#states.current.get(key);
		return answer instanceof Promise
			? answer.then((value) => this.#relied.recent.remember(key, value))
			: this.#relied.recent.remember(key, answer);
	}

	#overlay(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): (Uint8Array | undefined)[] {
		keys.forEach((key, at) => this.#relied.recent.remember(key, values[at]));
		return overlaid(this.#layer(), keys, values);
	}

	/** What is unsettled becomes writes like others. */
	#settle(): void {
		this.#assertOpen();
		if (!this.#unsettled.isEmpty) {
			runToEnd(this.#unsettled.settling(this.#own, this));
		}
	}

	/** Before a statement, which looks: what those before it left unsettled, in slices if it is much. */
	settleMuch(): MaybePromise<void> {
		return this.#unsettled.bytes > largeBytes ? runInSlices(this.#unsettled.settling(this.#own, this)) : undefined;
	}
}
