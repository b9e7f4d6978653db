/**
 * Failed commit: what a store with a log still serves after one.
 *
 * If the engine refused for lack of space and can continue, so can the log. Otherwise nothing is written any more;
 * acknowledged commits can be read, unless a log could not be.
 */
import { BrokenStore, reasonOf, StoreRefusal } from "../failure.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";

/** Whether it takes writes. */
export function isSound(below: LmdbEngine): boolean {
	try {
		below.check();
		return true;
	} catch {
		return false;
	}
}

/** Whether the failure ends all writes. */
export function isFatal(failure: unknown, below: LmdbEngine): boolean {
	return !(failure instanceof BrokenStore) || !isSound(below);
}

/** Ends all writes; returns the error that waiting commits are told. */
export function endWrites(failure: unknown, below: LmdbEngine): unknown {
	const sentence = `A commit failed: ${reasonOf(failure)}`;
	try {
		if (failure instanceof StoreRefusal) {
			below.refuse(sentence);
		}
		below.refuseWrites(sentence);
	} catch (broken) {
		return broken;
	}
}
