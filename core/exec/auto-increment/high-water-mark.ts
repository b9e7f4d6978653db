/**
 * The last id a table has given, where its rows do not tell: it is kept in the store when the greatest rows are
 * removed.
 *
 * In: a store, a table, an id. Out: ids, written in a commit of their own before the rows are gone. So counting costs
 * no write, and removing rows costs one in many. It refuses to know who counts: `id-cache.ts` keeps the same key in
 * the same form.
 */
import type { Table } from "../../catalog/table.ts";
import { autoIncrementKey, tableVersionKey } from "../../store/encoding/keys.ts";
import type { MaybePromise, Store } from "../../store/store.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import { canonical, type Integer } from "../../types/value.ts";
import { after, lastly } from "../../async/maybe-promise.ts";

/**
 * Kept in advance in columns of more than a few ids: who inserts and removes in turn writes it once in so many rows.
 */
const advance = 64;
const fewIds = 65535;

export function readHighWaterMark(table: Table, store: Store): MaybePromise<Integer | undefined> {
	const snapshot = store.snapshot();
	return lastly(
		() => after(snapshot.get(autoIncrementKey(table.id)), (bytes) => (bytes === undefined ? undefined : decode(bytes))),
		() => snapshot.release(),
	);
}

/** Makes sure that an id of at least `last` is kept; answers which. A table that is gone keeps nothing. */
export async function raiseHighWaterMark(
	table: Table,
	last: Integer,
	greatest: Integer,
	store: Store,
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

/** Nothing is kept any more: the counter was set. */
export async function resetHighWaterMark(table: Table, store: Store): Promise<void> {
	const key = autoIncrementKey(table.id);
	if (table.record.temporary !== true && (await readHighWaterMark(table, store)) !== undefined) {
		await store.commit({ writes: [{ key, value: null }], conditions: [] });
	}
}

function decode(bytes: Uint8Array): Integer {
	return canonical(BigInt(Buffer.from(bytes).toString("latin1")));
}
