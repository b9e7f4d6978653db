/**
 * Was a key that a batch writes for the first time written by somebody else meanwhile?
 *
 * In: a batch and the keys that are there. Out: the first that both have, or the first of a range that is to be
 * empty. Others' keys between those of the batch are in nobody's way. It refuses to know engines.
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
