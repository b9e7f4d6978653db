/**
 * Rows that a transaction has changed, as its older view is to find them.
 *
 * In: a row as it was just written, or that it was removed. Out: index entries laid over the view. A transaction that
 * reads an old view changes the newest rows all the same, and then sees its own change in the view. There the row may
 * have had other entries: with them it would be found where it no longer is, or not where it is now. It refuses to
 * write.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise, Key } from "../../store/store.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { indexEntryKey, indexEntryValue } from "../rows/index-entry.ts";
import { rowCodec } from "../rows/row-codec.ts";

/** `row`: as it is stored; undefined: it is gone. For transactions that are mixed. */
export function readViewRow(
	table: Table,
	key: Key,
	row: Row | undefined,
	transaction: Transaction,
): MaybePromise<void> {
	return after(transaction.older(key), (bytes) => {
		const older = bytes === undefined ? undefined : rowCodec(table).decodeStored(bytes);
		for (const index of table.indexes) {
			if (index.primary) {
				continue;
			}
			const entry = row && indexEntryKey(table, index, row, key, null);
			const before = older && indexEntryKey(table, index, older, key, null);
			if (before !== undefined && before !== entry) {
				transaction.show(before, null);
			}
			if (row !== undefined && entry !== undefined) {
				transaction.show(entry, indexEntryValue(table, index, row, key));
			}
		}
	});
}
