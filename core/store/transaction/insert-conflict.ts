/**
 * Insert conflict: the first key of a batch's new entries that another transaction has inserted meanwhile.
 *
 * Also the first key in a range that must be empty. Other keys between those of the batch are no conflict.
 */
import { findInRun } from "../runs/run-cursor.ts";
import type { Key } from "../contract.ts";
import type { FastBatch, Unwritten } from "../fast-store.ts";

export function firstInsertConflict(
	{ runs, empty }: FastBatch,
	keysIn: (unwritten: Unwritten) => Iterable<Key>,
): Key | undefined {
	if (empty !== undefined) {
		for (const key of keysIn(empty)) {
			return key;
		}
	}
	for (const run of runs ?? []) {
		if (run.isNew) {
			for (const key of keysIn({ from: run.firstKey, to: run.lastKey })) {
				if (findInRun(run, key) !== undefined) {
					return key;
				}
			}
		}
	}
	return undefined;
}
