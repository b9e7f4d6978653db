/**
 * The sweep: removes rows and index entries that dropped tables and indexes left behind.
 *
 * In: a store, at any time: after data definition, at start, from any process. Out: nothing is left under any mark.
 * It works in small commits, so that nobody waits for it, and can be stopped between them: a mark goes last. Marks
 * under which nothing is left, as after empty tables, go together: each commit waits for the disk.
 */
import { rangeOf, spaces, sweptPrefix } from "../store/encoding/keys.ts";
import type { KeySample } from "../store/key-samples.ts";
import type { Batch, Entry, Key, Range, Snapshot, Store, Write } from "../store/store.ts";

/** Looked at before a commit. */
const mostMarks = 128;

/** `isStopped` is asked between commits. */
export async function sweep(store: Store, isStopped: () => boolean = () => false): Promise<void> {
	while (!isStopped()) {
		const work = await nextWork(store);
		if (work === undefined) {
			return;
		}
		await store.commit(work);
	}
}

/** All marks that nothing is left under, which go at once; else what is left under one. */
async function nextWork(store: Store): Promise<Batch | undefined> {
	const snapshot = store.snapshot();
	try {
		const done: Write[] = [];
		let full: Key | undefined;
		for (const { key } of await firstOf(snapshot, rangeOf(spaces.sweeps), mostMarks)) {
			if (await isAnythingIn(snapshot, rangeOf(sweptPrefix(key)))) {
				full ??= key;
			} else {
				done.push({ key, value: null });
			}
		}
		if (done.length > 0) {
			return { writes: done, conditions: [] };
		}
		return full === undefined ? undefined : { writes: [], conditions: [], cleared: sweptPrefix(full) };
	} finally {
		snapshot.release();
	}
}

/**
 * Whether the store keeps anything there, though it be hidden: a scan would pass over all of a table whose rows were
 * deleted one by one (60,000 keys, 6 ms) to say that nothing is left.
 */
async function isAnythingIn(snapshot: Snapshot, range: Range): Promise<boolean> {
	const walk = snapshot.milestones?.(range);
	if (walk === undefined) {
		return (await firstOf(snapshot, range, 1)).length > 0;
	}
	try {
		let found: readonly KeySample[] | null;
		do {
			found = walk.next(1);
		} while (found?.length === 0);
		return found !== null;
	} finally {
		walk.close();
	}
}

async function firstOf(snapshot: Snapshot, range: Range, limit: number): Promise<readonly Entry[]> {
	const scan = snapshot.scan({ ...range, limit });
	const entries = await scan.next();
	scan.close();
	return entries ?? [];
}
