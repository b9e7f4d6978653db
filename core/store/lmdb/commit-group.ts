/**
 * Group commit into LMDB: the batches queued in one turn of the event loop share one durable write transaction.
 *
 * Each batch gets a promise, settled when the group is on disk. A batch whose validation fails is left out and
 * rejected; the others of its group are committed. Where the disk is nearly full a group is refused before it begins.
 * Any error of a commit is final: it is unknown what reached the disk, so nothing is written any more.
 *
 * While this is the only process, the group is written by `transactionSync`, which saves a round trip to another
 * thread but waits for LMDB's write lock on the main thread. So once another process was seen (it committed, or
 * reads), groups use a transaction of another thread, which waits there; seeing it late costs one wait. A group of
 * many keys does the same and is written in slices (`sliced-write.ts`).
 *
 * A write transaction begins at the state that LMDB publishes as the newest, which may have fallen back
 * (`published-id.ts`). So each first reads the file, which cannot change meanwhile; a transaction that would
 * overwrite a commit is aborted, and the group begins anew.
 */
import { setImmediate, setTimeout } from "../../async/timers.ts";
import { runningMs } from "../../async/clock.ts";
import { invariant } from "../../errors/invariant.ts";
import type { BlockOptions, BlockWriter } from "../blocks/block-writer.ts";
import type { WatchCommit } from "../commit-stage.ts";
import type { DiskSpace } from "../platform/disk-space.ts";
import { BrokenStore, reasonOf } from "../failure.ts";
import { type Applied, type GroupMember, GroupWriter } from "./group-writer.ts";
import type { LmdbDatabase } from "./lmdb-environment.ts";
import type { LmdbState, StateSource } from "./lmdb-state.ts";
import { runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";
import { writeInSlices } from "./sliced-write.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";

/** How long after the last sign of another process write locks are waited for on another thread. */
const companyMs = 60_000;

/** Groups of more keys are written in slices. */
const fewKeys = 2048;

/** Attempts of a group that began at an older state than the newest. */
const maximumTries = 100;

/** The write transaction started from an older state than the newest commit. */
class OverlookedCommit extends Error {
	override readonly name = "OverlookedCommit";
}

interface Pending extends GroupMember {
	resolve(commit: Commit): void;
	reject(error: Error): void;
}

/** The store's callbacks around a group of commits. */
interface CommitObserver {
	/** Before a group is written. */
	committing(): void;
	/** The group has changed the store and is on disk as this transaction. */
	committed(transactionId: number, hasMovedBlocks: boolean): void;
	/** The group has ended, with or without changes. */
	ended(): void;
	/** State `from` is published although `newest` is in the file. Returns false if it cannot be raised. */
	fellBack(from: number, newest: number): boolean;
	/** A commit failed: nothing is written any more. */
	broke(reason: string): void;
}

export interface CommitGroupOptions {
	readonly newestId: number;
	/** How long a commit waits for others to join its group. */
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
	readonly #groupWriter: GroupWriter;
	readonly #space: DiskSpace;
	#queue: Pending[] = [];
	#scheduled = false;
	#writing = false;
	/** A write transaction is open across turns of the event loop. */
	#isSliced = false;
	#broken: string | null = null;
	/** 0: no other process was ever seen. */
	#companyUntilMs = 0;
	/** The newest transaction id committed or seen here. */
	newestId: number;
	#idle: (() => void)[] = [];

	constructor(
		source: StateSource,
		observer: CommitObserver,
		{ newestId, gatherMs, space, watch, blocks }: CommitGroupOptions,
	) {
		this.#source = source;
		this.#database = source.database;
		this.#groupWriter = new GroupWriter(source, blocks, watch);
		this.#space = space;
		this.newestId = newestId;
		this.#observer = observer;
		this.#watch = watch;
		this.#gatherMs = gatherMs;
	}

	commit(batch: FastBatch): Promise<Commit> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ batch, resolve, reject });
			this.#schedule();
		});
	}

	/** Runs an action in a write transaction that leaves the readable contents as they are (compaction). */
	async work(action: (state: LmdbState) => void): Promise<void> {
		await new Promise<Commit>((resolve, reject) => {
			this.#queue.push({ batch: { writes: [], conditions: [] }, work: action, resolve, reject });
			this.#schedule();
		});
	}

	get writer(): BlockWriter {
		return this.#groupWriter.blocks;
	}

	/** Commits a batch synchronously. Throws a `BrokenStore` if it cannot. */
	commitNow(batch: FastBatch): Commit {
		let answer: Commit | undefined;
		const group = [{ batch, resolve: (commit: Commit) => (answer = commit), reject() {} }];
		invariant(!this.#isSliced, "Nothing is committed within a commit.");
		this.#observer.committing();
		this.#source.cache.close();
		try {
			this.#tell(group, this.#applyNow(group));
		} catch (error) {
			throw new BrokenStore(this.#break(reasonOf(error)));
		}
		return answer!;
	}

	/** A sentence; undefined: there is enough. */
	lackOfSpace(batch: FastBatch): string | undefined {
		return this.#space.refuse([batch]);
	}

	/** A commit has failed: nothing is written any more. */
	get isBroken(): boolean {
		return this.#broken !== null;
	}

	/** Called at a sign of another process. */
	noticeCompany(): void {
		this.#companyUntilMs = runningMs() + companyMs;
	}

	get hasCompany(): boolean {
		return this.#companyUntilMs > 0 && runningMs() < this.#companyUntilMs;
	}

	/** Called with a snapshot's id: one newer than our own commits means that another process writes. */
	notice(transactionId: number): void {
		if (transactionId > this.newestId && !this.#writing) {
			this.newestId = transactionId;
			this.noticeCompany();
		}
	}

	/** Resolves when no commit is queued or being written. */
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
			// Nothing was written; later commits may find space.
			this.#rejectAll(group, refusal);
			return;
		}
		this.#observer.committing();
		this.#source.cache.close();
		const isAside = group.every(({ batch }) => batch.aside === true);
		this.#isSliced = !isAside && keysOf(group) > fewKeys;
		if (this.#isSliced || isAside || this.hasCompany) {
			this.#writing = true;
			this.#applyAside(group, 1).then(
				(applied) => this.#acknowledge(group, applied),
				(error: unknown) => this.#fail(group, error),
			);
		} else {
			let applied: Applied;
			try {
				applied = this.#applyNow(group);
			} catch (error) {
				this.#fail(group, error);
				return;
			}
			this.#acknowledge(group, applied);
		}
	}

	#applyNow(group: readonly Pending[]): Applied {
		for (let tries = 1; ; tries++) {
			try {
				return this.#database.transactionSync(() => runToEnd(this.#apply(group)));
			} catch (error) {
				if (!(error instanceof OverlookedCommit) || tries >= maximumTries) {
					throw error;
				}
			}
		}
	}

	async #applyAside(group: readonly Pending[], tries: number): Promise<Applied> {
		try {
			return await (this.#isSliced
				? writeInSlices(this.#database, () => this.#apply(group))
				: this.#database.childTransaction(() => runToEnd(this.#apply(group))));
		} catch (error) {
			if (!(error instanceof OverlookedCommit) || tries >= maximumTries) {
				throw error;
			}
			this.#forgetFreePages();
			return this.#applyAside(group, tries + 1);
		}
	}

	/**
	 * LMDB keeps its list of free pages from before the commit that it overlooked, unless a transaction that is not a
	 * child is aborted.
	 */
	#forgetFreePages(): void {
		try {
			this.#database.transactionSync(() => {
				throw new OverlookedCommit();
			});
		} catch (error) {
			if (!(error instanceof OverlookedCommit)) {
				throw error;
			}
		}
	}

	#apply(group: readonly Pending[]): CooperativeTask<Applied> {
		const from = this.#database.getWriteTxnId() - 1;
		const newest = this.#database.info().lastTxnId;
		if (from !== newest) {
			throw this.#observer.fellBack(from, newest)
				? new OverlookedCommit()
				: new BrokenStore("Another process that opened the store has hidden a commit.");
		}
		return this.#groupWriter.apply(group, { newestId: this.newestId, hasCompany: this.hasCompany });
	}

	#acknowledge(group: readonly Pending[], applied: Applied): void {
		this.#tell(group, applied);
		this.#goOn();
	}

	/** Settles the promises of a group that is on disk. */
	#tell(group: readonly Pending[], { conflicts, writingId, hasChanged, hasMovedBlocks }: Applied): void {
		this.#watch?.(
			"durable",
			group.map(({ batch }) => batch),
		);
		// LMDB does not count a transaction without changes. The id that it calls the newest may be one ahead while
		// another process is between writing its commit and publishing it: if that commit were taken for seen, caches
		// would keep values from before it.
		const transactionId = hasChanged ? writingId : writingId - 1;
		if (transactionId !== this.newestId + (hasChanged ? 1 : 0)) {
			// Another process has committed, and no snapshot has shown it yet.
			this.noticeCompany();
			this.#source.gaps.renew();
			this.#source.cache.clear();
		}
		this.newestId = Math.max(this.newestId, transactionId);
		this.#source.cache.open();
		if (hasChanged) {
			this.#observer.committed(transactionId, hasMovedBlocks);
		}
		this.#observer.ended();
		group.forEach(({ batch, resolve }, at) => {
			const conflict = conflicts[at];
			if (conflict === undefined) {
				// All of the run is in the file.
				batch.changes?.forEach((run) => run.giveBack());
			}
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
		this.#isSliced = false;
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

/** Estimates the group's work. */
function keysOf(group: readonly Pending[]): number {
	return group.reduce(
		(sum, { batch: { writes, conditions, runs = [], changes = [] } }) =>
			[...runs, ...changes].reduce((keys, { count }) => keys + count, sum + writes.length + conditions.length),
		0,
	);
}

/** The error of an asynchronous commit only refers to the cause, which is in a promise that must be handled. */
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
