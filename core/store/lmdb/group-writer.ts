/**
 * Applies a group of commits inside its write transaction: validates each batch and writes those that pass.
 *
 * Works in steps, so that a group of many keys can yield to the event loop. Returns the conflict of each refused
 * batch.
 */
import { invariant } from "../../errors/invariant.ts";
import { lookUpAscending } from "../blocks/ascending-lookup.ts";
import { type BlockOptions, BlockWriter } from "../blocks/block-writer.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { ChangeWriter } from "../runs/change-writer.ts";
import { deleteRanges } from "../runs/range-delete.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { Additions, decodeCount, encodeCount } from "../page/count.ts";
import { maximumKeyBytes, rangeThrough } from "../encoding/keys.ts";
import type { LmdbDatabase } from "./lmdb-environment.ts";
import { LmdbState, type StateSource } from "./lmdb-state.ts";
import { firstChanged } from "../page/range-digest.ts";
import { RunWriter } from "../runs/run-writer.ts";
import { SeenComparison } from "../runs/seen-comparison.ts";
import { entriesEnd } from "../blocks/block-key.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Condition, Key } from "../contract.ts";
import type { FastBatch, Unwritten } from "../fast-store.ts";
import { firstInsertConflict } from "../transaction/insert-conflict.ts";

/** Conditions validated, or keys checked, in one step. */
const conditionsInStep = 64;

export interface GroupMember {
	readonly batch: FastBatch;
	/** Runs besides the batch, in the same transaction. */
	readonly work?: (state: LmdbState) => void;
}

/** The outcome of a group's transaction. */
export interface Applied {
	/** By batch; undefined: it was written. */
	readonly conflicts: readonly (Key | undefined)[];
	readonly writingId: number;
	readonly hasChanged: boolean;
	readonly hasMovedBlocks: boolean;
}

/** The newest transaction id committed or seen here, and whether another process was seen. */
interface Known {
	readonly newestId: number;
	readonly hasCompany: boolean;
}

export class GroupWriter {
	readonly blocks: BlockWriter;
	readonly #database: LmdbDatabase;
	readonly #source: StateSource;
	readonly #runs: RunWriter;
	readonly #changes: ChangeWriter;
	readonly #watch: WatchCommit | undefined;
	#writingId = 0;
	/** Another process has committed, or may have. */
	#isForeign = false;
	/** Sums that the group adds to counters. */
	readonly #additions = new Additions();

	constructor(source: StateSource, blocks: BlockOptions, watch: WatchCommit | undefined) {
		this.#source = source;
		this.#database = source.database;
		this.blocks = new BlockWriter(source.database, blocks);
		this.#runs = new RunWriter(this.blocks, blocks);
		this.#changes = new ChangeWriter(this.blocks, blocks);
		this.#watch = watch;
	}

	/** Reads see the group's earlier writes. */
	*apply(group: readonly GroupMember[], { newestId, hasCompany }: Known): CooperativeTask<Applied> {
		const state = new LmdbState(this.#source, undefined);
		this.#writingId = this.#database.getWriteTxnId();
		this.#isForeign = hasCompany || this.#writingId !== newestId + 1;
		if (this.#writingId !== newestId + 1) {
			state.forgetGaps();
		}
		this.blocks.begin(state);
		try {
			this.#watch?.(
				"begun",
				group.map(({ batch }) => batch),
			);
			this.#additions.clear();
			const conflicts: (Key | undefined)[] = [];
			for (const { batch, work } of group) {
				conflicts.push(work === undefined ? yield* this.#write(batch, state) : undefined);
				work?.(state);
			}
			this.#addUp(state);
			this.#watch?.(
				"applied",
				group.map(({ batch }) => batch),
			);
			const { hasChanged, hasMovedBlocks } = this.blocks;
			return { conflicts, writingId: this.#writingId, hasChanged, hasMovedBlocks };
		} finally {
			this.blocks.end();
			state.close();
		}
	}

	*#write(batch: FastBatch, state: LmdbState): CooperativeTask<Key | undefined> {
		const conflict = this.#isFollowing(batch) ? undefined : yield* this.#firstConflict(batch, state);
		if (conflict === undefined) {
			const { cache } = this.#source;
			if (batch.cleared !== undefined) {
				deleteRanges(batch.cleared, this.blocks, state);
				cache.clear();
			}
			cache.renew(batch.writes);
			if (batch.bytes !== undefined) {
				yield* assertWritable(batch);
			}
			yield* this.#watched(this.blocks.steps(batch.writes), batch);
			for (const run of batch.changes ?? []) {
				if (!run.isOnlyReliedOn) {
					cache.forgetChanges(run);
					yield* this.#watched(this.#changes.steps(run), batch);
				}
			}
			for (const run of batch.runs ?? []) {
				cache.forgetRun(run);
				yield* this.#watched(this.#runs.steps(run), batch);
			}
			this.#additions.addAll(batch.additions ?? []);
		}
		return conflict;
	}

	/** Runs the steps and reports stage "partly" after the first. */
	*#watched(steps: CooperativeTask<void>, batch: FastBatch): CooperativeTask<void> {
		if (this.#watch !== undefined && steps.next().done !== true) {
			this.#watch("partly", [batch]);
			yield;
		}
		yield* steps;
	}

	*#firstConflict(batch: FastBatch, state: LmdbState): CooperativeTask<Key | undefined> {
		return (
			(yield* firstChangedKey(batch.conditions, state)) ??
			(yield* firstOtherThanSeen(batch.changes, state)) ??
			firstInsertConflict(batch, (unwritten) => keysIn(unwritten, state)) ??
			firstChanged(batch.ranges, this.#isForeign, (range) => state.pages(range))
		);
	}

	/** Writes each counter once, however many batches add to it. */
	#addUp(state: LmdbState): void {
		for (const { key, amount } of this.#additions.list()) {
			const writes = [{ key, value: encodeCount(decodeCount(state.get(key)) + amount) }];
			this.blocks.write(writes);
			this.#source.cache.renew(writes);
		}
	}

	/**
	 * Whether no process has written since the batch's snapshot: then nothing needs validation. LMDB counts every
	 * transaction that writes.
	 */
	#isFollowing({ since }: FastBatch): boolean {
		return !this.blocks.hasChanged && since !== undefined && since + 1 === this.#writingId;
	}
}

/** A large batch is checked inside the write transaction, in steps. Keys of runs are in order. */
export function* assertWritable({ writes, runs = [], changes = [] }: FastBatch): CooperativeTask<void> {
	for (let at = 0; at < writes.length; at++) {
		assertKey(writes[at]!.key);
		if (at % conditionsInStep === conditionsInStep - 1) {
			yield;
		}
	}
	for (const { lastKey } of runs) {
		assertKey(lastKey);
	}
	for (const { keys } of changes) {
		assertKey(keys.key(keys.count - 1));
	}
}

function assertKey(key: Key): void {
	invariant(
		key.length > 0 && key.length <= maximumKeyBytes && key < entriesEnd,
		"A key that is written has 1 to 1978 bytes, the first below 80.",
	);
}

/** Returns the first key of the read set that no longer holds the value read. */
function* firstChangedKey(conditions: readonly Condition[], state: LmdbState): CooperativeTask<Key | undefined> {
	for (let at = 0; at < conditions.length; at++) {
		const { key, seen } = conditions[at]!;
		if (!state.holds(key, seen)) {
			return key;
		}
		if (at % conditionsInStep === conditionsInStep - 1) {
			yield;
		}
	}
	return undefined;
}

/** The same for runs of changes. */
function* firstOtherThanSeen(changes: readonly ChangeRun[] = [], state: LmdbState): CooperativeTask<Key | undefined> {
	for (const run of changes) {
		const comparison = new SeenComparison(run);
		if (run.relies && !(lookUpAscending(state, run.keys, comparison) && comparison.count === run.count)) {
			return run.keys.key(comparison.count);
		}
		yield;
	}
	return undefined;
}

/** Keys now in a range that the batch found empty, the group's earlier writes included. */
function* keysIn({ from, to }: Unwritten, state: LmdbState): Iterable<Key> {
	const pages = state.pages(rangeThrough(from, to));
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
