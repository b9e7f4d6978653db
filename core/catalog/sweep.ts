/**
 * The sweep: removes rows and index entries that dropped tables and indexes left behind.
 *
 * In: a store, at any time: after data definition, at start, from any process. Out: nothing is left under any mark. It works in
 * small commits, so that nobody waits for it, and can be stopped between them: the mark goes last.
 */
import { rangeOf, spaces, sweptPrefix } from "../store/keys.ts";
import type { Entry, Key, Range, Snapshot, Store } from "../store/store.ts";

/** `isStopped` is asked between commits. */
export async function sweep(store: Store, isStopped: () => boolean = () => false): Promise<void> {
	while (!isStopped()) {
		const work = await nextWork(store);
		if (work === undefined) {
			return;
		}
		await store.commit(work.isLeft ? { writes: [], conditions: [], cleared: sweptPrefix(work.mark) } : { writes: [{ key: work.mark, value: null }], conditions: [] });
	}
}

/** The first mark, and whether anything is left under it. */
async function nextWork(store: Store): Promise<{ readonly mark: Key; readonly isLeft: boolean } | undefined> {
	const snapshot = store.snapshot();
	try {
		const mark = await firstOf(snapshot, rangeOf(spaces.sweeps));
		return mark && { mark: mark.key, isLeft: (await firstOf(snapshot, rangeOf(sweptPrefix(mark.key)))) !== undefined };
	} finally {
		snapshot.release();
	}
}

async function firstOf(snapshot: Snapshot, range: Range): Promise<Entry | undefined> {
	const scan = snapshot.scan({ ...range, limit: 1 });
	const entries = await scan.next();
	scan.close();
	return entries?.[0];
}
