/**
 * What a transaction gathered, as one batch for the store.
 *
 * In: writes, those of new keys apart, and what was relied on. Out: a batch. It refuses to commit.
 */
import type { Additions } from "./count.ts";
import type { SortedMap } from "./sorted-map.ts";
import type { Batch, Key, Unwritten, Write } from "./store.ts";
import { mergeWrites, type WriteRun } from "./write-run.ts";

/** Writes of new keys that nobody has looked at since. */
export interface Appended {
	/** The commit is refused if somebody else wrote one of them. */
	readonly relied: WriteRun;
	readonly blind: WriteRun;
}

/** `since`: the state that was first read. */
export interface Gathered {
	readonly written: SortedMap<Uint8Array | null>;
	readonly appended: Appended | undefined;
	readonly relied: ReadonlyMap<Key, Uint8Array | undefined>;
	/** A range that must hold no key. */
	readonly empty: Unwritten | undefined;
	readonly added: Additions | undefined;
	readonly since: number;
}

export function batchOf({ written, appended, relied, empty, added, since }: Gathered): Batch {
	const writes = writesOf(written);
	const conditions = Array.from(relied, ([key, seen]) => ({ key, seen }));
	const additions = added?.list() ?? [];
	const batch = { conditions, additions, since, ...(empty === undefined ? {} : { empty }) };
	if (appended === undefined) {
		return { ...batch, writes };
	}
	const unseen = appended.relied.sorted();
	const all = mergeWrites(mergeWrites(writes, unseen), appended.blind.sorted());
	const [first, last] = [unseen[0], unseen.at(-1)];
	return first === undefined || last === undefined
		? { ...batch, writes: all }
		: { ...batch, writes: all, unwritten: { from: first.key, to: last.key } };
}

function writesOf(written: SortedMap<Uint8Array | null>): Write[] {
	const writes: Write[] = [];
	const cursor = written.cursor("", "\xff\xff", false);
	while (cursor.next()) {
		writes.push({ key: cursor.key, value: cursor.value ?? null });
	}
	return writes;
}
