/**
 * What a transaction gathered, as one batch for the store.
 *
 * In: writes, runs of new entries apart, and what was relied on. Out: a batch. It refuses to commit.
 */
import type { Addition, Additions } from "./count.ts";
import type { EntryRun } from "./entry-run.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SortedMap } from "./sorted-map.ts";
import type { Batch, Condition, Key, RangeState, Unwritten, Write } from "./store.ts";
import { mergeWrites } from "./write-list.ts";

/** `since`: the state that was first read. */
export interface Gathered {
	readonly written: SortedMap<Uint8Array | null>;
	/** Each in order; they share no key with what is written. */
	readonly runs: readonly EntryRun[];
	/** They share no key with the others, either. */
	readonly pending: PendingWrites | undefined;
	readonly relied: ReadonlyMap<Key, Uint8Array | undefined>;
	/** A range that must hold no key. */
	readonly empty: Unwritten | undefined;
	readonly added: Additions | undefined;
	readonly ranges: readonly RangeState[];
	readonly since: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const noAdditions: readonly Addition[] = [];

export function batchOf({ written, runs, pending, relied, empty, added, ranges, since }: Gathered): Batch {
	const own = writesOf(written);
	const known: Condition[] = [];
	for (const [key, seen] of relied) {
		known.push({ key, seen });
	}
	const writes = pending === undefined ? own : mergeWrites(mergeWrites(own, pending.changed.sorted()), pending.blind.sorted());
	const conditions = pending === undefined ? known : known.concat(pending.changed.writes);
	// Nothing is made of another object: one with more in it takes V8 as long as all of this.
	const batch: Mutable<Batch> = { writes, conditions, additions: added?.list() ?? noAdditions, since };
	if (runs.length > 0) {
		batch.runs = runs;
	}
	if (empty !== undefined) {
		batch.empty = empty;
	}
	if (ranges.length > 0) {
		batch.ranges = ranges;
	}
	return batch;
}

export function writesOf(written: SortedMap<Uint8Array | null>): Write[] {
	const writes: Write[] = [];
	const cursor = written.cursor("", "\xff\xff", false);
	while (cursor.next()) {
		writes.push({ key: cursor.key, value: cursor.value ?? null });
	}
	return writes;
}
