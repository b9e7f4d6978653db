/**
 * The log while this process holds its lease: appends groups, keeps the memtable, runs checkpoints, gives the lease
 * up.
 *
 * `logged-store.ts` decides when.
 */
import { entriesOf } from "../runs/change-entries.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { type Addition, Additions, countsOf } from "../page/count.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { BrokenStore } from "../failure.ts";
import { logClaimKey, rangeOf, schemaVersionKey } from "../encoding/keys.ts";
import type { LmdbEngine, LmdbOptions } from "../lmdb/lmdb.ts";
import type { Commit, Key } from "../contract.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import { encodeLease, type LogLease, type LogOwner } from "./log-lease.ts";
import { firstReadSetConflict } from "./read-set-validation.ts";
import { type CheckpointPart, checkpointNow, checkpointParts } from "./checkpoint.ts";
import { leaseIn } from "./foreign-lease.ts";
import { type LogFile, segmentBytes } from "./log-file.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";
import { LogWriter } from "./log-writer.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";
import { findIn, layersOver, Memtable, type MemtableState } from "./memtable.ts";

/** So many states of one claim have ids of their own. */
const maximumStates = 2 ** 20;
/** More than a count with its key takes in a group. */
const countBytes = 64;
const noRuns: readonly EntryRun[] = [];
const noAdditions: readonly Addition[] = [];

export interface Pending {
	readonly batch: FastBatch;
	resolve(commit: Commit | Promise<Commit>): void;
	reject(error: unknown): void;
}

/** A group that is about to be written: what its first commits, as many as there was room for, are answered. */
interface Draft {
	readonly group: readonly Pending[];
	readonly answers: readonly Commit[];
	readonly hasWritten: boolean;
	/** Of the state of the file that it was laid over. */
	readonly fileState: number;
}

export class OwnLog {
	readonly #below: LmdbEngine;
	readonly #owner: LogOwner;
	readonly #watch: WatchCommit | undefined;
	readonly #checkpointed: LmdbOptions["checkpointed"];
	readonly #writer: LogWriter;
	readonly #overlay = new Memtable();
	#claimBytes: Uint8Array;
	/** Until a commit changes the schema: nobody but us commits. */
	#schemaState = {};
	/** How many groups have been committed: with the file's state the id of a state. */
	#states = 0;
	/** The file's when the log became ours: states that were read before have lesser ids. */
	readonly #firstFileState: number;
	/** With the group that is being written aside. */
	#written: MemtableState | null = null;
	#fold: Promise<void> | null = null;
	#isGivenUp = false;
	#isLeaving = false;

	constructor(
		below: LmdbEngine,
		file: LogFile,
		claim: LogLease & { readonly owner: LogOwner },
		watch: WatchCommit | undefined,
		checkpointed: LmdbOptions["checkpointed"],
	) {
		this.#checkpointed = checkpointed;
		this.#below = below;
		this.#owner = claim.owner;
		this.#watch = watch;
		this.#claimBytes = encodeLease(claim);
		const base = below.snapshot();
		this.#firstFileState = base.transactionId;
		base.release();
		this.#writer = new LogWriter(file);
		this.#writer.start(claim.epoch);
	}

	/** No state is left to have an id of its own: the log must be given up. */
	get isWornOut(): boolean {
		return this.#states === maximumStates - 1;
	}

	/** Once the claim is given up in the file, others commit there: what is still laid over it here would hide that. */
	snapshot(): FastSnapshot {
		const base = this.#below.snapshot();
		return this.#overlay.isEmpty || (this.#isLeaving && leaseIn(base).claim.owner?.instance !== this.#owner.instance)
			? base
			: new MemtableOverlaySnapshot(base, this.#overlay.moment(), this.#stateId(base.transactionId), this.#schemaState);
	}

	/** What is committed now, over a snapshot of the file. Not to be kept. */
	#liveOver(base: FastSnapshot): FastSnapshot {
		return new MemtableOverlaySnapshot(
			base,
			this.#overlay,
			this.#overlay.isEmpty ? base.transactionId : this.#stateId(base.transactionId),
		);
	}

	/** Has nothing been committed since the batch began? */
	#isUnchanged({ since }: FastBatch, live: FastSnapshot): boolean {
		return since === live.transactionId || this.#isOfThisState(since);
	}

	#conflictIn(batch: FastBatch, base: FastSnapshot, live: FastSnapshot): Key | undefined {
		// As long as the file is the same, what was committed since lies in the overlay.
		const isSameFile = batch.since !== undefined && Math.floor(batch.since) === base.transactionId;
		return firstReadSetConflict(batch, live, (key) => isSameFile && findIn(this.#overlay, key) === undefined);
	}

	/** Has nothing been committed since, though some of what lay in the log may lie in the file by now? */
	#isOfThisState(since = 0): boolean {
		return since >= this.#firstFileState && since % 1 === this.#states / maximumStates && this.#states > 0;
	}

	#stateId(fileState: number): number {
		return fileState + this.#states / maximumStates;
	}

	/**
	 * Commits as many as have room, in one group, and answers how many. Throws what the disk says: then nobody knows
	 * what is on it.
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
	 * The same of one, which is laid over the file once it is on disk: nothing need be taken back, so that no state is
	 * kept before. Undefined: there is no room for it.
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

	/** It finds what it relies on. False: there is no room for it. */
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
	 * The same while this thread goes on: nobody sees the group before it is on disk, and nothing else may be
	 * committed, folded or given up meanwhile, but by `giveUpNow`. `written` rejects with what the disk says; null:
	 * nothing had to be written.
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
			// What was given up is in the file, whatever became of the log.
			if (this.#written !== null) {
				this.#written = null;
				throw failure;
			}
		}
		this.#land();
		this.#finish(draft, this.#fileState());
	}

	/** What is being written is laid over the file. */
	#land(): void {
		if (this.#written !== null) {
			this.#overlay.advance(this.#written);
			this.#written = null;
		}
	}

	/** The group's bytes, and what they say laid over the file. Throws with nothing of it laid. */
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

	/** It is on disk, and in the overlay: who waits is told. */
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

	/** Is the other segment still needed? */
	get isFolding(): boolean {
		return this.#overlay.older !== null;
	}

	/** Does the file alone say what is there under the beginning of keys? */
	hasNothingOf(prefix: Key): boolean {
		return layersOver(this.#overlay, rangeOf(prefix)).length === 0;
	}

	/** Into the file, past the log: what it clears the log knows nothing of. */
	async commitBeside(batch: FastBatch): Promise<Commit> {
		const commit = await this.#below.commit({
			...batch,
			conditions: [{ key: logClaimKey, seen: this.#claimBytes }],
			aside: true,
		});
		this.#noteSchema(batch);
		// Else the log was given up meanwhile, or a fold has ended: who clears asks again.
		return commit.done ? commit : { done: true, transactionId: this.#stateOf(this.#fileState()) };
	}

	#fileState(): number {
		const base = this.#below.snapshot();
		base.release();
		return base.transactionId;
	}

	#stateOf(fileState: number): number {
		return this.#isGivenUp ? fileState : this.#stateId(fileState);
	}

	/**
	 * Writes the overlay into the file, or what an earlier try could not; commits go on in the other segment. Rejects
	 * if there is no space.
	 */
	foldAside(): Promise<void> {
		if (!this.isFolding) {
			this.#freeze();
		}
		this.#fold ??= this.#writeFile({ epoch: this.#writer.epoch, segmentBytes, owner: this.#owner }).finally(() => {
			this.#fold = null;
		});
		return this.#fold;
	}

	/**
	 * Writes everything into the file, and answers with the claim that is nobody's. Nothing may be committed meanwhile.
	 */
	async giveUp(): Promise<LogLease> {
		if (this.isFolding) {
			await this.foldAside();
		}
		if (!this.#isGivenUp) {
			this.#freeze();
			this.#isLeaving = true;
			await this.#writeFile({ epoch: this.#writer.epoch });
			this.#isGivenUp = true;
		}
		return { epoch: this.#writer.epoch };
	}

	#freeze(): void {
		this.#overlay.freeze();
		this.#writer.start(this.#writer.epoch + 1);
	}

	/** The same at once, while this thread waits. */
	giveUpNow(): LogLease {
		if (!this.#isGivenUp) {
			// What is being written to the log goes into the file as well: the log is nobody's then.
			this.#land();
			this.#isGivenUp = true;
			checkpointNow(this.#below, this.#overlay, []);
			this.#freeze();
			checkpointNow(this.#below, this.#overlay, [
				{ key: logClaimKey, value: encodeLease({ epoch: this.#writer.epoch }) },
			]);
			this.#overlay.melt();
		}
		return { epoch: this.#writer.epoch };
	}

	async #writeFile(claim: LogLease): Promise<void> {
		const seen = this.#claimBytes;
		const bytes = encodeLease(claim);
		const begunMs = performance.now();
		let parts = 0;
		for (const part of checkpointParts(this.#overlay, bytes)) {
			await this.#writePart(part, seen);
			parts++;
		}
		this.#checkpointed?.({ epoch: claim.epoch, parts, elapsedMs: performance.now() - begunMs });
		if (!this.#isGivenUp) {
			this.#claimBytes = bytes;
			this.#overlay.melt();
		}
	}

	async #writePart(part: CheckpointPart, seen: Uint8Array): Promise<void> {
		if (!this.#isGivenUp) {
			const commit = await this.#below.commit({ ...part, conditions: [{ key: logClaimKey, seen }], aside: true });
			if (!commit.done && !this.#isGivenUp) {
				throw new BrokenStore("Another process has taken the log, as if this one had died.");
			}
		}
	}
}

/** Once it is in the overlay, which has its own copy. */
function giveBackChanges({ changes }: FastBatch): void {
	changes?.forEach((run) => run.giveBack());
}
