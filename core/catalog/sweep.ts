/**
 * Sweep: background deletion of rows and index entries of dropped tables and indexes.
 *
 * Runs after data definition, at start, from any process. It works in commits of bounded size, so that others do not
 * wait, and can stop between them: a mark is removed last. Many marks share a commit, since each waits for the disk:
 * first those without remaining contents are removed, as of tables that were small (`write.ts` empties these), then
 * the contents of the others.
 */
import { rangeOf, spaces, sweptPrefix } from "../store/encoding/keys.ts";
import type { Entry, Key, Range, Write } from "../store/contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../store/fast-store.ts";

/** Marks examined before a commit. */
const mostMarks = 128;
/** Entries, hidden ones included, that are stepped over in search of one that is left. */
const mostHidden = 256;

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

/** Returns the removal of all marks without contents; else of a part of the marks' contents. */
async function nextWork(store: FastStore): Promise<FastBatch | undefined> {
	const snapshot = store.snapshot();
	try {
		const done: Write[] = [];
		const full: Key[] = [];
		for (const { key } of await firstOf(snapshot, rangeOf(spaces.sweeps), mostMarks)) {
			if (await isAnythingIn(snapshot, rangeOf(sweptPrefix(key)))) {
				full.push(sweptPrefix(key));
			} else {
				done.push({ key, value: null });
			}
		}
		if (done.length > 0) {
			return { writes: done, conditions: [] };
		}
		return full.length === 0 ? undefined : { writes: [], conditions: [], cleared: full };
	} finally {
		snapshot.release();
	}
}

/**
 * Whether an entry is left in the range. Where more entries than a few are hidden, as deleted rows that the log still
 * covers, it says yes without a look: a scan would step over all of them (60,000 keys, 6 ms) to find nothing.
 */
async function isAnythingIn(snapshot: FastSnapshot, range: Range): Promise<boolean> {
	return countUpTo(mostHidden, snapshot, range) > mostHidden || (await firstOf(snapshot, range, 1)).length > 0;
}

/** Stops beyond `most`. None where the engine has no samples. */
function countUpTo(most: number, snapshot: FastSnapshot, range: Range): number {
	const walk = snapshot.milestones?.(range);
	let count = 0;
	try {
		for (let found = walk?.next(1) ?? null; found !== null && count <= most; found = walk!.next(1)) {
			count += found.reduce((sum, { entries }) => sum + entries, 0);
		}
	} finally {
		walk?.close();
	}
	return count;
}

async function firstOf(snapshot: FastSnapshot, range: Range, limit: number): Promise<readonly Entry[]> {
	const scan = snapshot.scan({ ...range, limit });
	const entries = await scan.next();
	scan.close();
	return entries ?? [];
}
