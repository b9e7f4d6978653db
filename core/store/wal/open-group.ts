/**
 * Open group: commits that are validated and laid over the memtable in their order, and not yet known to be on disk.
 *
 * Why they are laid before they are written: a change of the same row that reads them fits into the same group, which
 * one sync serves. What is read so is answered when the group is on disk; if its write fails, all of it fails.
 */
import { entriesOf } from "../runs/change-entries.ts";
import { Additions, countsOf } from "../page/count.ts";
import { schemaVersionKey } from "../encoding/keys.ts";
import type { EntryRun } from "../page/entry-run.ts";
import type { Commit, Write } from "../contract.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import { isLarge } from "./large-batch.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";
import type { LogWriter } from "./log-writer.ts";
import type { MemtableState } from "./memtable.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";

/** Upper bound of a counter with its key in a group. */
const countBytes = 64;
const noRuns: readonly EntryRun[] = [];
const noWrites: readonly Write[] = [];

export interface Pending {
	readonly batch: FastBatch;
	/** Called when it is laid over the memtable. */
	readonly laid: (() => void) | undefined;
	resolve(commit: Commit | Promise<Commit>): void;
	reject(error: unknown): void;
}

/** A commit of a group, as it is laid and encoded. */
interface Member {
	readonly pending: Pending;
	readonly writes: readonly Write[];
	readonly runs: readonly EntryRun[];
	readonly changes: readonly EntryRun[];
	readonly writeBytes: number;
	/** It changes an entry itself, not only counters. */
	readonly isChange: boolean;
}

export function memberOf(pending: Pending): Member {
	const { writes, changes } = entriesOf(pending.batch);
	const { runs = noRuns } = pending.batch;
	const isChange = writes.length + changes.length + runs.length > 0;
	return { pending, writes, runs, changes, writeBytes: bytesOfWrites(writes), isChange };
}

/** Lays commits of a queue up to one that is large, or does not fit. */
export function layAll(queue: Pending[], log: { lay(pending: Pending): boolean }): void {
	while (queue.length > 0 && !isLarge(queue[0]!.batch) && log.lay(queue[0]!)) {
		queue.shift();
	}
}

export class OpenGroup {
	/** The memtable beneath, and the number of its state. */
	readonly before: MemtableState;
	readonly stateBefore: number;
	readonly members: Member[] = [];
	changesSchema = false;
	/** There is something to write. */
	isChange = false;
	#writeBytes = 0;
	#runBytes = 0;
	#sums: Additions | undefined;
	#isCounted = false;
	#landing: { readonly done: Promise<void>; resolve(): void; reject(failure: unknown): void } | undefined;

	constructor(before: MemtableState, stateBefore: number) {
		this.before = before;
		this.stateBefore = stateBefore;
	}

	get batches(): readonly FastBatch[] {
		return this.members.map(({ pending }) => pending.batch);
	}

	hasRoom({ pending, writeBytes, runs, changes }: Member, writer: LogWriter): boolean {
		const counters = (this.#sums?.size ?? 0) + (pending.batch.additions?.length ?? 0);
		return writer.hasRoom(
			this.#writeBytes + writeBytes + counters * countBytes,
			this.#runBytes + bytesOfRuns(runs) + bytesOfRuns(changes),
		);
	}

	add(member: Member): void {
		const { pending, writes, runs, changes, writeBytes, isChange } = member;
		const { additions } = pending.batch;
		this.members.push(member);
		this.#writeBytes += writeBytes;
		this.#runBytes += bytesOfRuns(runs) + bytesOfRuns(changes);
		if (additions !== undefined && additions.length > 0) {
			this.#sums ??= new Additions();
			this.#sums.addAll(additions);
			this.isChange = true;
		}
		this.isChange ||= isChange;
		for (let at = 0; at < writes.length; at++) {
			this.changesSchema ||= writes[at]!.key === schemaVersionKey;
		}
	}

	/** The counters after the group; `base`: the file's state. */
	counts(base: FastSnapshot): readonly Write[] {
		if (this.#sums === undefined) {
			return noWrites;
		}
		// Sums that are 0 by now may have been laid over the memtable before.
		const sums = this.#isCounted ? this.#sums.all : this.#sums.list();
		this.#isCounted = true;
		return countsOf(sums, new MemtableOverlaySnapshot(base, this.before, this.stateBefore));
	}

	/** Resolves when the group is on disk. */
	landed(): Promise<void> {
		if (this.#landing === undefined) {
			let [resolve, reject]: [() => void, (failure: unknown) => void] = [() => {}, () => {}];
			const done = new Promise<void>((kept, broken) => {
				[resolve, reject] = [kept, broken];
			});
			this.#landing = { done, resolve, reject };
		}
		return this.#landing.done;
	}

	land(): void {
		this.#landing?.resolve();
	}

	fail(failure: unknown): void {
		this.#landing?.reject(failure);
	}
}
