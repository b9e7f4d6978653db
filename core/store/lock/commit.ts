/**
 * Commits a batch among transactions that hold locks, then releases its locks and wakes waiters.
 *
 * A transaction without locks must not write keys that others have locked; it is in the commit list until it is done.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch, FastStore } from "../fast-store.ts";
import type { Holding } from "./holding.ts";
import type { LockTable } from "./lock-table.ts";

/** The part of a store that a commit uses. */
export type CommittingStore = Pick<FastStore, "commit" | "commitAlone">;

/** Throws, or rejects, with the store's error. */
export function commitAmong(
	locks: LockTable,
	holding: Holding | undefined,
	store: CommittingStore,
	batch: FastBatch,
): MaybePromise<Commit> {
	const conflict = holding === undefined ? locks.firstHeld(batch) : undefined;
	if (conflict !== undefined) {
		return { done: false, conflict };
	}
	return commitAlone(locks, holding, store, batch) ?? commitTogether(locks, holding, store, batch);
}

/** Undefined where other commits may join the group. Synchronous, so it need not enter the commit list. */
function commitAlone(
	locks: LockTable,
	holding: Holding | undefined,
	store: CommittingStore,
	batch: FastBatch,
): Commit | undefined {
	let isEnded = true;
	try {
		const commit = store.commitAlone?.(batch);
		isEnded = commit !== undefined;
		return commit;
	} finally {
		if (isEnded) {
			end(locks, holding);
		}
	}
}

async function commitTogether(
	locks: LockTable,
	holding: Holding | undefined,
	store: CommittingStore,
	batch: FastBatch,
): Promise<Commit> {
	const underWay = holding === undefined ? locks.beginCommit(batch) : undefined;
	const laid = holding ?? underWay;
	try {
		return await store.commit(batch, () => laid && locks.lay(laid));
	} finally {
		if (underWay !== undefined) {
			locks.endCommit(underWay);
		}
		end(locks, holding);
	}
}

function end(locks: LockTable, holding: Holding | undefined): void {
	locks.commits++;
	if (holding !== undefined) {
		locks.release(holding);
	}
}
