/**
 * Builds the batch of a transaction: writes, runs of new entries, and the read set as conditions.
 */
import type { Appended } from "./appended.ts";
import type { ChangeRun } from "../page/change-run.ts";
import type { Addition } from "../page/count.ts";
import type { EntryRun } from "../page/entry-run.ts";
import type { WriteSet } from "./write-set.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { ReadSet } from "./read-set.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { SortedMap } from "../memtable/sorted-map.ts";
import type { Condition, Key, Write } from "../contract.ts";
import type { FastBatch, Unwritten } from "../fast-store.ts";
import { mergeWrites, WriteList } from "./write-list.ts";

/** `since`: the state of the first read. `empty`: a range that must hold no key. */
interface Gathered {
	readonly own: WriteSet;
	readonly appended: Appended | undefined;
	readonly pending: PendingWrites | undefined;
	readonly relied: ReadSet;
	readonly empty: Unwritten | undefined;
	readonly since: number;
	/** Estimated bytes, of many writes. */
	readonly bytes: number | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Writes processed in one step. */
const writesInStep = 1024;

const noAdditions: readonly Addition[] = [];
const noRuns: readonly EntryRun[] = [];
const nothingPending: { readonly ordered: readonly ChangeRun[]; readonly others: readonly ChangeRun[] } = {
	ordered: [],
	others: [],
};

/** Fast path, synchronous: a batch of a few plain writes, as most transactions have. */
export function plainlyGathered(gathered: Gathered): FastBatch | undefined {
	const { own, appended, pending, relied } = gathered;
	return appended === undefined && pending === undefined && own.writes.size <= writesInStep
		? gatheredBatch(gathered, writesOf(own.writes), relied.few, noRuns, relied.runs)
		: undefined;
}

export function* batchOf(gathered: Gathered): CooperativeTask<FastBatch> {
	const { own, appended, pending: wanted, relied } = gathered;
	const pending = wanted?.isDone === true ? wanted : undefined;
	const runs =
		appended === undefined ? noRuns : yield* appended.runsApart(own, { relyOn: (key) => relied.add(key, undefined) });
	const written = yield* writing(own.writes);
	const known = relied.few;
	const { ordered, others } = pending?.parted() ?? nothingPending;
	const beside = others.length === 0 ? written : yield* mergeWrites(written, yield* unorderedWrites(others));
	const writes = pending === undefined ? beside : yield* mergeWrites(beside, yield* pending.blind.sorted());
	const reliedRuns = relied.runs;
	const changes = pending === undefined ? reliedRuns : [...reliedRuns, ...ordered, ...(yield* pending.blindChanges())];
	const conditions = others.length === 0 ? known : known.concat(others.flatMap((run) => run.conditions()));
	return gatheredBatch(gathered, writes, conditions, runs, changes);
}

function gatheredBatch(
	{ own, relied, empty, since, bytes }: Gathered,
	writes: readonly Write[],
	conditions: readonly Condition[],
	runs: readonly EntryRun[],
	changes: readonly ChangeRun[],
): FastBatch {
	// No object spread: with additional properties it takes V8 as long as all of this.
	const batch: Mutable<FastBatch> = { writes, conditions, additions: own.additions?.list() ?? noAdditions, since };
	if (bytes !== undefined) {
		batch.bytes = bytes;
	}
	if (runs.length > 0) {
		batch.runs = runs;
	}
	if (changes.length > 0) {
		batch.changes = changes;
	}
	if (empty !== undefined) {
		batch.empty = empty;
	}
	if (relied.ranges.length > 0) {
		batch.ranges = relied.ranges;
	}
	return batch;
}

/** Sorts changes of rows that were found in another order than that of their keys. */
function* unorderedWrites(runs: readonly ChangeRun[]): CooperativeTask<readonly Write[]> {
	const list = new WriteList();
	for (const run of runs) {
		run.writes().forEach((write) => list.add(write));
		yield;
	}
	return yield* list.sorted();
}

export function writesOf(written: SortedMap<Uint8Array | null>): Write[] {
	return written.entries(writeOf);
}

function writeOf(key: Key, value: Uint8Array | null): Write {
	return { key, value };
}

function* writing(written: SortedMap<Uint8Array | null>): CooperativeTask<Write[]> {
	const writes: Write[] = [];
	const cursor = written.cursor("", "\xff\xff", false);
	while (cursor.next()) {
		writes.push({ key: cursor.key, value: cursor.value ?? null });
		if (writes.length % writesInStep === 0) {
			yield;
		}
	}
	return writes;
}
