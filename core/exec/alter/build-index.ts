/**
 * Entries of new indexes for rows that are there already.
 *
 * In: a table and those of its indexes that have no entries yet. Out: entries in the transaction, or 1062 for two rows that
 * a unique key can't hold both.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Answer, Key } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../answer.ts";
import { duplicateEntry } from "../duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import { inTurn } from "../in-turn.ts";
import { indexEntryKey, indexEntryValue, isUniqueEntry } from "../index-entry.ts";
import { rowCodec } from "../row-codec.ts";
import { visitRows } from "./row-scan.ts";

const blind = { blind: true } as const;

export function buildIndexes(table: Table, indexes: readonly Index[], execution: Execution): Answer<void> {
	if (indexes.length === 0) {
		return;
	}
	const codec = rowCodec(table);
	return visitRows(table, execution, (entries) =>
		inTurn(entries, ({ key, value }) => {
			const row = codec.decodeStored(value);
			return inTurn(indexes, (index) => putEntry(table, index, row, key, execution));
		}),
	);
}

/** Nobody else can have written an entry of an index that is new, so its keys rely on nothing but the table's definition. */
function putEntry(table: Table, index: Index, row: Row, key: Key, execution: Execution): Answer<void> {
	const { transaction } = execution;
	const entry = indexEntryKey(table, index, row, key, null);
	if (!isUniqueEntry(index, row)) {
		return transaction.append(entry, indexEntryValue(table, index, row, key), blind);
	}
	return after(transaction.get(entry), (there) => {
		if (there !== undefined) {
			throw duplicateEntry(index, row);
		}
		return transaction.put(entry, indexEntryValue(table, index, row, key), blind);
	});
}
