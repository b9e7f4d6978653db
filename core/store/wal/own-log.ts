/**
 * The log while this process holds its lease: appends groups, maintains the memtable, runs checkpoints.
 *
 * `logged-store.ts` decides when, and when the lease is given up.
 */
import { entriesOf } from "../runs/change-entries.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { type Addition, Additions, countsOf } from "../page/count.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { logClaimKey, rangeOf, schemaVersionKey } from "../encoding/keys.ts";
import type { LmdbEngine, LmdbOptions } from "../lmdb/lmdb.ts";
import type { Commit, Key } from "../contract.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import type { LogLease, LogOwner } from "./log-lease.ts";
import { firstReadSetConflict } from "./read-set-validation.ts";
import { LeaseCheckpoint } from "./lease-checkpoint.ts";
import { leaseIn } from "./foreign-lease.ts";
import type { LogFile } from "./log-file.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";
import { LogWriter } from "./log-writer.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";
import { findIn, layersOver, Memtable, type MemtableState } from "./memtable.ts";

/** States of one lease that have ids of their own. */
const maximumStates = 2 ** 20;
/** Upper bound of a counter with its key in a group. */
const countBytes = 64;
const noRuns: readonly EntryRun[] = [];
const noAdditions: readonly Addition[] = [];

export interface Pending {
	readonly batch: FastBatch;
	resolve(commit: Commit | Promise<Commit>): void;
	reject(error: unknown): void;
}

/** A group before it is written: the results of its first commits, as many as fit. */
interface Draft {
	readonly group: readonly Pending[];
	readonly answers: readonly Commit[];
	readonly hasWritten: boolean;
	/** Id of the file's state beneath. */
	readonly fileState: number;
}

export class OwnLog {
	readonly #below: LmdbEngine;
	readonly #owner: LogOwner;
	readonly #watch: WatchCommit | undefined;
	readonly #writer: LogWriter;
	readonly #overlay = new Memtable();
	readonly #checkpoint: LeaseCheckpoint;
	/** Replaced when a commit changes the schema: no other process commits. */
	#schemaState = {};
	/** Groups committed: together with the file's state the id of a state. */
	#states = 0;
	/** The file's state when the lease began: earlier states have smaller ids. */
	readonly #firstFileState: number;
	/** The memtable with the group that is being written on another thread. */
	#written: MemtableState | null = null;

	constructor(
		below: LmdbEngine,
		file: LogFile,
		claim: LogLease & { readonly owner: LogOwner },
		watch: WatchCommit | undefined,
		checkpointed: LmdbOptions["checkpointed"],
	) {
		this.#below = below;
		this.#owner = claim.owner;
		this.#watch = watch;
		const base = below.snapshot();
		this.#firstFileState = base.transactionId;
		base.release();
		this.#writer = new LogWriter(file);
		this.#writer.start(claim.epoch);
		this.#checkpoint = new LeaseCheckpoint(
			{ below, writer: this.#writer, memtable: this.#overlay, checkpointed },
			claim,
		);
	}

	/** State ids are used up: the lease must be given up. */
	get isWornOut(): boolean {
		return this.#states === maximumStates - 1;
	}

	/** Once the lease is given up in the file, other processes commit there, and the memtable would hide that. */
	snapshot(): FastSnapshot {
		const base = this.#below.snapshot();
		return this.#overlay.isEmpty ||
			(this.#checkpoint.isLeaving && leaseIn(base).claim.owner?.instance !== this.#owner.instance)
			? base
			: new MemtableOverlaySnapshot(base, this.#overlay.moment(), this.#stateId(base.transactionId), this.#schemaState);
	}

	/** The current state over a snapshot of the file. Valid until the next commit. */
	#liveOver(base: FastSnapshot): FastSnapshot {
		return new MemtableOverlaySnapshot(
			base,
			this.#overlay,
			this.#overlay.isEmpty ? base.transactionId : this.#stateId(base.transactionId),
		);
	}

	/** Whether nothing has been committed since the batch began. */
	#isUnchanged({ since }: FastBatch, live: FastSnapshot): boolean {
		return since === live.transactionId || this.#isOfThisState(since);
	}

	#conflictIn(batch: FastBatch, base: FastSnapshot, live: FastSnapshot): Key | undefined {
		// While the file's state is the same, all later commits are in the memtable.
		const isSameFile = batch.since !== undefined && Math.floor(batch.since) === base.transactionId;
		return firstReadSetConflict(batch, live, (key) => isSameFile && findIn(this.#overlay, key) === undefined);
	}

	/** Whether nothing has been committed since, though a checkpoint may have moved entries into the file. */
	#isOfThisState(since = 0): boolean {
		return since >= this.#firstFileState && since % 1 === this.#states / maximumStates && this.#states > 0;
	}

	#stateId(fileState: number): number {
		return fileState + this.#states / maximumStates;
	}

	/** As `commit`, or as `commitAside` if clients wait for this thread. */
	commitGroup(
		group: readonly Pending[],
		isAwaited: boolean,
	): { readonly count: number; readonly written: Promise<void> | null } {
		if (group.length === 0) {
			return { count: 0, written: null };
		}
		return isAwaited ? this.commitAside(group) : { count: this.commit(group), written: null };
	}

	/**
	 * Commits as many as fit, in one group, and returns how many. Throws the disk's error: then it is unknown what is
	 * on disk.
	 */
	commit(group: readonly Pending[]): number {
		const before = this.#overlay.state();
		const draft = this.#draft(group, before);
		if (draft.hasWritten) {
			try {
				this.#writer.write();
			} catch (failure) {
				this.#overlay.restore(before);
				throw failure;
			}
		}
		this.#finish(draft, draft.fileState);
		return draft.answers.length;
	}

	/**
	 * The same for one commit, which enters the memtable once it is on disk: nothing has to be undone, so no earlier
	 * state is kept. Undefined: it does not fit.
	 */
	commitOne(batch: FastBatch): Commit | undefined {
		const base = this.#below.snapshot();
		try {
			this.#watch?.("begun", [batch]);
			const live = this.#liveOver(base);
			const conflict = this.#isUnchanged(batch, live) ? undefined : this.#conflictIn(batch, base, live);
			if (conflict !== undefined) {
				return { done: false, conflict };
			}
			return this.#commitSound(batch, live)
				? { done: true, transactionId: this.#stateOf(base.transactionId) }
				: undefined;
		} finally {
			base.release();
		}
	}

	/** Writes a validated batch. False: it does not fit. */
	#commitSound(batch: FastBatch, live: FastSnapshot): boolean {
		const { writes, changes } = entriesOf(batch);
		const { runs = noRuns, additions = noAdditions } = batch;
		const counts = countsOf(additions, live);
		const bytes = bytesOfWrites(writes) + bytesOfWrites(counts);
		const all = changes.length === 0 ? runs : [...runs, ...changes];
		this.#writer.begin();
		if (!this.#writer.hasRoom(bytes, bytesOfRuns(all))) {
			return false;
		}
		this.#writer.add(writes, all, bytes);
		this.#writer.add(counts, noRuns, 0);
		this.#watch?.("applied", [batch]);
		if (writes.length + all.length + counts.length > 0) {
			this.#writer.write();
			this.#overlay.put(writes, runs, changes);
			this.#overlay.put(counts);
			this.#states++;
			this.#noteSchema(batch);
		}
		this.#watch?.("durable", [batch]);
		giveBackChanges(batch);
		return true;
	}

	/**
	 * The same on another thread: the group is invisible until it is on disk. Until then nothing else may be committed,
	 * no checkpoint run and the lease not given up, except by `giveUpNow`. `written` rejects with the disk's error;
	 * null: nothing had to be written.
	 */
	commitAside(group: readonly Pending[]): { readonly count: number; readonly written: Promise<void> | null } {
		const before = this.#overlay.state();
		const draft = this.#draft(group, before);
		const count = draft.answers.length;
		if (!draft.hasWritten) {
			this.#finish(draft, draft.fileState);
			return { count, written: null };
		}
		this.#written = this.#overlay.state();
		this.#overlay.restore(before);
		return { count, written: this.#writeAside(draft) };
	}

	async #writeAside(draft: Draft): Promise<void> {
		try {
			await this.#writer.writeAside();
		} catch (failure) {
			// If the lease was given up, the group is in the file, whatever happened to the log.
			if (this.#written !== null) {
				this.#written = null;
				throw failure;
			}
		}
		this.#land();
		this.#finish(draft, this.#fileState());
	}

	/** Adds the group being written to the memtable. */
	#land(): void {
		if (this.#written !== null) {
			this.#overlay.advance(this.#written);
			this.#written = null;
		}
	}

	/** Encodes a group and adds it to the memtable. If it throws, the memtable is unchanged. */
	#draft(group: readonly Pending[], before: MemtableState): Draft {
		const base = this.#below.snapshot();
		try {
			this.#watch?.(
				"begun",
				group.map(({ batch }) => batch),
			);
			const draft = this.#lay(group, base);
			this.#watch?.(
				"applied",
				group.map(({ batch }) => batch),
			);
			return draft;
		} catch (failure) {
			this.#overlay.restore(before);
			throw failure;
		} finally {
			base.release();
		}
	}

	#lay(group: readonly Pending[], base: FastSnapshot): Draft {
		const live = this.#liveOver(base);
		this.#writer.begin();
		const answers: Commit[] = [];
		let sums: Additions | undefined;
		let hasWritten = false;
		for (const { batch } of group) {
			const conflict = !hasWritten && this.#isUnchanged(batch, live) ? undefined : this.#conflictIn(batch, base, live);
			if (conflict !== undefined) {
				answers.push({ done: false, conflict });
				continue;
			}
			const additions = batch.additions ?? [];
			const { writes, changes } = entriesOf(batch);
			const { runs = noRuns } = batch;
			const writeBytes = bytesOfWrites(writes);
			if (
				!this.#writer.hasRoom(
					writeBytes + ((sums?.size ?? 0) + additions.length) * countBytes,
					bytesOfRuns(runs) + bytesOfRuns(changes),
				)
			) {
				break;
			}
			if (additions.length > 0) {
				sums ??= new Additions();
				sums.addAll(additions);
			}
			this.#overlay.put(writes, runs, changes);
			this.#writer.add(writes, changes.length === 0 ? runs : [...runs, ...changes], writeBytes);
			hasWritten ||= writes.length + changes.length + runs.length + additions.length > 0;
			answers.push({ done: true, transactionId: 0 });
		}
		if (sums !== undefined) {
			const counts = countsOf(sums.list(), live);
			this.#overlay.put(counts);
			this.#writer.add(counts, noRuns, bytesOfWrites(counts));
		}
		return { group, answers, hasWritten, fileState: base.transactionId };
	}

	/** The group is on disk and in the memtable: settles its commits. */
	#finish({ group, answers, hasWritten }: Draft, fileState: number): void {
		if (hasWritten) {
			this.#states++;
		}
		this.#watch?.(
			"durable",
			group.map(({ batch }) => batch),
		);
		const transactionId = this.#stateOf(fileState);
		for (let at = 0; at < answers.length; at++) {
			const pending = group[at]!;
			const answer = answers[at]!;
			if (answer.done) {
				this.#noteSchema(pending.batch);
				giveBackChanges(pending.batch);
			}
			pending.resolve(answer.done ? { done: true, transactionId } : answer);
		}
	}

	#noteSchema({ writes }: FastBatch): void {
		for (let at = 0; at < writes.length; at++) {
			if (writes[at]!.key === schemaVersionKey) {
				this.#schemaState = {};
			}
		}
	}

	/** Whether the other segment is still needed (a checkpoint runs). */
	get isFolding(): boolean {
		return this.#checkpoint.isRunning;
	}

	/** Whether the memtable has no key with this prefix. */
	hasNothingOf(prefix: Key): boolean {
		return layersOver(this.#overlay, rangeOf(prefix)).length === 0;
	}

	/** Commits directly to the file: the log has none of the cleared keys. */
	async commitBeside(batch: FastBatch): Promise<Commit> {
		const commit = await this.#below.commit({
			...batch,
			conditions: [{ key: logClaimKey, seen: this.#checkpoint.leaseBytes }],
			aside: true,
		});
		this.#noteSchema(batch);
		// Otherwise the lease was given up meanwhile, or a checkpoint has ended: the caller repeats.
		return commit.done ? commit : { done: true, transactionId: this.#stateOf(this.#fileState()) };
	}

	#fileState(): number {
		const base = this.#below.snapshot();
		base.release();
		return base.transactionId;
	}

	#stateOf(fileState: number): number {
		return this.#checkpoint.isGivenUp ? fileState : this.#stateId(fileState);
	}

	/** Runs a checkpoint, or completes a failed one; commits continue meanwhile. */
	foldAside(): Promise<void> {
		return this.#checkpoint.run();
	}

	/** Writes everything into the file and returns the lease without an owner. Nothing may be committed meanwhile. */
	giveUp(): Promise<LogLease> {
		return this.#checkpoint.giveUp();
	}

	/** The same, synchronously. */
	giveUpNow(): LogLease {
		if (!this.#checkpoint.isGivenUp) {
			// The group being written to the log goes into the file as well, since the lease ends.
			this.#land();
		}
		return this.#checkpoint.giveUpNow();
	}
}

/** Called once it is in the memtable, which has its own copy. */
function giveBackChanges({ changes }: FastBatch): void {
	changes?.forEach((run) => run.giveBack());
}
