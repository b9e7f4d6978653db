/**
 * Commits among transactions that hold locks.
 *
 * In: a batch, and who commits it. Out: what became of it, with the locks given back and those told who waited. Who holds no locks must not
 * write what others hold, and is found by those who come before it is done. It refuses to know rows.
 */
import type { Batch, Commit, Store } from "../store.ts";
import type { Holding } from "./holding.ts";
import type { LockTable } from "./lock-table.ts";

export async function commitAmong(locks: LockTable, holding: Holding | undefined, store: Store, batch: Batch): Promise<Commit> {
	const conflict = holding === undefined ? locks.firstHeld(batch.writes) : undefined;
	if (conflict !== undefined) {
		return { done: false, conflict };
	}
	const underWay = holding === undefined ? locks.beginCommit(batch.writes) : undefined;
	try {
		return await store.commit(batch);
	} finally {
		locks.commits++;
		if (underWay !== undefined) {
			locks.endCommit(underWay);
		} else if (holding !== undefined) {
			locks.release(holding);
		}
	}
}
