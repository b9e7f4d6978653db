/**
 * Temporary tables in the store: rows under their own ids, with a mark of the owning process.
 *
 * Names and columns are in the session's memory. Rows are removed by the sweep when the table is dropped or its owner
 * has ended.
 */
import { contentsPrefix, rowCountKey, spaces, sweepKey, temporaryKey } from "../store/encoding/keys.ts";
import type { FastStore } from "../store/fast-store.ts";
import { Transaction } from "../store/transaction/transaction.ts";
import { readAll } from "./read-entries.ts";
import { decodeRecord, encodeRecord } from "./record-codec.ts";
import { takeId } from "./write.ts";

/** One run of one process, or of one member of a cluster. */
interface TemporaryOwner {
	readonly processId: number;
	readonly run: string;
	readonly member?: string;
}

const nothing = new Uint8Array(0);

/** Returns an unused id, in a commit of its own. */
export function takeTemporaryId(store: FastStore, owner: TemporaryOwner): Promise<number> {
	return changed(store, async (transaction) => {
		const id = await takeId(transaction);
		await transaction.put(temporaryKey(id), encodeRecord(owner));
		return id;
	});
}

/** Passes the rows under these ids to the sweep. */
export async function discardTemporary(store: FastStore, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) {
		return;
	}
	await changed(store, async (transaction) => {
		for (const id of ids) {
			await transaction.remove(temporaryKey(id), { blind: true });
			await transaction.remove(rowCountKey(id), { blind: true });
			await transaction.put(sweepKey(contentsPrefix(id)), nothing, { blind: true });
		}
	});
}

/** Discards the tables of dead processes. */
export async function discardOrphans(store: FastStore, isAlive: (owner: TemporaryOwner) => boolean): Promise<void> {
	const snapshot = store.snapshot();
	try {
		const marks = await readAll(snapshot, spaces.temporaries);
		const gone = marks.filter(({ value }) => !isAlive(decodeRecord<TemporaryOwner>(value)));
		for (const { key } of gone) {
			await changed(store, async (transaction) => {
				await transaction.remove(key, { blind: true });
				await transaction.remove(spaces.rowCounts + key.slice(spaces.temporaries.length), { blind: true });
				await transaction.put(sweepKey(spaces.contents + key.slice(spaces.temporaries.length)), nothing, {
					blind: true,
				});
			});
		}
	} finally {
		snapshot.release();
	}
}

async function changed<T>(store: FastStore, change: (transaction: Transaction) => Promise<T>): Promise<T> {
	for (;;) {
		const transaction = new Transaction(store);
		try {
			const answer = await change(transaction);
			const commit = await transaction.commit();
			if (commit.done) {
				return answer;
			}
		} finally {
			transaction.rollback();
		}
	}
}
