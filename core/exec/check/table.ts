/**
 * Consistency check of one table: rows have correct keys, and each index has exactly the entries of the rows.
 *
 * Forward: looks up every entry of each row. Backward: if the index has as many entries as were correct, all belong
 * to rows; else each entry is resolved to its row to name those that do not.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { decodeCount } from "../../store/page/count.ts";
import { equalBytes } from "../../store/encoding/equal-bytes.ts";
import { rowCountKey } from "../../store/encoding/keys.ts";
import type { Entry, Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import type { Row } from "../../types/value/value.ts";
import { indexEntryKey, indexEntryValue, indexRange, rowKey, rowKeyOfEntry, tableRange } from "../rows/index-entry.ts";
import { rowCodec } from "../rows/row-codec.ts";
import type { Findings, TableReport } from "./report.ts";
import { walk } from "./scan.ts";

export async function checkTable(
	table: Table,
	reader: FastReader,
	findings: Findings,
	passed?: (rows: number) => void,
): Promise<TableReport> {
	const where = `${table.database}.${table.name}`;
	const secondary = table.indexes.filter((index) => !index.primary);
	const right = secondary.map(() => 0);
	const { decodeStored } = rowCodec(table);
	const rows = await walk(
		reader,
		tableRange(table),
		async ({ key, value }) => {
			const row = decodeStored(value);
			if (table.primaryKey !== undefined && rowKey(table, row, null) !== key) {
				findings.find(where, `The row ${printRow(row)} stands at another key than its own.`);
				return;
			}
			for (let at = 0; at < secondary.length; at++) {
				const index = secondary[at] as Index;
				const found = reader.get(indexEntryKey(table, index, row, key, null));
				const entry = found instanceof Promise ? await found : found;
				if (entry !== undefined && equalBytes(entry, indexEntryValue(table, index, row, key))) {
					right[at]!++;
				} else {
					findings.find(
						`${where}, index ${index.name}`,
						entry === undefined
							? `The row ${printRow(row)} has no entry.`
							: `The entry of the row ${printRow(row)} leads to another row.`,
					);
				}
			}
		},
		passed,
	);
	const kept = await keptCount(table, reader);
	if (kept !== rows) {
		findings.find(where, `It has ${rows} rows, but ${kept} are counted.`);
	}
	const entries: Record<string, number> = {};
	for (let at = 0; at < secondary.length; at++) {
		const index = secondary[at] as Index;
		const count = await walk(reader, indexRange(table, index), () => {});
		entries[index.name] = count;
		if (count !== right[at]) {
			await nameStrays(table, index, reader, findings);
		}
	}
	return { database: table.database, table: table.name, rows, entries };
}

/** Returns the stored row count. */
export async function keptCount(table: Table, reader: FastReader): Promise<number> {
	return decodeCount(await reader.get(rowCountKey(table.id)));
}

/** Reports entries without a row. */
async function nameStrays(table: Table, index: Index, reader: FastReader, findings: Findings): Promise<void> {
	await walk(reader, indexRange(table, index), async (entry) => {
		const key = rowKeyOfEntry(table, index, entry.key, entry.value);
		const value = await reader.get(key);
		if (value === undefined) {
			findings.find(
				`${table.database}.${table.name}, index ${index.name}`,
				`The entry ${printKey(entry.key)} leads to a row that is not there.`,
			);
		} else if (isOther(table, index, entry, key, rowCodec(table).decodeStored(value))) {
			findings.find(
				`${table.database}.${table.name}, index ${index.name}`,
				`The entry ${printKey(entry.key)} leads to a row that has other values.`,
			);
		}
	});
}

function isOther(table: Table, index: Index, entry: Entry, key: Key, row: Row): boolean {
	return indexEntryKey(table, index, row, key, null) !== entry.key;
}

function printRow(row: Row): string {
	const text = row.map((value) => (typeof value === "bigint" ? String(value) : JSON.stringify(value))).join(", ");
	return `(${text.length > 100 ? `${text.slice(0, 97)}...` : text})`;
}

export function printKey(key: Key): string {
	return Buffer.from(key, "latin1").toString("hex");
}
