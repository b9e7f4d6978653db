/**
 * Schema loader: reads stored records and makes the frozen `Schema` that plans use.
 *
 * A loader caches its last schema: a table whose record has the same bytes in a database of the same name is not made
 * again. Where the schema change log (`change-log.ts`) names the changed tables, only those are read, so that a
 * change costs the same beside a thousand tables as beside one.
 */
import { invariant } from "../errors/invariant.ts";
import { rangeOf, schemaChangesKey, schemaVersionKey, spaces, tableKey } from "../store/encoding/keys.ts";
import { equalBytes } from "../store/encoding/equal-bytes.ts";
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Entry, Key } from "../store/contract.ts";
import type { FastReader } from "../store/fast-store.ts";
import { changedTables } from "./change-log.ts";
import { fold } from "./identifier.ts";
import { LayeredMap } from "./layered-map.ts";
import { LoadedTable, LoadedTables, type SchemaQuestions } from "./loaded-table.ts";
import { decodeCounter, decodeRecord } from "./record-codec.ts";
import type { DatabaseRecord, TableRecord, ViewRecord } from "./record.ts";
import type { Database, Schema } from "./table.ts";
import { settleView, type View } from "./view.ts";

/** Reads schemas incrementally. */
export interface SchemaLoader {
	load(reader: FastReader): MaybePromise<Schema>;
}

/** The newest schema that the loader has read. */
interface Loaded {
	readonly schema: Schema;
	readonly tables: LayeredMap<Key, LoadedTable>;
}

export function schemaLoader(questions: SchemaQuestions): SchemaLoader {
	let last: Loaded | undefined;
	const keep = (loaded: Loaded): Schema => {
		last = last === undefined || last.schema.version < loaded.schema.version ? loaded : last;
		return loaded.schema;
	};
	const build = (
		version: number,
		databases: readonly Entry[],
		tables: readonly Entry[],
		views: readonly Entry[],
	): Schema => {
		const records = databases.map(({ value }) => decodeRecord<DatabaseRecord>(value));
		const names = new Map(records.map(({ id, name }) => [id, name]));
		const loaded = new Map<Key, LoadedTable>();
		for (const entry of tables) {
			const now = loadAgain(entry, last?.tables.get(entry.key), names, questions);
			if (now !== undefined) {
				loaded.set(entry.key, now);
			}
		}
		const schema = buildSchema(version, records, [...loaded.values()], settleViews(views, names), questions);
		return keep({ schema, tables: LayeredMap.over(loaded) });
	};
	const loadAll = (reader: FastReader, version: number): MaybePromise<Schema> => {
		const parts = [
			readAll(reader, spaces.databases),
			readAll(reader, spaces.tables),
			readAll(reader, spaces.views),
		] as const;
		const [databases, tables, views] = parts;
		if (databases instanceof Promise || tables instanceof Promise || views instanceof Promise) {
			return Promise.all(parts).then((known) => build(version, ...known));
		}
		return build(version, databases, tables, views);
	};
	return {
		load: (reader) =>
			then(readSchemaVersion(reader), (version) => {
				const before = last;
				if (before === undefined || version <= before.schema.version) {
					return loadAll(reader, version);
				}
				return then(reader.get(schemaChangesKey), (log) => {
					const changed = changedTables(log, before.schema.version, version);
					return changed === undefined || changed.size > mostChanged
						? loadAll(reader, version)
						: then(readRecords(reader, changed), (entries) => keep(changeTables(before, version, entries, questions)));
				});
			}),
	};
}

/** After more changed tables, all are read. */
const mostChanged = 16;

/** Applies the change of a few tables to the former schema. */
function changeTables(
	before: Loaded,
	version: number,
	entries: ReadonlyMap<Key, Uint8Array | undefined>,
	questions: SchemaQuestions,
): Loaded {
	const names = new Map([...before.schema.databases.values()].map(({ id, name }) => [id, name]));
	const databases = new Map(before.schema.databases);
	let { tables } = before;
	const put = (databaseName: string, tableName: string, now: LoadedTable | undefined): void => {
		const key = fold(databaseName);
		const database = databases.get(key);
		if (database !== undefined) {
			databases.set(key, changedDatabase(database, fold(tableName), now));
		}
	};
	const found: LoadedTable[] = [];
	for (const [key, value] of entries) {
		const old = tables.get(key);
		const now = value === undefined ? undefined : loadAgain({ key, value }, old, names, questions);
		tables = tables.with(key, now);
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
	return { schema: Object.freeze({ version, databases }), tables };
}

/** `undefined`: there is no table of this name any more. */
function changedDatabase(database: Database, name: string, now: LoadedTable | undefined): Database {
	const { id, record, charset, collation, tables, views } = database;
	invariant(tables instanceof LoadedTables, "A loader changes schemas that it has loaded.");
	const former = tables.loaded(name);
	const others =
		former?.isReferring === true ? database.referring.filter((each) => each !== former.table) : database.referring;
	const referring = now?.isReferring === true ? [...others, now.table] : others;
	// Named one by one: V8 takes microseconds to spread.
	return Object.freeze({
		id,
		name: database.name,
		record,
		charset,
		collation,
		tables: tables.with(name, now),
		referring,
		views,
	});
}

function readRecords(
	reader: FastReader,
	tableIds: ReadonlySet<number>,
): MaybePromise<ReadonlyMap<Key, Uint8Array | undefined>> {
	const keys = [...tableIds].map(tableKey);
	return then(reader.getMany(keys), (values) => new Map(keys.map((key, at) => [key, values[at]])));
}

function then<T, R>(answer: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Returns an entry's table, the former one if nothing changed; undefined for a table of an unknown database. */
function loadAgain(
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
	const record = decodeRecord<TableRecord>(entry.value);
	const database = databaseNames.get(record.databaseId);
	return database === undefined ? undefined : new LoadedTable(entry.value, record, database, questions);
}

function settleViews(entries: readonly Entry[], databaseNames: ReadonlyMap<number, string>): readonly View[] {
	return entries.flatMap(({ value }) => {
		const record = decodeRecord<ViewRecord>(value);
		const database = databaseNames.get(record.databaseId);
		return database === undefined ? [] : [settleView(record, database)];
	});
}

/** Reads a schema once, without a cache. */
export function loadSchema(reader: FastReader, questions: SchemaQuestions): MaybePromise<Schema> {
	return schemaLoader(questions).load(reader);
}

/** Returns the version that every schema change increments. */
export function readSchemaVersion(reader: FastReader): MaybePromise<number> {
	return then(reader.get(schemaVersionKey), decodeCounter);
}

function buildSchema(
	version: number,
	records: readonly DatabaseRecord[],
	tables: readonly LoadedTable[],
	views: readonly View[],
	questions: SchemaQuestions,
): Schema {
	const tablesOf = byDatabase(records, tables, ({ record }) => record);
	const viewsOf = byDatabase(records, views, (view) => view);
	const databases = records.map((record): readonly [string, Database] => {
		const { id, name } = record;
		const own = tablesOf(id);
		const referring = [...own.values()].filter(({ isReferring }) => isReferring).map(({ table }) => table);
		const database = {
			id,
			name,
			record,
			...questions.database(record),
			tables: new LoadedTables(own),
			referring,
			views: viewsOf(id),
		};
		return [fold(name), Object.freeze(database)];
	});
	return Object.freeze({ version, databases: new Map(databases) });
}

/** Returns the objects of a database by case-folded name. */
function byDatabase<T>(
	records: readonly DatabaseRecord[],
	all: readonly T[],
	factsOf: (each: T) => { readonly databaseId: number; readonly name: string },
): (databaseId: number) => ReadonlyMap<string, T> {
	const found = new Map(records.map(({ id }) => [id, new Map<string, T>()]));
	for (const each of all) {
		const { databaseId, name } = factsOf(each);
		found.get(databaseId)?.set(fold(name), each);
	}
	return (databaseId) => found.get(databaseId) ?? new Map<string, T>();
}

/** Reads all entries of a key space. */
/** Returns the stored records of all databases and tables, without what a schema derives from them. */
export async function readCatalogRecords(
	reader: FastReader,
): Promise<{ readonly databases: readonly DatabaseRecord[]; readonly tables: readonly TableRecord[] }> {
	const databases = await readAll(reader, spaces.databases);
	const tables = await readAll(reader, spaces.tables);
	return {
		databases: databases.map(({ value }) => decodeRecord<DatabaseRecord>(value)),
		tables: tables.map(({ value }) => decodeRecord<TableRecord>(value)),
	};
}

export function readAll(reader: FastReader, prefix: Key): MaybePromise<readonly Entry[]> {
	const scan = reader.scan(rangeOf(prefix));
	const found: Entry[] = [];
	const take = (): MaybePromise<readonly Entry[]> => {
		for (;;) {
			const batch = scan.next();
			if (batch instanceof Promise) {
				return batch.then((entries) => (entries === null ? found : (found.push(...entries), take())));
			}
			if (batch === null) {
				return found;
			}
			found.push(...batch);
		}
	};
	return take();
}
