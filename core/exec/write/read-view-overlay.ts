/**
 * Read-view overlay: makes a transaction's own changes to newer rows visible in its older read view.
 *
 * Writes go to the newest rows, and must be seen in the view. There a row may have other index entries, by which it
 * would be found where it no longer is, or missed where it is now; so entries are laid over the view, and not
 * written.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { indexEntryKey, indexEntryValue } from "../rows/index-entry.ts";
import { rowCodec } from "../rows/row-codec.ts";

/** `row`: as stored; undefined: removed. For mixed transactions only. */
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
