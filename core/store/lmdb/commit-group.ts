/**
 * Commits in groups: what is queued in one turn of the event loop shares one durable transaction.
 *
 * In: batches. Out: for each a promise, settled when the group is on disk. A batch whose condition fails is left out
 * and told so; the rest of its group goes through. Where the disk is nearly full a group is refused before it begins.
 * Any error of a commit is final: nobody knows what reached the disk, so nothing is written any more.
 *
 * Alone, the group is written by `transactionSync`: it saves a round trip to a thread. But that waits for the write
 * lock on the main thread, so as soon as another process is seen (it committed, or reads) groups go through a
 * transaction of another thread, which waits elsewhere. Being late to see it costs one wait and nothing else. So does
 * a group of many keys, which is written in slices (`sliced-write.ts`).
 *
 * A write transaction begins where LMDB says the newest state is, and that may have fallen back (`published-id.ts`).
 * So each first asks the file, which cannot change meanwhile; one that would overwrite a commit is abandoned, and the
 * group begins anew.
 */
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

/** How long after the last sign of another process one waits for the lock elsewhere. */
const companyMs = 60_000;

/** More keys than these are written in slices. */
const fewKeys = 2048;

/** So often a group begins anew because of what others publish. */
const maximumTries = 100;

/** The write transaction has begun behind the newest commit. */
class OverlookedCommit extends Error {
	override readonly name = "OverlookedCommit";
}

interface Pending extends GroupMember {
	resolve(commit: Commit): void;
	reject(error: Error): void;
}

/** What a group of commits tells its store. */
interface CommitObserver {
	/** A group is about to be written. */
	committing(): void;
	/** It has changed the store, and is on disk as this transaction. */
	committed(transactionId: number, hasMovedBlocks: boolean): void;
	/** It has ended, whether it changed anything or not. */
	ended(): void;
	/** What is published is the state `from`, and in the file is `newest`. False: nothing can be done about it. */
	fellBack(from: number, newest: number): boolean;
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
	readonly #groupWriter: GroupWriter;
	readonly #space: DiskSpace;
	#queue: Pending[] = [];
	#scheduled = false;
	#writing = false;
	/** A write transaction is open, and others have their turn in between. */
	#isSliced = false;
	#broken: string | null = null;
	/** 0: nobody was ever there. */
	#companyUntilMs = 0;
	/** The newest committed transaction that is ours or has been seen. */
	#newestId: number;
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
		this.#newestId = newestId;
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

	/** Runs an action in a write transaction that changes nothing of what can be read. */
	async work(action: (state: LmdbState) => void): Promise<void> {
		await new Promise<Commit>((resolve, reject) => {
			this.#queue.push({ batch: { writes: [], conditions: [] }, work: action, resolve, reject });
			this.#schedule();
		});
	}

	get writer(): BlockWriter {
		return this.#groupWriter.blocks;
	}

	/** Commits a batch by itself while this thread waits. Throws a `BrokenStore` if it can't. */
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

	/** A commit has failed: nothing is written any more. */
	get isBroken(): boolean {
		return this.#broken !== null;
	}

	/** Another process is there. */
	noticeCompany(): void {
		this.#companyUntilMs = runningMs() + companyMs;
	}

	get hasCompany(): boolean {
		return this.#companyUntilMs > 0 && runningMs() < this.#companyUntilMs;
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
	 * What LMDB knew to be free before the commit that it overlooked it keeps, unless a transaction that is not a
	 * child's is abandoned.
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
		const newest = this.#database.env.info().lastTxnId;
		if (from !== newest) {
			throw this.#observer.fellBack(from, newest)
				? new OverlookedCommit()
				: new BrokenStore("Another process that opened the store has hidden a commit.");
		}
		return this.#groupWriter.apply(group, { newestId: this.#newestId, hasCompany: this.hasCompany });
	}

	#acknowledge(group: readonly Pending[], applied: Applied): void {
		this.#tell(group, applied);
		this.#goOn();
	}

	/** The group is on disk. */
	#tell(group: readonly Pending[], { conflicts, writingId, hasChanged, hasMovedBlocks }: Applied): void {
		this.#watch?.(
			"durable",
			group.map(({ batch }) => batch),
		);
		// LMDB does not count a transaction that changes nothing. What it says is the newest may be one ahead, while
		// another process is between writing its commit and publishing it: taken for seen, that commit would leave what
		// is cached as it was before.
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
		group.forEach(({ batch, resolve }, at) => {
			const conflict = conflicts[at];
			if (conflict === undefined) {
				// All of it is in the file.
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

/** About how much is to be done. */
function keysOf(group: readonly Pending[]): number {
	return group.reduce(
		(sum, { batch: { writes, conditions, runs = [], changes = [] } }) =>
			[...runs, ...changes].reduce((keys, { count }) => keys + count, sum + writes.length + conditions.length),
		0,
	);
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
