/**
 * Commits a batch among transactions that hold locks, then releases its locks and wakes waiters.
 *
 * A transaction without locks must not write keys that others have locked; it is in the commit list until it is done.
 */
import { equalBytes } from "../encoding/equal-bytes.ts";
import { digestOf } from "../page/range-digest.ts";
import type { ReadSet } from "../transaction/read-set.ts";
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
	try {
		return await store.commit(batch);
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

/**
 * Validates a transaction that only reads: it has read one state if all values read are still current; another
 * process may have changed some between its reads.
 */
export async function verifyReads(store: FastStore, { all: relied, ranges }: ReadSet, since: number): Promise<Commit> {
	const snapshot = store.snapshot();
	try {
		for (const { key, seen } of snapshot.transactionId === since ? [] : relied) {
			if (!equalBytes(await snapshot.get(key), seen)) {
				return { done: false, conflict: key };
			}
		}
		for (const { from, to, digest } of snapshot.transactionId === since ? [] : ranges) {
			const found =
				digest === undefined && store.hasCompany !== true ? undefined : await digestOf(snapshot.pages({ from, to }));
			if (found !== digest) {
				return { done: false, conflict: from };
			}
		}
		return { done: true, transactionId: snapshot.transactionId };
	} finally {
		snapshot.release();
	}
}
