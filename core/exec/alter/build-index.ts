/**
 * Entries of new indexes for rows that are there already.
 *
 * In: a table and those of its indexes that have no entries yet. Out: entries in the transaction, or 1062 for two rows that
 * a unique key can't hold both. Of a row only the columns of the indexes are read, page by page.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Page } from "../../store/page.ts";
import { rowDecoder } from "../../store/row-decoder.ts";
import type { Answer, Key } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../answer.ts";
import { duplicateEntry } from "../duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import { inTurn } from "../in-turn.ts";
import { indexEntryKey, indexEntryValue, isUniqueEntry } from "../index-entry.ts";
import { visitPages } from "./row-scan.ts";

const blind = { blind: true } as const;

export function buildIndexes(table: Table, indexes: readonly Index[], execution: Execution): Answer<void> {
	if (indexes.length === 0) {
		return;
	}
	const columns = [...new Set(indexes.flatMap(({ parts }) => parts.map(({ column }) => column)))];
	const decode = rowDecoder(columns, columns.map(({ offset }) => offset));
	// One for all rows: what an entry is made of is read before the next row comes.
	const row: Row = table.columns.map(() => null);
	const putFrom = (page: Page, from: number): Answer<void> => {
		for (let at = from; at < page.count; at++) {
			decode(page.bytes, row, page.starts[at]);
			const key = page.key(at);
			const answer = inTurn(indexes, (index) => putEntry(table, index, row, key, execution));
			if (answer instanceof Promise) {
				return answer.then(() => putFrom(page, at + 1));
			}
		}
	};
	return visitPages(table, execution, (page) => putFrom(page, 0));
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
