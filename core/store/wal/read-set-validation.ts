/**
 * Validation of a batch's read set against a snapshot (optimistic concurrency control): finds the first conflict.
 *
 * A conflict is a key that holds another value than the one read, or a new key that was inserted meanwhile. LMDB's
 * commits do the same inside their transaction (`commit-group.ts`).
 */
import { rangeThrough } from "../encoding/keys.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import type { Condition, Entry, Key } from "../contract.ts";
import type { FastBatch, FastSnapshot, Unwritten } from "../fast-store.ts";
import { firstChanged } from "../page/range-digest.ts";
import { SeenComparison } from "../runs/seen-comparison.ts";
import { firstInsertConflict } from "../transaction/insert-conflict.ts";

/** `isUntouched`: whether the key is known, without a read, to be unchanged since the batch began. */
export function firstReadSetConflict(
	batch: FastBatch,
	snapshot: FastSnapshot,
	isUntouched: (key: Key) => boolean,
): Key | undefined {
	return (
		firstOther(batch.conditions, snapshot, isUntouched) ??
		firstOtherChange(batch.changes, snapshot, isUntouched) ??
		firstInsertConflict(batch, (unwritten) => keysIn(unwritten, snapshot)) ??
		firstChanged(batch.ranges, false, (range) => snapshot.pages(range))
	);
}

function firstOther(
	conditions: readonly Condition[],
	snapshot: FastSnapshot,
	isUntouched: (key: Key) => boolean,
): Key | undefined {
	for (const { key, seen } of conditions) {
		if (!isUntouched(key) && !equalBytes(snapshot.get(key) as Uint8Array | undefined, seen)) {
			return key;
		}
	}
	return undefined;
}

/** Keys are looked up together where the snapshot can; only if one differs are they checked one by one. */
function firstOtherChange(
	changes: readonly ChangeRun[] = [],
	snapshot: FastSnapshot,
	isUntouched: (key: Key) => boolean,
): Key | undefined {
	for (const run of changes) {
		const comparison = new SeenComparison(run);
		const isSame = !run.relies || (snapshot.lookUp?.(run.keys, comparison) === true && comparison.count === run.count);
		const found = isSame ? undefined : firstOther(run.conditions(), snapshot, isUntouched);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

function* keysIn({ from, to }: Unwritten, snapshot: FastSnapshot): Iterable<Key> {
	const scan = snapshot.scan(rangeThrough(from, to));
	try {
		for (
			let entries = scan.next() as readonly Entry[] | null;
			entries !== null;
			entries = scan.next() as readonly Entry[] | null
		) {
			for (const { key } of entries) {
				yield key;
			}
		}
	} finally {
		scan.close();
	}
}
