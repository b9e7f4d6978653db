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

/** Ends all writes, and stops the timer, unless the log can go on. Returns the error that waiting commits are told. */
export function endIfFatal(failure: unknown, below: LmdbEngine, timer: { stop(): void }): unknown {
	if (failure instanceof BrokenStore && isSound(below)) {
		return failure;
	}
	timer.stop();
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
