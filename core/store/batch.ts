/**
 * What a transaction gathered, as one batch for the store.
 *
 * In: writes, runs of new entries apart, and what was relied on. Out: a batch. It refuses to commit.
 */
import type { Additions } from "./count.ts";
import type { EntryRun } from "./entry-run.ts";
import type { SortedMap } from "./sorted-map.ts";
import type { Batch, Key, Unwritten, Write } from "./store.ts";

/** `since`: the state that was first read. */
export interface Gathered {
	readonly written: SortedMap<Uint8Array | null>;
	/** Each in order; they share no key with what is written. */
	readonly runs: readonly EntryRun[];
	readonly relied: ReadonlyMap<Key, Uint8Array | undefined>;
	/** A range that must hold no key. */
	readonly empty: Unwritten | undefined;
	readonly added: Additions | undefined;
	readonly since: number;
}

export function batchOf({ written, runs, relied, empty, added, since }: Gathered): Batch {
	const writes = writesOf(written);
	const conditions = Array.from(relied, ([key, seen]) => ({ key, seen }));
	const additions = added?.list() ?? [];
	return {
		writes, conditions, additions, since,
		...(runs.length === 0 ? {} : { runs }),
		...(empty === undefined ? {} : { empty }),
	};
}

export function writesOf(written: SortedMap<Uint8Array | null>): Write[] {
	const writes: Write[] = [];
	const cursor = written.cursor("", "\xff\xff", false);
	while (cursor.next()) {
		writes.push({ key: cursor.key, value: cursor.value ?? null });
	}
	return writes;
}
