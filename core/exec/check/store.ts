/**
 * Consistency check of everything in one snapshot; unreadable data is a finding and ends the scan.
 *
 * Needs the questions of loading a schema, because indexes contain sort keys, which depend on the release in force.
 */
import { loadSchema } from "../../catalog/schema/load.ts";
import type { SchemaQuestions } from "../../catalog/schema/loaded-table.ts";
import type { Table } from "../../catalog/table.ts";
import { BrokenStore, StoreRefusal } from "../../store/failure.ts";
import { readFormat } from "../../store/format.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { checkContents } from "./contents.ts";
import { checkKeySpaces } from "./key-spaces.ts";
import { checkRecords } from "./records.ts";
import { type CheckReport, Findings, type TableReport } from "./report.ts";
import { checkTable, keptCount } from "./table.ts";

/** Receives the number of rows checked and the expected total. */
export type WatchCheck = (done: number, all: number) => void;

export async function checkStore(
	reader: FastReader,
	questions: SchemaQuestions,
	watch?: WatchCheck,
): Promise<CheckReport> {
	const findings = new Findings();
	const tables: TableReport[] = [];
	let databases = 0;
	try {
		if ((await readFormat(reader)) === null) {
			findings.find("format", "There is no format stamp.");
		}
		await checkRecords(reader, findings);
		const schema = await loadSchema(reader, questions);
		databases = schema.databases.size;
		const all: Table[] = [...schema.databases.values()].flatMap((database) => [...database.tables.values()]);
		await checkKeySpaces(new Set(all.map(({ id }) => id)), reader, findings);
		await checkContents(all, reader, findings);
		const passed = watch === undefined ? undefined : await countRows(all, reader, watch);
		for (const table of all) {
			tables.push(await checkTable(table, reader, findings, passed));
		}
	} catch (failure) {
		if (!(failure instanceof BrokenStore || failure instanceof StoreRefusal)) {
			throw failure;
		}
		findings.find("store", failure.message);
	}
	return findings.report(databases, tables);
}

/** Returns a function that counts further checked rows. */
async function countRows(
	tables: readonly Table[],
	reader: FastReader,
	watch: WatchCheck,
): Promise<(rows: number) => void> {
	let all = 0;
	for (const table of tables) {
		all += await keptCount(table, reader);
	}
	let done = 0;
	return (rows) => {
		done += rows;
		watch(Math.min(done, all), all);
	};
}
