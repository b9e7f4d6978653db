/**
 * The owner of the log, as another process of its company sees it: what it has committed, and commits through it.
 */
import { delay } from "../../async/timers.ts";
import { decodeBatch, encodeBatch, type MarkedKey } from "../page/batch-bytes.ts";
import { RecordReader, RecordWriter } from "../page/record-bytes.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import type { Company } from "./company.ts";
import { FollowedLog } from "./followed-log.ts";
import { isRunningOwner, type LogOwner } from "./log-lease.ts";

/** An owner that ends, or is being killed, is asked again after this. */
const againMs = 2;

/** One batch at a time. */
const encoded = new RecordWriter();

/** A commit that is made; its state is looked up when it is read. */
class MadeCommit {
	readonly done = true;
	readonly #owner: FollowedOwner;

	constructor(owner: FollowedOwner) {
		this.#owner = owner;
	}

	get transactionId(): number {
		const now = this.#owner.snapshot();
		now?.release();
		return now?.transactionId ?? 0;
	}
}

export class FollowedOwner {
	readonly owner: LogOwner;
	readonly #company: Company;
	readonly #log: FollowedLog;

	constructor(below: LmdbEngine, company: Company, owner: LogOwner) {
		this.owner = owner;
		this.#company = company;
		this.#log = new FollowedLog(below, company.feedOf(owner), owner.instance);
	}

	get isRunning(): boolean {
		return isRunningOwner(this.owner);
	}

	/** The newest state; undefined once the owner has the lease no more. */
	snapshot(): FastSnapshot | undefined {
		return this.#log.snapshot();
	}

	/**
	 * Commits through the owner. If it is lost meanwhile, the same batch, with its mark, is committed by `again`: a
	 * conflict at the mark says that it was committed.
	 */
	async commit(given: FastBatch, again: (batch: FastBatch) => Promise<Commit>): Promise<Commit> {
		const { marks } = this.#company;
		if (marks.has(given)) {
			// Under way again: who marked it looks at the answer.
			return this.#ask(given, undefined, again);
		}
		const mark = marks.take();
		try {
			const commit = await this.#ask(given, mark, again);
			const isDone = commit.done || commit.conflict === mark.key;
			marks.settle(mark, isDone);
			return isDone ? new MadeCommit(this) : commit;
		} catch (failure) {
			marks.leave();
			throw failure;
		}
	}

	async #ask(
		batch: FastBatch,
		mark: MarkedKey | undefined,
		again: (batch: FastBatch) => Promise<Commit>,
	): Promise<Commit> {
		encoded.cutTo(0);
		// The file's state alone: numbers of states above it are each process's own.
		encodeBatch(batch, encoded, Math.floor(batch.since ?? 0), mark);
		const record = encoded.finish();
		batch.changes?.forEach((run) => run.giveBack());
		const answer = await this.#company.linkTo(this.owner).commit(record);
		switch (answer.kind) {
			case "done":
				return { done: true, transactionId: 0 };
			case "conflict":
				return { done: false, conflict: answer.key };
			case "refused":
				throw answer.failure;
			case "lost":
				await delay(againMs);
				return again(decodeBatch(new RecordReader(record)).batch);
		}
	}

	/** Asks the owner to give up the log; resolves when it has, or is lost. */
	async giveUp(): Promise<void> {
		const answer = await this.#company.linkTo(this.owner).giveUp();
		if (answer.kind === "lost") {
			await delay(againMs);
		}
	}
}
