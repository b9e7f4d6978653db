/**
 * Incremental schema load: the former schema with a few changed objects laid over it.
 *
 * A change costs the same beside a thousand tables as beside one, and what has not changed stays the same object, so
 * that plans over it stay valid (`schema-reads.ts`).
 */
import { invariant } from "../../errors/invariant.ts";
import { tableKey } from "../../store/encoding/keys.ts";
import { equalBytes } from "../../store/encoding/equal-bytes.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { type ChangedObjects, keysOf } from "../change-log.ts";
import { fold } from "../identifier.ts";
import { routineName } from "../routine-name.ts";
import { LayeredMap } from "./layered-map.ts";
import { LoadedTable, LoadedTables, type SchemaQuestions } from "./loaded-table.ts";
import {
	type DatabaseRecord,
	hasOwnRecord,
	type KeptRoutine,
	type RoutineRecord,
	type TableRecord,
	type ViewRecord,
} from "../record.ts";
import { decodeRecord } from "../record-codec.ts";
import { changedReferences, type ReferenceMap } from "./referring-tables.ts";
import type { Database, Schema } from "../table.ts";
import { settleView, type View } from "../view.ts";

/** A schema with its tables by key. */
export interface LoadedSchema {
	readonly schema: Schema;
	readonly tables: LayeredMap<Key, LoadedTable>;
	readonly references: ReferenceMap;
}

/** The stored records of changed objects, by id; undefined: removed. */
interface ChangedRecords {
	readonly databases: ReadonlyMap<number, Uint8Array | undefined>;
	readonly tables: ReadonlyMap<number, Uint8Array | undefined>;
	readonly views: ReadonlyMap<number, Uint8Array | undefined>;
	readonly routines: ReadonlyMap<number, Uint8Array | undefined>;
}

export function readChanged(reader: FastReader, changed: ChangedObjects): MaybePromise<ChangedRecords> {
	const { databases, tables, views, routines } = changed;
	return after(reader.getMany(keysOf(changed)), (values) => {
		let at = 0;
		const byId = (ids: ReadonlySet<number>): ReadonlyMap<number, Uint8Array | undefined> =>
			new Map([...ids].map((id) => [id, values[at++]]));
		return { databases: byId(databases), tables: byId(tables), views: byId(views), routines: byId(routines) };
	});
}

/** Applies changes to the former schema. */
export function changedSchema(
	before: LoadedSchema,
	version: number,
	changed: ChangedRecords,
	questions: SchemaQuestions,
): LoadedSchema {
	const databases = new Map(before.schema.databases);
	changeDatabases(databases, changed.databases, questions);
	const { tables, references } = changeTables(databases, before, changed.tables, questions);
	changeViews(databases, changed.views);
	changeRoutines(databases, changed.routines);
	return { schema: Object.freeze({ version, databases, references }), tables, references };
}

function changeDatabases(
	databases: Map<string, Database>,
	changed: ChangedRecords["databases"],
	questions: SchemaQuestions,
): void {
	for (const [id, bytes] of changed) {
		const former = [...databases.values()].find((database) => database.id === id);
		if (bytes !== undefined) {
			const record = decodeRecord<DatabaseRecord>(bytes);
			databases.set(fold(record.name), databaseOf(record, former ?? none, questions));
		} else if (former !== undefined) {
			databases.delete(fold(former.name));
		}
	}
}

/** Of a database, by name. */
interface Objects extends Pick<Database, "views" | "routines"> {
	readonly tables: ReadonlyMap<string, LoadedTable> | Database["tables"];
}

const none: Objects = { tables: new Map(), views: new Map(), routines: new Map() };

export function databaseOf(
	record: DatabaseRecord,
	{ tables, views, routines }: Objects,
	questions: SchemaQuestions,
): Database {
	return Object.freeze({
		id: record.id,
		name: record.name,
		record,
		...questions.database(record),
		tables: tables instanceof LoadedTables ? tables : new LoadedTables(tables as ReadonlyMap<string, LoadedTable>),
		views: LayeredMap.over(views),
		routines: withOlder(routines, record.routines),
	});
}

/** `older`: in the database's record. */
function withOlder(
	routines: Database["routines"],
	older: readonly RoutineRecord[] = [],
): LayeredMap<string, RoutineRecord> {
	const kept = [...routines].filter(([, routine]) => hasOwnRecord(routine));
	return LayeredMap.over(
		older.length === 0 && kept.length === routines.size
			? routines
			: new Map([...older.map((routine) => [routineName(routine), routine] as const), ...kept]),
	);
}

function changeTables(
	databases: Map<string, Database>,
	before: LoadedSchema,
	changed: ChangedRecords["tables"],
	questions: SchemaQuestions,
): Pick<LoadedSchema, "tables" | "references"> {
	let { tables, references } = before;
	const names = new Map([...databases.values()].map(({ id, name }) => [id, name]));
	const put = (databaseName: string, tableName: string, now: LoadedTable | undefined): void => {
		const database = databases.get(fold(databaseName));
		if (database !== undefined) {
			databases.set(fold(databaseName), withTable(database, fold(tableName), now));
		}
	};
	const found: LoadedTable[] = [];
	for (const [id, value] of changed) {
		const key = tableKey(id);
		const old = tables.get(key);
		const now = value === undefined ? undefined : loadAgain({ key, value }, old, names, questions);
		tables = tables.with(key, now);
		references = changedReferences(references, old, now);
		if (old !== undefined && (old.database !== now?.database || fold(old.record.name) !== fold(now.record.name))) {
			put(old.database, old.record.name, undefined);
		}
		if (now !== undefined) {
			found.push(now);
		}
	}
	// Last, since one table may have taken another's former name.
	for (const now of found) {
		put(now.database, now.record.name, now);
	}
	return { tables, references };
}

/** `now` undefined: there is no table of this name any more. */
function withTable(database: Database, name: string, now: LoadedTable | undefined): Database {
	const { id, record, charset, collation, tables, views, routines } = database;
	invariant(tables instanceof LoadedTables, "A loader changes schemas that it has loaded.");
	// Named one by one: V8 takes microseconds to spread.
	return Object.freeze({
		id,
		name: database.name,
		record,
		charset,
		collation,
		tables: tables.with(name, now),
		views,
		routines,
	});
}

/** Views that move from one name or database to another are removed first. */
function changeViews(databases: Map<string, Database>, changed: ChangedRecords["views"]): void {
	if (changed.size === 0) {
		return;
	}
	const put = (key: string, database: Database, name: string, view: View | undefined): void => {
		databases.set(key, Object.freeze({ ...database, views: LayeredMap.over(database.views).with(name, view) }));
	};
	for (const [key, database] of databases) {
		for (const [name, view] of database.views) {
			if (changed.has(view.id)) {
				put(key, databases.get(key) as Database, name, undefined);
			}
		}
	}
	for (const bytes of changed.values()) {
		if (bytes !== undefined) {
			const record = decodeRecord<ViewRecord>(bytes);
			const database = [...databases.values()].find(({ id }) => id === record.databaseId);
			if (database !== undefined) {
				put(fold(database.name), database, fold(record.name), settleView(record, database.name));
			}
		}
	}
}

/** A routine has one name for ever. */
function changeRoutines(databases: Map<string, Database>, changed: ChangedRecords["routines"]): void {
	const put = (database: Database, name: string, routine: KeptRoutine | undefined): void => {
		const routines = LayeredMap.over(database.routines).with(name, routine);
		databases.set(fold(database.name), Object.freeze({ ...database, routines }));
	};
	for (const [id, bytes] of changed) {
		if (bytes !== undefined) {
			const record = decodeRecord<KeptRoutine>(bytes);
			const database = [...databases.values()].find((each) => each.id === record.databaseId);
			if (database !== undefined) {
				put(database, routineName(record), record);
			}
			continue;
		}
		for (const database of databases.values()) {
			for (const [name, routine] of database.routines) {
				if (hasOwnRecord(routine) && routine.id === id) {
					put(database, name, undefined);
				}
			}
		}
	}
}

/** Returns an entry's table, the former one if nothing changed; undefined for a table of an unknown database. */
export function loadAgain(
	entry: Entry,
	before: LoadedTable | undefined,
	databaseNames: ReadonlyMap<number, string>,
	questions: SchemaQuestions,
): LoadedTable | undefined {
	if (
		before !== undefined &&
		equalBytes(before.bytes, entry.value) &&
		databaseNames.get(before.record.databaseId) === before.database
	) {
		return before;
	}
	const record = recordOf(entry.value);
	const database = databaseNames.get(record.databaseId);
	return database === undefined ? undefined : new LoadedTable(entry.value, record, database, questions);
}

/**
 * Records by their bytes, which stores in memory and their forks share: kernels of several rules on such stores decode
 * each once.
 */
const decoded = new WeakMap<Uint8Array, TableRecord>();

function recordOf(bytes: Uint8Array): TableRecord {
	let record = decoded.get(bytes);
	if (record === undefined) {
		record = decodeRecord<TableRecord>(bytes);
		decoded.set(bytes, record);
	}
	return record;
}
