/**
 * The log while it is ours: groups written to it, the overlay that holds them, folds of the overlay into the file.
 *
 * In: batches. Out: commits that are on disk; snapshots; at last the file with everything in it, and the claim given up. It
 * refuses to know when: `logged-store.ts` says so.
 */
import { changesOf, entriesOf } from "../change-entries.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { Additions, decodeCount, encodeCount } from "../count.ts";
import type { EntryRun } from "../entry-run.ts";
import { BrokenStore } from "../failure.ts";
import { logClaimKey, rangeOf } from "../keys.ts";
import type { LmdbEngine } from "../lmdb.ts";
import { runParts } from "../run-order.ts";
import type { Batch, Commit, Key, Snapshot, Write } from "../store.ts";
import { encodeClaim, type LogClaim, type LogOwner } from "./claim.ts";
import { firstConflict } from "./conflict.ts";
import { claimIn } from "./foreign-log.ts";
import { type LogFile, segmentBytes } from "./log-file.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";
import { LogWriter } from "./log-writer.ts";
import { OverlaidSnapshot } from "./overlaid-snapshot.ts";
import { findIn, layersOver, Overlay, type OverlayState } from "./overlay.ts";

/** So many states of one claim have ids of their own. */
const maximumStates = 2 ** 20;
/** A fold gives way to others after so many writes. */
const foldWrites = 1024;
/** Or so many entries of runs: about, since pieces of memory are not cut. */
const foldEntries = 4096;
/** More than a count with its key takes in a group. */
const countBytes = 64;
const noRuns: readonly EntryRun[] = [];

export interface Pending {
	readonly batch: Batch;
	resolve(commit: Commit | Promise<Commit>): void;
	reject(error: unknown): void;
}

/** One that nobody waits for: it is answered before the call returns. */
class LonePending implements Pending {
	readonly batch: Batch;
	answer: Commit | undefined;

	constructor(batch: Batch) {
		this.batch = batch;
	}

	resolve(commit: Commit | Promise<Commit>): void {
		this.answer = commit as Commit;
	}

	reject(): void {
		// What the disk says is thrown.
	}
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
	readonly #writer: LogWriter;
	readonly #overlay = new Overlay();
	#claimBytes: Uint8Array;
	/** How many groups have been committed: with the file's state the id of a state. */
	#states = 0;
	/** The file's when the log became ours: states that were read before have lesser ids. */
	readonly #firstFileState: number;
	/** With the group that is being written aside. */
	#written: OverlayState | null = null;
	#fold: Promise<void> | null = null;
	#isGivenUp = false;
	#isLeaving = false;

	constructor(below: LmdbEngine, file: LogFile, claim: LogClaim & { readonly owner: LogOwner }, watch: WatchCommit | undefined) {
		this.#below = below;
		this.#owner = claim.owner;
		this.#watch = watch;
		this.#claimBytes = encodeClaim(claim);
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
	snapshot(): Snapshot {
		const base = this.#below.snapshot();
		return this.#overlay.isEmpty || (this.#isLeaving && claimIn(base).claim.owner?.instance !== this.#owner.instance) ? base : new OverlaidSnapshot(base, this.#overlay.state(), this.#stateId(base.transactionId));
	}

	/** Has nothing been committed since, though some of what lay in the log may lie in the file by now? */
	#isOfThisState(since = 0): boolean {
		return since >= this.#firstFileState && since % 1 === this.#states / maximumStates && this.#states > 0;
	}

	#stateId(fileState: number): number {
		return fileState + this.#states / maximumStates;
	}

	/** Commits as many as have room, in one group, and answers how many. Throws what the disk says: then nobody knows what is on it. */
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

	/** The same of one. Undefined: there is no room for it. */
	commitOne(batch: Batch): Commit | undefined {
		const one = new LonePending(batch);
		this.commit([one]);
		return one.answer;
	}

	/**
	 * The same while this thread goes on: nobody sees the group before it is on disk, and nothing else may be committed, folded or given up
	 * meanwhile, but by `giveUpNow`. `written` rejects with what the disk says; null: nothing had to be written.
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
	#draft(group: readonly Pending[], before: OverlayState): Draft {
		const base = this.#below.snapshot();
		try {
			this.#watch?.("begun", group.map(({ batch }) => batch));
			const draft = this.#lay(group, base);
			this.#watch?.("applied", group.map(({ batch }) => batch));
			return draft;
		} catch (failure) {
			this.#overlay.restore(before);
			throw failure;
		} finally {
			base.release();
		}
	}

	#lay(group: readonly Pending[], base: Snapshot): Draft {
		const live = new OverlaidSnapshot(base, this.#overlay, this.#overlay.isEmpty ? base.transactionId : this.#stateId(base.transactionId));
		this.#writer.begin();
		const answers: Commit[] = [];
		let sums: Additions | undefined;
		let hasWritten = false;
		for (const { batch } of group) {
			const isUnchanged = !hasWritten && (batch.since === live.transactionId || this.#isOfThisState(batch.since));
			// As long as the file is the same, what was committed since lies in the overlay.
			const isSameFile = batch.since !== undefined && Math.floor(batch.since) === base.transactionId;
			const conflict = isUnchanged ? undefined : firstConflict(batch, live, (key) => isSameFile && findIn(this.#overlay, key) === undefined);
			if (conflict !== undefined) {
				answers.push({ done: false, conflict });
				continue;
			}
			const additions = batch.additions ?? [];
			const { writes, changes } = entriesOf(batch);
			const { runs = noRuns } = batch;
			const writeBytes = bytesOfWrites(writes);
			if (!this.#writer.hasRoom(writeBytes + ((sums?.size ?? 0) + additions.length) * countBytes, bytesOfRuns(runs) + bytesOfRuns(changes))) {
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
			const counts: Write[] = [];
			for (const { key, amount } of sums.list()) {
				counts.push({ key, value: encodeCount(decodeCount(live.get(key) as Uint8Array | undefined) + amount) });
			}
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
		this.#watch?.("durable", group.map(({ batch }) => batch));
		const transactionId = this.#stateOf(fileState);
		for (let at = 0; at < answers.length; at++) {
			const pending = group[at]!;
			const answer = answers[at]!;
			if (answer.done) {
				// The overlay has its own copy.
				pending.batch.changes?.forEach((run) => run.giveBack());
			}
			pending.resolve(answer.done ? { done: true, transactionId } : answer);
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
	async commitBeside(batch: Batch): Promise<Commit> {
		const commit = await this.#below.commit({ ...batch, conditions: [{ key: logClaimKey, seen: this.#claimBytes }], aside: true });
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

	/** Writes the overlay into the file, or what an earlier try could not; commits go on in the other segment. Rejects if there is no space. */
	foldAside(): Promise<void> {
		if (!this.isFolding) {
			this.#freeze();
		}
		this.#fold ??= this.#writeFile({ epoch: this.#writer.epoch, segmentBytes, owner: this.#owner }).finally(() => {
			this.#fold = null;
		});
		return this.#fold;
	}

	/** Writes everything into the file, and answers with the claim that is nobody's. Nothing may be committed meanwhile. */
	async giveUp(): Promise<LogClaim> {
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
	giveUpNow(): LogClaim {
		if (!this.#isGivenUp) {
			// What is being written to the log goes into the file as well: the log is nobody's then.
			this.#land();
			this.#isGivenUp = true;
			this.#writeNow([]);
			this.#freeze();
			this.#writeNow([{ key: logClaimKey, value: encodeClaim({ epoch: this.#writer.epoch }) }]);
			this.#overlay.melt();
		}
		return { epoch: this.#writer.epoch };
	}

	#writeNow(claim: readonly Write[]): void {
		const runs = this.#overlay.olderRuns();
		const changes = this.#overlay.olderChanges().flatMap((run) => [...changesOf(run)]);
		if (runs.length + changes.length > 0) {
			this.#below.commitNow({ writes: [], runs, changes, conditions: [] });
		}
		this.#below.commitNow({ writes: [...this.#overlay.olderWrites(), ...claim], conditions: [] });
	}

	/** In some commits, so that others have their turn; the claim goes with the last, since a part of an epoch may be folded twice. */
	async #writeFile(claim: LogClaim): Promise<void> {
		const seen = this.#claimBytes;
		const bytes = encodeClaim(claim);
		for (const run of this.#overlay.olderRuns()) {
			for (const part of runParts(run, foldEntries)) {
				await this.#writePart({ writes: [], runs: [part] }, seen);
			}
		}
		for (const run of this.#overlay.olderChanges()) {
			for (const part of changesOf(run)) {
				await this.#writePart({ writes: [], changes: [part] }, seen);
			}
		}
		const writes = this.#overlay.olderWrites();
		for (let at = 0, isLast = false; !isLast && !this.#isGivenUp; at += foldWrites) {
			isLast = at + foldWrites >= writes.length;
			const part = writes.slice(at, at + foldWrites);
			await this.#writePart({ writes: isLast ? [...part, { key: logClaimKey, value: bytes }] : part }, seen);
		}
		if (!this.#isGivenUp) {
			this.#claimBytes = bytes;
			this.#overlay.melt();
		}
	}

	async #writePart(part: Pick<Batch, "writes" | "runs" | "changes">, seen: Uint8Array): Promise<void> {
		if (!this.#isGivenUp) {
			const commit = await this.#below.commit({ ...part, conditions: [{ key: logClaimKey, seen }], aside: true });
			if (!commit.done && !this.#isGivenUp) {
				throw new BrokenStore("Another process has taken the log, as if this one had died.");
			}
		}
	}
}
