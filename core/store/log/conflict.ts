/**
 * Does a batch still find what it relies on?
 *
 * In: a batch and a snapshot that answers at once. Out: the first key that holds something else, or that somebody else wrote for
 * the first time. What LMDB's commits ask inside their transaction (`commit-group.ts`), asked of a snapshot.
 */
import { equalBytes } from "../equal-bytes.ts";
import type { Batch, Entry, Key, Snapshot, Unwritten } from "../store.ts";
import { firstChanged } from "../range-digest.ts";
import { firstTaken } from "../unwritten.ts";

/** `isUntouched`: the key holds what it held in the state that the batch began with, as is known without reading it. */
export function firstConflict(batch: Batch, snapshot: Snapshot, isUntouched: (key: Key) => boolean): Key | undefined {
	for (const { key, seen } of batch.conditions) {
		if (!isUntouched(key) && !equalBytes(snapshot.get(key) as Uint8Array | undefined, seen)) {
			return key;
		}
	}
	return firstTaken(batch, (unwritten) => keysIn(unwritten, snapshot)) ?? firstChanged(batch.ranges, false, (range) => snapshot.pages(range));
}

function* keysIn({ from, to }: Unwritten, snapshot: Snapshot): Iterable<Key> {
	const scan = snapshot.scan({ from, to: `${to}\0` });
	try {
		for (let entries = scan.next() as readonly Entry[] | null; entries !== null; entries = scan.next() as readonly Entry[] | null) {
			for (const { key } of entries) {
				yield key;
			}
		}
	} finally {
		scan.close();
	}
}
