/**
 * The sweep: removes rows and index entries that dropped tables and indexes left behind.
 *
 * In: a store, at any time: after data definition, at start, from any process. Out: how many keys were removed. It works in
 * small commits, so that nobody waits for it, and can be stopped between them: the mark goes last.
 */
import { rangeOf, spaces, sweptPrefix } from "../store/keys.ts";
import type { Key, Scan, Store, Write } from "../store/store.ts";

const batchKeys = 4096;
const batchMarks = 256;

/** Removes what is marked. `isStopped` is asked between commits. */
export async function sweep(store: Store, isStopped: () => boolean = () => false): Promise<number> {
	let removed = 0;
	while (!isStopped()) {
		const writes = await nextBatch(store);
		if (writes.length === 0) {
			break;
		}
		await store.commit({ writes, conditions: [] });
		removed += writes.length;
	}
	return removed;
}

/** What lies under as many marks as fit, and the marks of those that end in this batch. */
async function nextBatch(store: Store): Promise<readonly Write[]> {
	const snapshot = store.snapshot();
	try {
		const removed: Key[] = [];
		const marks = await firstKeys(snapshot.scan({ ...rangeOf(spaces.sweeps), limit: batchMarks }), batchMarks);
		for (const mark of marks) {
			const room = batchKeys - removed.length;
			const keys = await firstKeys(snapshot.scan({ ...rangeOf(sweptPrefix(mark)), limit: room }), room);
			removed.push(...keys);
			if (keys.length === room) {
				break;
			}
			removed.push(mark);
		}
		return removed.map((key) => ({ key, value: null }));
	} finally {
		snapshot.release();
	}
}

async function firstKeys(scan: Scan, count: number): Promise<Key[]> {
	const keys: Key[] = [];
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		keys.push(...batch.map(({ key }) => key));
		if (keys.length >= count) {
			scan.close();
			break;
		}
	}
	return keys.slice(0, count);
}
