/**
 * Stored high-water mark of AUTO_INCREMENT ids, written in its own commit before the greatest rows are deleted.
 *
 * So counting costs no write, and deleting costs one write per many rows. `id-cache.ts` uses the same key and format.
 */
import type { Table } from "../../catalog/table.ts";
import { autoIncrementKey, tableVersionKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import { canonical, type Integer } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";

/** Written ahead in wide columns: alternating inserts and deletes write it once per this many rows. */
const advance = 64;
const fewIds = 65535;

export function highWaterMarkIn(table: Table, snapshot: FastSnapshot): MaybePromise<Integer | undefined> {
	return after(snapshot.get(autoIncrementKey(table.id)), (bytes) => (bytes === undefined ? undefined : decode(bytes)));
}

/** Ensures a stored mark of at least `last` and returns it. Does nothing for a dropped table. */
export async function raiseHighWaterMark(
	table: Table,
	last: Integer,
	greatest: Integer,
	store: FastStore,
): Promise<Integer> {
	const key = autoIncrementKey(table.id);
	const versionKey = tableVersionKey(table.id);
	for (;;) {
		const snapshot = store.snapshot();
		const [seen, version] = await Promise.all([snapshot.get(key), snapshot.get(versionKey)]);
		snapshot.release();
		const kept = seen === undefined ? undefined : decode(seen);
		if (version === undefined || (kept !== undefined && kept >= last)) {
			return kept ?? last;
		}
		const next = greatest > fewIds ? addIntegers(last, advance) : last;
		const commit = await store.commit({
			writes: [{ key, value: Buffer.from(String(next), "latin1") }],
			conditions: [
				{ key, seen },
				{ key: versionKey, seen: version },
			],
		});
		if (commit.done) {
			return next;
		}
	}
}

/** Removes the mark after the counter was set. */
export async function resetHighWaterMark(table: Table, store: FastStore): Promise<void> {
	const key = autoIncrementKey(table.id);
	const snapshot = store.snapshot();
	const isStored = (await snapshot.get(key)) !== undefined;
	snapshot.release();
	if (table.record.temporary !== true && isStored) {
		await store.commit({ writes: [{ key, value: null }], conditions: [] });
	}
}

function decode(bytes: Uint8Array): Integer {
	return canonical(BigInt(Buffer.from(bytes).toString("latin1")));
}
