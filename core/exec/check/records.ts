/**
 * Checks records of databases, tables, views and routines against their name, id and version keys.
 *
 * Notes barriers of processes that no longer exist.
 */
import { fold } from "../../catalog/identifier.ts";
import { decodeCounter, decodeRecord } from "../../catalog/record-codec.ts";
import { routineName } from "../../catalog/routine-name.ts";
import type { DatabaseRecord, KeptRoutine, TableRecord, ViewRecord } from "../../catalog/record.ts";
import {
	databaseKey,
	databaseNameKey,
	nextIdKey,
	rangeOf,
	routineKey,
	spaces,
	tableKey,
	tableNameKey,
	tableVersionKey,
	viewKey,
} from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { encodeText } from "../../types/value/value.ts";
import { isRunning } from "../write/owner.ts";
import type { Findings } from "./report.ts";
import { walk } from "./scan.ts";
import { printKey } from "./table.ts";

export async function checkRecords(reader: FastReader, findings: Findings): Promise<void> {
	const databases = await readRecords<DatabaseRecord>(reader, spaces.databases, findings);
	const tables = await readRecords<TableRecord>(reader, spaces.tables, findings);
	const views = await readRecords<ViewRecord>(reader, spaces.views, findings);
	const names = new Map<Key, number>();
	const ids = new Set<number>();
	for (const { key, record } of databases) {
		expectKey(key, databaseKey(record.id), `database ${record.name}`, findings);
		names.set(databaseNameKey(encodeText(fold(record.name))), record.id);
		ids.add(record.id);
	}
	for (const { key, record } of [...tables, ...views]) {
		const where = `${"columns" in record && "indexes" in record ? "table" : "view"} ${record.name}`;
		if (!databases.some((database) => database.record.id === record.databaseId)) {
			findings.find(where, `It belongs to database ${record.databaseId}, which is not there.`);
		}
		expectKey(key, "indexes" in record ? tableKey(record.id) : viewKey(record.id), where, findings);
		const name = tableNameKey(record.databaseId, encodeText(fold(record.name)));
		if (names.has(name) || ids.has(record.id)) {
			findings.find(where, "Another has its name or its id.");
		}
		names.set(name, record.id);
		ids.add(record.id);
	}
	await checkRoutines(ids, reader, findings, (id) => databases.some(({ record }) => record.id === id));
	await checkNames(names, reader, findings);
	await checkNextId(ids, reader, findings);
	for (const { record } of tables) {
		await checkDefinition(record, reader, findings);
	}
}

/** Adds their ids. */
async function checkRoutines(
	ids: Set<number>,
	reader: FastReader,
	findings: Findings,
	isDatabase: (id: number) => boolean,
): Promise<void> {
	const names = new Set<string>();
	for (const { key, record } of await readRecords<KeptRoutine>(reader, spaces.routines, findings)) {
		const where = `${record.what} ${record.name}`;
		const name = `${record.databaseId} ${routineName(record)}`;
		if (!isDatabase(record.databaseId)) {
			findings.find(where, `It belongs to database ${record.databaseId}, which is not there.`);
		}
		expectKey(key, routineKey(record.id), where, findings);
		if (names.has(name) || ids.has(record.id)) {
			findings.find(where, "Another has its name or its id.");
		}
		names.add(name);
		ids.add(record.id);
	}
}

async function readRecords<T>(
	reader: FastReader,
	space: Key,
	findings: Findings,
): Promise<{ readonly key: Key; readonly record: T }[]> {
	const found: { key: Key; record: T }[] = [];
	await walk(reader, rangeOf(space), ({ key, value }) => {
		try {
			found.push({ key, record: decodeRecord<T>(value) });
		} catch {
			findings.find("records", `The record of key ${printKey(key)} cannot be read.`);
		}
	});
	return found;
}

function expectKey(key: Key, expected: Key, where: string, findings: Findings): void {
	if (key !== expected) {
		findings.find(where, "Its record stands at another key than its own.");
	}
}

/** Every name leads to its record, and every record has its name. */
async function checkNames(names: ReadonlyMap<Key, number>, reader: FastReader, findings: Findings): Promise<void> {
	const found = new Set<Key>();
	for (const space of [spaces.databaseNames, spaces.tableNames]) {
		await walk(reader, rangeOf(space), ({ key, value }) => {
			found.add(key);
			if (names.get(key) !== decodeCounter(value)) {
				findings.find(
					"names",
					`The name ${printKey(key)} leads to id ${decodeCounter(value)}, which does not bear it.`,
				);
			}
		});
	}
	for (const [key, id] of names) {
		if (!found.has(key)) {
			findings.find("names", `Of id ${id} the name is missing.`);
		}
	}
}

async function checkNextId(ids: ReadonlySet<number>, reader: FastReader, findings: Findings): Promise<void> {
	const next = decodeCounter(await reader.get(nextIdKey));
	const greatest = Math.max(0, ...ids);
	if (greatest >= next && ids.size > 0) {
		findings.find("ids", `The next id would be ${next}, but ${greatest} is in use.`);
	}
}

async function checkDefinition(record: TableRecord, reader: FastReader, findings: Findings): Promise<void> {
	const where = `table ${record.name}`;
	const version = decodeCounter(await reader.get(tableVersionKey(record.id)));
	if (version !== record.definitionVersion) {
		findings.find(where, `Its definition has version ${record.definitionVersion}, but ${version} is kept beside it.`);
	}
	const columns = new Set(record.columns.map(({ id }) => id));
	if (columns.size !== record.columns.length || Math.max(0, ...columns) > record.maximumColumnId) {
		findings.find(where, "Two columns share an id, or one has an id that is still to be given.");
	}
	const isLost = record.indexes.some(
		({ id, parts }) => id > record.maximumIndexId || parts.some(({ columnId }) => !columns.has(columnId)),
	);
	if (isLost) {
		findings.find(where, "An index names a column that is not there, or has an id that is still to be given.");
	}
	if (record.fence !== undefined && !isRunning(record.fence, undefined)) {
		findings.note(
			where,
			"A statement that worked on all of its rows was cut off: nothing of it is left but its fence, which " +
				"nobody minds.",
		);
	}
}
