/**
 * The log while this process holds its lease: appends groups, maintains the memtable, runs checkpoints.
 *
 * `logged-store.ts` decides when, and when the lease is given up.
 */
import { invariant } from "../../errors/invariant.ts";
import { entriesOf } from "../runs/change-entries.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { type Addition, countsOf } from "../page/count.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { logClaimKey, rangeOf, schemaVersionKey } from "../encoding/keys.ts";
import type { LmdbEngine, LmdbOptions } from "../lmdb/lmdb.ts";
import type { Commit, Key, Write } from "../contract.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import type { LogLease, LogOwner } from "./log-lease.ts";
import { firstReadSetConflict } from "./read-set-validation.ts";
import { LeaseCheckpoint } from "./lease-checkpoint.ts";
import { leaseIn } from "./foreign-lease.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";
import type { LogWriter } from "./log-writer.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";
import { findIn, layersOver, Memtable } from "./memtable.ts";
import { memberOf, OpenGroup, type Pending } from "./open-group.ts";
import { StateIds } from "./state-ids.ts";

/** So many groups after a conflict with a commit that is laid, changes read ahead. */
const groupsOfHeat = 256;
const noRuns: readonly EntryRun[] = [];
const noAdditions: readonly Addition[] = [];

export class OwnLog {
	readonly #below: LmdbEngine;
	readonly #owner: LogOwner;
	readonly #watch: WatchCommit | undefined;
	readonly #writer: LogWriter;
	readonly #overlay = new Memtable();
	readonly #checkpoint: LeaseCheckpoint;
	/** Replaced when a commit changes the schema: no other process commits. */
	#schemaState = {};
	readonly #ids: StateIds;
	/** The group that is being written on another thread. */
	#flying: OpenGroup | null = null;
	/** Commits that the next write takes. */
	#open: OpenGroup | null = null;
	/** Groups for which changes may read ahead. */
	hotGroups = 0;

	constructor(
		below: LmdbEngine,
		writer: LogWriter,
		claim: LogLease & { readonly owner: LogOwner },
		watch: WatchCommit | undefined,
		checkpointed: LmdbOptions["checkpointed"],
	) {
		this.#below = below;
		this.#owner = claim.owner;
		this.#watch = watch;
		const base = below.snapshot();
		this.#ids = new StateIds(base.transactionId);
		base.release();
		this.#writer = writer;
		this.#writer.start(claim.epoch);
		this.#checkpoint = new LeaseCheckpoint(
			{ below, writer: this.#writer, memtable: this.#overlay, checkpointed },
			claim,
		);
	}

	/** State ids are used up: the lease must be given up. */
	get isWornOut(): boolean {
		return this.#ids.isWornOut;
	}

	/** Commits are laid that are not on disk. */
	get hasLaid(): boolean {
		return this.#open !== null || this.#flying !== null;
	}

	/** Number of commits that the next write takes. */
	get openCount(): number {
		return this.#open === null ? 0 : this.#open.members.length;
	}

	/**
	 * The newest state on disk. Once the lease is given up in the file, other processes commit there, and the memtable
	 * would hide that.
	 */
	snapshot(): FastSnapshot {
		const base = this.#below.snapshot();
		const laid = this.#flying ?? this.#open;
		if (laid !== null) {
			const id = this.#ids.idOver(base.transactionId, laid.stateBefore);
			return new MemtableOverlaySnapshot(base, laid.before, id, this.#schemaState);
		}
		return this.#overlay.isEmpty ||
			(this.#checkpoint.isLeaving && leaseIn(base).claim.owner?.instance !== this.#owner.instance)
			? base
			: this.#newest(base);
	}

	/** The state with commits that are not on disk; undefined if one of them is a definition. */
	ahead(): FastSnapshot | undefined {
		if (this.#open?.changesSchema || this.#flying?.changesSchema) {
			return undefined;
		}
		if (!this.hasLaid) {
			return this.snapshot();
		}
		const base = this.#below.snapshot();
		this.#putCounts(base);
		this.#ids.take();
		return this.#newest(base);
	}

	/** Resolves when all that is laid is on disk; undefined: it is. */
	landed(): Promise<void> | undefined {
		return (this.#open ?? this.#flying)?.landed();
	}

	#newest(base: FastSnapshot): FastSnapshot {
		return new MemtableOverlaySnapshot(
			base,
			this.#overlay.moment(),
			base.transactionId + this.#ids.fraction,
			this.#schemaState,
		);
	}

	/** The current state over a snapshot of the file. Valid until the next commit. */
	#liveOver(base: FastSnapshot): FastSnapshot {
		return new MemtableOverlaySnapshot(
			base,
			this.#overlay,
			this.#overlay.isEmpty ? base.transactionId : base.transactionId + this.#ids.fraction,
		);
	}

	#conflictIn(batch: FastBatch, base: FastSnapshot, live: FastSnapshot): Key | undefined {
		// While the file's state is the same, all later commits are in the memtable.
		const isSameFile = batch.since !== undefined && Math.floor(batch.since) === base.transactionId;
		return firstReadSetConflict(batch, live, (key) => isSameFile && findIn(this.#overlay, key) === undefined);
	}

	/**
	 * Validates a commit and lays it over the memtable, or answers that it conflicts. False: it does not fit. If it
	 * throws, the memtable is unchanged.
	 */
	lay(pending: Pending): boolean {
		const base = this.#below.snapshot();
		try {
			const { batch } = pending;
			const live = this.#liveOver(base);
			const conflict = this.#ids.isCurrent(batch.since, live.transactionId)
				? undefined
				: this.#conflictIn(batch, base, live);
			if (conflict !== undefined) {
				this.#answerConflict(pending, conflict);
				return true;
			}
			return this.#laySound(pending);
		} finally {
			base.release();
		}
	}

	/** Where it may be with a commit that is laid, it is answered after that: a new try reads what is on disk. */
	#answerConflict({ resolve }: Pending, conflict: Key): void {
		const group = this.#open ?? this.#flying;
		if (group === null) {
			resolve({ done: false, conflict });
		} else {
			this.hotGroups = groupsOfHeat;
			const answer = (): void => resolve({ done: false, conflict });
			group.landed().then(answer, answer);
		}
	}

	#laySound(pending: Pending): boolean {
		const group = this.#open ?? new OpenGroup(this.#overlay.state(), this.#ids.take());
		const member = memberOf(pending);
		if (this.isWornOut || !group.hasRoom(member, this.#writer)) {
			return false;
		}
		this.#open = group;
		group.add(member);
		if (member.isChange) {
			this.#overlay.put(member.writes, member.runs, member.changes);
			this.#ids.change();
		}
		pending.laid?.();
		return true;
	}

	/**
	 * Writes what is laid as one group. Null: it is on disk. With `aside`, on another thread: until the promise
	 * resolves, no checkpoint runs and the lease is not given up, except by `giveUpNow`. Throws, or rejects, with the
	 * disk's error: then it is unknown what is on disk, and `dropLaid` follows.
	 */
	write(aside: boolean): Promise<void> | null {
		const group = this.#open;
		if (group === null) {
			return null;
		}
		this.hotGroups = Math.max(this.hotGroups - 1, 0);
		this.#watch?.("begun", group.batches);
		this.#encode(group);
		this.#watch?.("applied", group.batches);
		this.#ids.take();
		if (aside && group.isChange) {
			this.#open = null;
			this.#flying = group;
			return this.#writeAside(group);
		}
		if (group.isChange) {
			this.#writer.write();
		}
		this.#open = null;
		this.#finish(group, this.#fileState());
		return null;
	}

	#encode(group: OpenGroup): void {
		const base = this.#below.snapshot();
		this.#writer.begin();
		for (const { writes, runs, changes, writeBytes } of group.members) {
			this.#writer.add(writes, changes.length === 0 ? runs : [...runs, ...changes], writeBytes);
		}
		const counts = this.#putCounts(base);
		this.#writer.add(counts, noRuns, bytesOfWrites(counts));
		base.release();
	}

	/** Lays the counters of the open group over the memtable. */
	#putCounts(base: FastSnapshot): readonly Write[] {
		const counts = this.#open?.counts(base) ?? [];
		if (counts.length > 0) {
			this.#overlay.put(counts);
			this.#ids.change();
		}
		return counts;
	}

	async #writeAside(group: OpenGroup): Promise<void> {
		try {
			await this.#writer.writeAside();
		} catch (failure) {
			// If the lease was given up, the group is in the file, whatever happened to the log.
			if (this.#flying !== null) {
				throw failure;
			}
		}
		this.#flying = null;
		this.#finish(group, this.#fileState());
	}

	/** After a failed write: forgets what is not known to be on disk, and returns the commits that wait for it. */
	dropLaid(failure: unknown): Pending[] {
		const groups = [this.#flying, this.#open].filter((group) => group !== null);
		if (groups[0] !== undefined) {
			this.#overlay.restore(groups[0].before);
			this.#ids.change();
		}
		this.#flying = null;
		this.#open = null;
		groups.forEach((group) => group.fail(failure));
		return groups.flatMap(({ members }) => members.map(({ pending }) => pending));
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
			const conflict = this.#ids.isCurrent(batch.since, live.transactionId)
				? undefined
				: this.#conflictIn(batch, base, live);
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
			this.#ids.next();
			this.#noteSchema(batch);
		}
		this.#watch?.("durable", [batch]);
		batch.changes?.forEach((run) => run.giveBack());
		return true;
	}

	/** The group is on disk: settles its commits. */
	#finish(group: OpenGroup, fileState: number): void {
		this.#watch?.("durable", group.batches);
		const transactionId = this.#stateOf(fileState);
		for (const { pending } of group.members) {
			this.#noteSchema(pending.batch);
			pending.batch.changes?.forEach((run) => run.giveBack());
			pending.resolve({ done: true, transactionId });
		}
		group.land();
	}

	/** Lays writes over the memtable that only a checkpoint makes durable. Nothing else may be laid. */
	commitUnlogged(writes: readonly Write[]): void {
		invariant(!this.hasLaid, "Writes without a record in the log are undone with a group that fails.");
		this.#overlay.put(writes);
		this.#ids.next();
	}

	#noteSchema({ writes }: FastBatch): void {
		if (writes.some(({ key }) => key === schemaVersionKey)) {
			this.#schemaState = {};
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
		return this.#checkpoint.isGivenUp ? fileState : fileState + this.#ids.fraction;
	}

	/** Runs a checkpoint, or completes a failed one; commits continue meanwhile. */
	foldAside(): Promise<void> {
		return this.#checkpoint.run();
	}

	/** Writes everything into the file and returns the lease without an owner. Nothing may be committed meanwhile. */
	giveUp(): Promise<LogLease> {
		return this.#checkpoint.giveUp();
	}

	/** The same, synchronously: what is laid goes into the file as well, since the lease ends. */
	giveUpNow(): LogLease {
		const base = this.#below.snapshot();
		this.#putCounts(base);
		base.release();
		this.#ids.take();
		const lease = this.#checkpoint.giveUpNow();
		const group = this.#open;
		[this.#open, this.#flying] = [null, null];
		if (group !== null) {
			this.#finish(group, this.#fileState());
		}
		return lease;
	}
}
