/**
 * Consistency check of a table's rows and index entries: a sentence for each entry that is missing or left over.
 */
import type { Table } from "../../core/catalog/table.ts";
import { indexEntryKey, indexEntryValue, indexRange, rowKey, tableRange } from "../../core/exec/rows/index-entry.ts";
import { rowCodec } from "../../core/exec/rows/row-codec.ts";
import type { Entry } from "../../core/store/contract.ts";
import type { FastSnapshot, FastStore } from "../../core/store/fast-store.ts";

export async function walkIndexes(table: Table, store: FastStore): Promise<string[]> {
	const snapshot = store.snapshot();
	const wrong: string[] = [];
	const rows = (await entriesOf(snapshot, tableRange(table))).map(({ key, value }) => ({
		key,
		row: rowCodec(table).decodeStored(value),
	}));
	for (const { key, row } of rows) {
		if (table.primaryKey !== undefined && rowKey(table, row, null) !== key) {
			wrong.push(`row ${JSON.stringify(row)} stands at another key than its own`);
		}
	}
	for (const index of table.indexes.filter((each) => !each.primary)) {
		const expected = new Map(
			rows.map(({ key, row }) => [
				indexEntryKey(table, index, row, key, null),
				indexEntryValue(table, index, row, key),
			]),
		);
		const found = new Map((await entriesOf(snapshot, indexRange(table, index))).map(({ key, value }) => [key, value]));
		for (const [key, value] of expected) {
			if (!found.has(key) || Buffer.compare(found.get(key)!, value) !== 0) {
				wrong.push(`index ${index.name} lacks an entry, or it leads elsewhere`);
			}
		}
		wrong.push(
			...[...found.keys()].filter((key) => !expected.has(key)).map(() => `index ${index.name} has an entry of no row`),
		);
	}
	snapshot.release();
	return wrong;
}

async function entriesOf(
	snapshot: FastSnapshot,
	range: { readonly from: string; readonly to: string },
): Promise<Entry[]> {
	const entries: Entry[] = [];
	const scan = snapshot.scan(range);
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		entries.push(...batch);
	}
	return entries;
}
