/**
 * Sweep: background deletion of rows and index entries of dropped tables and indexes.
 *
 * Runs after data definition, at start, from any process. It works in small commits, so that others do not wait, and
 * can stop between them: a mark is removed last. Marks without remaining contents, as of empty tables, are removed
 * together, since each commit waits for the disk.
 */
import { rangeOf, spaces, sweptPrefix } from "../store/encoding/keys.ts";
import type { KeySample } from "../store/page/key-sample.ts";
import type { Entry, Key, Range, Write } from "../store/contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../store/fast-store.ts";

/** Marks examined before a commit. */
const mostMarks = 128;

/** `isStopped` is called between commits. */
export async function sweep(store: FastStore, isStopped: () => boolean = () => false): Promise<void> {
	while (!isStopped()) {
		const work = await nextWork(store);
		if (work === undefined) {
			return;
		}
		await store.commit(work);
	}
}

/** Returns the removal of all marks without contents; else of a part of one mark's contents. */
async function nextWork(store: FastStore): Promise<FastBatch | undefined> {
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
 * Whether the store holds anything in the range, hidden or not: a scan would step over every deleted row of a table
 * (60,000 keys, 6 ms) to find nothing.
 */
async function isAnythingIn(snapshot: FastSnapshot, range: Range): Promise<boolean> {
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

async function firstOf(snapshot: FastSnapshot, range: Range, limit: number): Promise<readonly Entry[]> {
	const scan = snapshot.scan({ ...range, limit });
	const entries = await scan.next();
	scan.close();
	return entries ?? [];
}
