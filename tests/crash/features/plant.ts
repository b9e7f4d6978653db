/**
 * Faults planted in a data directory before its server starts, one for each invariant of the feature tables.
 *
 * As if a recovery had lost a part of a commit: rows and index entries agree otherwise, so that only the check of that
 * invariant can find it.
 */
import { existsSync } from "node:fs";
import { composeBook } from "../../../apps/compose/book.ts";
import { openDirectory, storePath } from "../../../apps/compose/data-directory.ts";
import { loadSchema } from "../../../core/catalog/schema/load.ts";
import { decodeRecord } from "../../../core/catalog/record-codec.ts";
import type { ViewRecord } from "../../../core/catalog/record.ts";
import type { Table } from "../../../core/catalog/table.ts";
import { schemaQuestions } from "../../../core/exec/ddl/schema-questions.ts";
import { indexEntryKey, indexEntryValue, rowKey, tableRange } from "../../../core/exec/rows/index-entry.ts";
import { rowCodec } from "../../../core/exec/rows/row-codec.ts";
import { SwitchBoard } from "../../../core/session/server/server-switches.ts";
import type { Entry, Range, Write } from "../../../core/store/contract.ts";
import { rangeOf, rowCountKey, spaces, tableNameKey } from "../../../core/store/encoding/keys.ts";
import type { FastReader, FastStore } from "../../../core/store/fast-store.ts";
import { decodeCount, encodeCount } from "../../../core/store/page/count.ts";
import type { Row, Value } from "../../../core/types/value/value.ts";

/** Faults, with the finding that each must cause. */
export const featureFaults: Readonly<Record<string, RegExp>> = {
	orphan: /orphan: children .* has no row in parents/m,
	misplaced: /partition: listed has \d+ rows, but its partitions have \d+/m,
	stored: /generated column: taxed of priced/m,
	virtual: /generated column: half of priced/m,
	entry: /index: half of priced/m,
	stray: /verso check finds.*Of no known space/m,
	view: /families/m,
};

/** Does nothing where the directory, or a row to damage, is not there yet. */
export async function plantInDirectory(directory: string, fault: string): Promise<void> {
	if (!existsSync(storePath(directory))) {
		return;
	}
	const store = await openDirectory(directory);
	await plantInStore(store, fault);
	await store.close();
}

export async function plantInStore(store: FastStore, fault: string): Promise<void> {
	const snapshot = store.snapshot();
	const writes = await faultWrites(snapshot, fault);
	snapshot.release();
	await store.commit({ writes, conditions: [] });
}

async function faultWrites(reader: FastReader, fault: string): Promise<Write[]> {
	const { book } = await composeBook({});
	const questions = schemaQuestions(book, new SwitchBoard(book.switches(), new Map(), () => {}));
	const tables = (await loadSchema(reader, questions)).databases.get("test")?.tables;
	const change = async (name: string, plant: (table: Table, rows: readonly Row[]) => Write[] | Promise<Write[]>) => {
		const table = tables?.get(name);
		const rows = table === undefined ? [] : await rowsOf(reader, table);
		return table === undefined || rows.length === 0 ? [] : plant(table, rows);
	};
	switch (fault) {
		case "orphan":
			return change("children", (children, [child]) =>
				change("parents", (parents, rows) =>
					removeRow(reader, parents, rowWhere(parents, rows, "id", cell(children, child!, "parent"))),
				),
			);
		case "misplaced":
			return change("listed", (table, [row]) => replaceRow(table, row!, "region", 99));
		case "stored":
			return change("priced", (table, [row]) => replaceRow(table, row!, "taxed", 7));
		case "virtual":
			return change("priced", (table, [row]) => replaceRow(table, row!, "half", 7000));
		case "entry":
			return change("priced", (table, [row]) =>
				writesOfRow(table, row!, false).filter(({ key }) => key === entryKey(table, row!, "half")),
			);
		case "stray":
			return [{ key: "\x7a", value: Buffer.from("stray") }];
		case "view":
			return removeView(reader, "families");
		default:
			throw new Error(`There is no fault ${fault}.`);
	}
}

async function rowsOf(reader: FastReader, table: Table): Promise<Row[]> {
	return (await entriesOf(reader, tableRange(table))).map(({ value }) => rowCodec(table).decodeStored(value));
}

async function entriesOf(reader: FastReader, range: Range): Promise<Entry[]> {
	const entries: Entry[] = [];
	const scan = reader.scan(range);
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		entries.push(...batch);
	}
	return entries;
}

function offsetOf(table: Table, column: string): number {
	return table.columns.find(({ name }) => name === column)?.offset ?? -1;
}

function cell(table: Table, row: Row, column: string): Value {
	return row[offsetOf(table, column)] ?? null;
}

function rowWhere(table: Table, rows: readonly Row[], column: string, value: Value): Row {
	return rows.find((row) => cell(table, row, column) === value) ?? rows[0]!;
}

function entryKey(table: Table, row: Row, name: string): string {
	const index = table.indexes.find((each) => each.name === name)!;
	return indexEntryKey(table, index, row, rowKey(table, row, null), null);
}

/** The row and its index entries, written or removed. */
function writesOfRow(table: Table, row: Row, isThere: boolean): Write[] {
	const key = rowKey(table, row, null);
	return [
		{ key, value: isThere ? rowCodec(table).encodeStored(row) : null },
		...table.indexes
			.filter(({ primary }) => !primary)
			.map((index) => ({
				key: indexEntryKey(table, index, row, key, null),
				value: isThere ? indexEntryValue(table, index, row, key) : null,
			})),
	];
}

function replaceRow(table: Table, row: Row, column: string, value: Value): Write[] {
	const next = row.with(offsetOf(table, column), value);
	const written = writesOfRow(table, next, true);
	return [...writesOfRow(table, row, false).filter(({ key }) => written.every((each) => each.key !== key)), ...written];
}

async function removeRow(reader: FastReader, table: Table, row: Row): Promise<Write[]> {
	const count = decodeCount(await reader.get(rowCountKey(table.id)));
	return [...writesOfRow(table, row, false), { key: rowCountKey(table.id), value: encodeCount(count - 1) }];
}

async function removeView(reader: FastReader, name: string): Promise<Write[]> {
	const views = (await entriesOf(reader, rangeOf(spaces.views))).map(({ key, value }) => ({
		key,
		record: decodeRecord<ViewRecord>(value),
	}));
	return views
		.filter(({ record }) => record.name === name)
		.flatMap(({ key, record }) => [
			{ key, value: null },
			{ key: tableNameKey(record.databaseId, name), value: null },
		]);
}
