/**
 * Checks everything one snapshot holds.
 *
 * In: a snapshot, who wants to know how far it is, and the questions of loading a schema: indexes hold sort weights, which follow from the release that is in
 * force. Out: a report. What cannot be read is a finding and ends the walk.
 */
import { loadSchema, type SchemaQuestions } from "../../catalog/load.ts";
import type { Table } from "../../catalog/table.ts";
import { BrokenStore, StoreRefusal } from "../../store/failure.ts";
import { readFormat } from "../../store/format.ts";
import type { Reader } from "../../store/store.ts";
import { checkContents } from "./contents.ts";
import { checkRecords } from "./records.ts";
import { type CheckReport, Findings, type TableReport } from "./report.ts";
import { checkTable } from "./table.ts";

/** Told before each table: so many of so many have been looked at. */
export type WatchCheck = (done: number, all: number) => void;

export async function checkStore(reader: Reader, questions: SchemaQuestions, watch?: WatchCheck): Promise<CheckReport> {
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
		await checkContents(all, reader, findings);
		for (const table of all) {
			watch?.(tables.length, all.length);
			tables.push(await checkTable(table, reader, findings));
		}
	} catch (failure) {
		if (!(failure instanceof BrokenStore || failure instanceof StoreRefusal)) {
			throw failure;
		}
		findings.find("store", failure.message);
	}
	return findings.report(databases, tables);
}
