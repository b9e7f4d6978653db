/**
 * Commits in groups: what is queued in one turn of the event loop shares one durable transaction.
 *
 * In: batches. Out: for each a promise, settled when the group is on disk. A batch whose condition
 * fails is left out and told so; the rest of its group goes through. Where the disk is nearly full a group is refused before
 * it begins. Any error of a commit is final: nobody knows what reached the disk, so nothing is written any more. It refuses to
 * know snapshots.
 *
 * Alone, the group is written by `transactionSync`: it saves a round trip to a thread. But that waits
 * for the write lock on the main thread, so as soon as another process is seen (it committed, or
 * reads) groups go through the asynchronous `transaction()`, which waits elsewhere. Being late to see
 * it costs one wait and nothing else.
 */
import { type BlockOptions, BlockWriter } from "./block-writer.ts";
import { clearRange } from "./clearance.ts";
import type { WatchCommit } from "./commit-stage.ts";
import type { DiskSpace } from "./disk-space.ts";
import { BrokenStore, reasonOf } from "./failure.ts";
import { addUp, decodeCount, encodeCount } from "./count.ts";
import type { LmdbDatabase } from "./lmdb-environment.ts";
import { LmdbState, type StateSource } from "./lmdb-state.ts";
import { RunWriter } from "./run-writer.ts";
import type { Batch, Commit, Condition, Key, Unwritten } from "./store.ts";
import { firstChanged } from "./range-digest.ts";
import { firstTaken } from "./unwritten.ts";

/** How long after the last sign of another process one waits for the lock elsewhere. */
const companyMs = 60_000;

interface Pending {
	readonly batch: Batch;
	/** What is done besides the batch, in the same transaction. */
	readonly work?: (state: LmdbState) => void;
	resolve(commit: Commit): void;
	reject(error: Error): void;
}

/** What became of a group in its transaction. */
interface Applied {
	/** Each batch's. */
	readonly conflicts: readonly (Key | undefined)[];
	readonly writingId: number;
	readonly hasChanged: boolean;
	readonly hasMovedBlocks: boolean;
}

/** What a group of commits tells its store. */
export interface CommitObserver {
	/** A group is about to be written. */
	committing(): void;
	/** It has changed the store, and is on disk as this transaction. */
	committed(transactionId: number, hasMovedBlocks: boolean): void;
	/** It has ended, whether it changed anything or not. */
	ended(): void;
	/** A commit failed: nothing is written any more. */
	broke(reason: string): void;
}

export interface CommitGroupOptions {
	readonly newestId: number;
	/** How long a commit waits for others. */
	readonly gatherMs: number;
	readonly blocks: BlockOptions;
	readonly space: DiskSpace;
	readonly watch?: WatchCommit;
}

export class CommitGroup {
	readonly #database: LmdbDatabase;
	readonly #observer: CommitObserver;
	readonly #watch: WatchCommit | undefined;
	readonly #gatherMs: number;
	readonly #source: StateSource;
	readonly writer: BlockWriter;
	readonly #runs: RunWriter;
	readonly #space: DiskSpace;
	#queue: Pending[] = [];
	#scheduled = false;
	#writing = false;
	#broken: string | null = null;
	#companyUntil = 0;
	/** The newest committed transaction that is ours or has been seen. */
	#newestId: number;
	#writingId = 0;
	/** What the group being written adds to counts. */
	readonly #additions = new Map<Key, number>();
	#idle: (() => void)[] = [];

	constructor(source: StateSource, observer: CommitObserver, { newestId, gatherMs, space, watch, blocks }: CommitGroupOptions) {
		this.#source = source;
		this.#database = source.database;
		this.writer = new BlockWriter(source.database, blocks);
		this.#runs = new RunWriter(this.writer, blocks);
		this.#space = space;
		this.#newestId = newestId;
		this.#observer = observer;
		this.#watch = watch;
		this.#gatherMs = gatherMs;
	}

	commit(batch: Batch): Promise<Commit> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ batch, resolve, reject });
			this.#schedule();
		});
	}

	/** Runs an action in a write transaction that changes nothing of what can be read. */
	async work(action: (state: LmdbState) => void): Promise<void> {
		await new Promise<Commit>((resolve, reject) => {
			this.#queue.push({ batch: { writes: [], conditions: [] }, work: action, resolve, reject });
			this.#schedule();
		});
	}

	/** Commits a batch by itself while this thread waits. Throws a `BrokenStore` if it can't. */
	commitNow(batch: Batch): Commit {
		let answer: Commit | undefined;
		const group = [{ batch, resolve: (commit: Commit) => (answer = commit), reject() {} }];
		this.#observer.committing();
		this.#source.cache.close();
		try {
			this.#tell(group, this.#database.transactionSync(() => this.#apply(group)));
		} catch (error) {
			throw new BrokenStore(this.#break(reasonOf(error)));
		}
		return answer!;
	}

	/** A commit has failed: nothing is written any more. */
	get isBroken(): boolean {
		return this.#broken !== null;
	}

	/** Another process is there. */
	noticeCompany(): void {
		this.#companyUntil = Date.now() + companyMs;
	}

	get hasCompany(): boolean {
		return Date.now() < this.#companyUntil;
	}

	/** A snapshot has this id: if it is newer than our own commits, somebody else writes. */
	notice(transactionId: number): void {
		if (transactionId > this.#newestId && !this.#writing) {
			this.#newestId = transactionId;
			this.noticeCompany();
		}
	}

	/** Resolves when nothing is queued or being written. */
	settled(): Promise<void> {
		return this.#isIdle() ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
	}

	#isIdle(): boolean {
		return this.#queue.length === 0 && !this.#writing;
	}

	#schedule(): void {
		if (!this.#scheduled && !this.#writing) {
			this.#scheduled = true;
			if (this.#gatherMs === 0) {
				setImmediate(() => this.#write());
			} else {
				setTimeout(() => this.#write(), this.#gatherMs);
			}
		}
	}

	#write(): void {
		this.#scheduled = false;
		const group = this.#queue;
		this.#queue = [];
		if (this.#broken !== null) {
			this.#rejectAll(group, this.#broken);
			return;
		}
		const refusal = this.#space.refuse(group.map(({ batch }) => batch));
		if (refusal !== undefined) {
			// Nothing was touched: there may be space again.
			this.#rejectAll(group, refusal);
			return;
		}
		this.#observer.committing();
		this.#source.cache.close();
		if (this.hasCompany || group.every(({ batch }) => batch.aside === true)) {
			this.#writing = true;
			this.#database.transaction(() => this.#apply(group)).then(
				(applied) => this.#acknowledge(group, applied),
				(error: unknown) => this.#fail(group, error),
			);
		} else {
			let applied: Applied;
			try {
				applied = this.#database.transactionSync(() => this.#apply(group));
			} catch (error) {
				this.#fail(group, error);
				return;
			}
			this.#acknowledge(group, applied);
		}
	}

	/** Runs inside the write transaction: reads see what the group has written so far. Tells each batch's conflict. */
	#apply(group: readonly Pending[]): Applied {
		const state = new LmdbState(this.#source, undefined);
		this.#writingId = this.#database.getWriteTxnId();
		if (this.#writingId !== this.#newestId + 1) {
			state.forgetGaps();
		}
		this.writer.begin(state);
		try {
			this.#watch?.("begun", group.map(({ batch }) => batch));
			this.#additions.clear();
			const conflicts = group.map(({ batch, work }) => (work === undefined ? this.#writeBatch(batch, state) : work(state) ?? undefined));
			this.#addUp(state);
			this.#watch?.("applied", group.map(({ batch }) => batch));
			const { hasChanged, hasMovedBlocks } = this.writer;
			return { conflicts, writingId: this.#writingId, hasChanged, hasMovedBlocks };
		} finally {
			this.writer.end();
			state.close();
		}
	}

	#firstConflict(batch: Batch, state: LmdbState): Key | undefined {
		const isForeign = this.hasCompany || this.#writingId !== this.#newestId + 1;
		return firstConflict(batch.conditions, state)
			?? firstTaken(batch, (unwritten) => keysIn(unwritten, state))
			?? firstChanged(batch.ranges, isForeign, (range) => state.pages(range));
	}

	#writeBatch(batch: Batch, state: LmdbState): Key | undefined {
		const conflict = this.#isFollowing(batch) ? undefined : this.#firstConflict(batch, state);
		if (conflict === undefined) {
			if (batch.cleared !== undefined) {
				clearRange(batch.cleared, this.writer, state);
				this.#source.cache.clear();
			}
			this.writer.write(batch.writes);
			this.#source.cache.forget(batch.writes);
			for (const run of batch.runs ?? []) {
				this.#runs.write(run);
				this.#source.cache.forgetRun(run);
			}
			addUp(this.#additions, batch.additions ?? []);
		}
		return conflict;
	}

	/** A count is written once, whatever number of batches adds to it. */
	#addUp(state: LmdbState): void {
		for (const [key, amount] of this.#additions) {
			if (amount !== 0) {
				const writes = [{ key, value: encodeCount(decodeCount(state.get(key)) + amount) }];
				this.writer.write(writes);
				this.#source.cache.forget(writes);
			}
		}
	}

	/** Has nobody, in this process or another, written anything since? LMDB counts every transaction that does. */
	#isFollowing({ since }: Batch): boolean {
		return !this.writer.hasChanged && since !== undefined && since + 1 === this.#writingId;
	}

	#acknowledge(group: readonly Pending[], applied: Applied): void {
		this.#tell(group, applied);
		this.#goOn();
	}

	/** The group is on disk. */
	#tell(group: readonly Pending[], { conflicts, writingId, hasChanged, hasMovedBlocks }: Applied): void {
		this.#watch?.("durable", group.map(({ batch }) => batch));
		// LMDB does not count a transaction that changes nothing. What it says is the newest may be one ahead, while another process
		// is between writing its commit and publishing it: taken for seen, that commit would leave what is cached as it was before.
		const transactionId = hasChanged ? writingId : writingId - 1;
		if (transactionId !== this.#newestId + (hasChanged ? 1 : 0)) {
			// Another process has committed, and no snapshot has told yet.
			this.noticeCompany();
			this.#source.gaps.renew();
			this.#source.cache.clear();
		}
		this.#newestId = Math.max(this.#newestId, transactionId);
		this.#source.cache.open();
		if (hasChanged) {
			this.#observer.committed(transactionId, hasMovedBlocks);
		}
		this.#observer.ended();
		group.forEach(({ resolve }, at) => {
			const conflict = conflicts[at];
			resolve(conflict === undefined ? { done: true, transactionId } : { done: false, conflict });
		});
	}

	#rejectAll(group: readonly Pending[], reason: string): void {
		for (const { reject } of group) {
			reject(new BrokenStore(reason));
		}
		this.#goOn();
	}

	#goOn(): void {
		this.#writing = false;
		if (this.#queue.length > 0) {
			this.#schedule();
		} else {
			this.#idle.splice(0).forEach((resolve) => resolve());
		}
	}

	async #fail(group: readonly Pending[], error: unknown): Promise<void> {
		this.#writing = true;
		this.#rejectAll(group, this.#break(await causeOf(error)));
	}

	#break(cause: string): string {
		this.#broken = `A commit failed: ${cause}`;
		this.#observer.broke(this.#broken);
		return this.#broken;
	}
}

/** An asynchronous commit's error only says that there is another, in a promise that somebody must handle. */
async function causeOf(error: unknown): Promise<string> {
	if (error instanceof Error && "commitError" in error) {
		try {
			await error.commitError;
		} catch (cause) {
			return reasonOf(cause);
		}
	}
	return reasonOf(error);
}

/** The first key that no longer holds what was seen. */
function firstConflict(conditions: readonly Condition[], state: LmdbState): Key | undefined {
	for (const { key, seen } of conditions) {
		if (!state.holds(key, seen)) {
			return key;
		}
	}
	return undefined;
}

/** What is there by now, the group's own writes included. */
function* keysIn({ from, to }: Unwritten, state: LmdbState): Iterable<Key> {
	const pages = state.pages({ from, to: `${to}\0` });
	try {
		for (let page = pages.next(); page !== null; page = pages.next()) {
			for (let at = 0; at < page.count; at++) {
				yield page.key(at);
			}
		}
	} finally {
		pages.close();
	}
}
