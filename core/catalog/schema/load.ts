/**
 * Schema loader: reads stored records and makes the frozen `Schema` that plans use.
 *
 * A loader caches its last schema: a table whose record has the same bytes in a database of the same name is not made
 * again. Where the schema change log (`change-log.ts`) names the changed tables, only those are read, so that a
 * change costs the same beside a thousand tables as beside one.
 */
import { schemaChangesKey, schemaVersionKey, spaces } from "../../store/encoding/keys.ts";
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { changedObjects } from "../change-log.ts";
import { changedSchema, databaseOf, loadAgain, type LoadedSchema, readChanged } from "./changed-schema.ts";
import { fold } from "../identifier.ts";
import { readAll } from "../read-entries.ts";
import { routineName } from "../routine-name.ts";
import { LayeredMap } from "./layered-map.ts";
import type { LoadedTable, SchemaQuestions } from "./loaded-table.ts";
import { decodeCounter, decodeRecord } from "../record-codec.ts";
import type { DatabaseRecord, KeptRoutine, TableRecord, ViewRecord } from "../record.ts";
import { referenceMap } from "./referring-tables.ts";
import type { Database, Schema } from "../table.ts";
import { settleView, type View } from "../view.ts";

/** Reads schemas incrementally. */
export interface SchemaLoader {
	load(reader: FastReader): MaybePromise<Schema>;
	/** Returns a loader that has cached the same; what either loads later the other does not know. */
	fork(): SchemaLoader;
	/**
	 * Returns a loader for a store with another history, under the same rules: it reads all at first, and makes no table
	 * again whose record it has cached.
	 */
	relative(): SchemaLoader;
}

export function schemaLoader(
	questions: SchemaQuestions,
	cached?: LoadedSchema,
	relatives?: LoadedSchema["tables"],
): SchemaLoader {
	let last = cached;
	const keep = (loaded: LoadedSchema): Schema => {
		last = last === undefined || last.schema.version < loaded.schema.version ? loaded : last;
		return loaded.schema;
	};
	const build = (
		version: number,
		databases: readonly Entry[],
		tables: readonly Entry[],
		views: readonly Entry[],
		routines: readonly Entry[],
	): Schema => {
		const records = databases.map(({ value }) => decodeRecord<DatabaseRecord>(value));
		const names = new Map(records.map(({ id, name }) => [id, name]));
		const loaded = new Map<Key, LoadedTable>();
		for (const entry of tables) {
			const now = loadAgain(entry, (last?.tables ?? relatives)?.get(entry.key), names, questions);
			if (now !== undefined) {
				loaded.set(entry.key, now);
			}
		}
		const references = referenceMap(loaded.values());
		const objects = {
			tables: [...loaded.values()],
			views: settleViews(views, names),
			routines: routines.map(({ value }) => decodeRecord<KeptRoutine>(value)),
		};
		const databasesByName = buildDatabases(records, objects, questions);
		const schema = Object.freeze({ version, databases: databasesByName, references });
		return keep({ schema, tables: LayeredMap.over(loaded), references });
	};
	const loadAll = (reader: FastReader, version: number): MaybePromise<Schema> => {
		const parts = [
			readAll(reader, spaces.databases),
			readAll(reader, spaces.tables),
			readAll(reader, spaces.views),
			readAll(reader, spaces.routines),
		] as const;
		return after(all<readonly Entry[]>(parts), ([databases, tables, views, routines]) =>
			build(version, databases!, tables!, views!, routines!),
		);
	};
	return {
		fork: () => schemaLoader(questions, last),
		relative: () => schemaLoader(questions, undefined, last?.tables),
		load: (reader) =>
			after(readSchemaVersion(reader), (version) => {
				const before = last;
				if (before === undefined || version <= before.schema.version) {
					return loadAll(reader, version);
				}
				return after(reader.get(schemaChangesKey), (log) => {
					const changed = changedObjects(log, before.schema.version, version);
					return changed === undefined || changed.tables.size + changed.views.size + changed.routines.size > mostChanged
						? loadAll(reader, version)
						: after(readChanged(reader, changed), (records) =>
								keep(changedSchema(before, version, records, questions)),
							);
				});
			}),
	};
}

/** After more changed tables, views and routines, all are read. */
const mostChanged = 16;

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
	return after(reader.get(schemaVersionKey), decodeCounter);
}

function buildDatabases(
	records: readonly DatabaseRecord[],
	objects: {
		readonly tables: readonly LoadedTable[];
		readonly views: readonly View[];
		readonly routines: readonly KeptRoutine[];
	},
	questions: SchemaQuestions,
): ReadonlyMap<string, Database> {
	const tablesOf = byDatabase(records, objects.tables, ({ record }) => [record.databaseId, fold(record.name)]);
	const viewsOf = byDatabase(records, objects.views, ({ databaseId, name }) => [databaseId, fold(name)]);
	const routinesOf = byDatabase(records, objects.routines, (each) => [each.databaseId, routineName(each)]);
	return new Map(
		records.map((record) => [
			fold(record.name),
			databaseOf(
				record,
				{ tables: tablesOf(record.id), views: viewsOf(record.id), routines: routinesOf(record.id) },
				questions,
			),
		]),
	);
}

/** Returns the objects of a database by case-folded name. */
function byDatabase<T>(
	records: readonly DatabaseRecord[],
	all: readonly T[],
	placeOf: (each: T) => readonly [databaseId: number, key: string],
): (databaseId: number) => ReadonlyMap<string, T> {
	const found = new Map(records.map(({ id }) => [id, new Map<string, T>()]));
	for (const each of all) {
		const [databaseId, key] = placeOf(each);
		found.get(databaseId)?.set(key, each);
	}
	return (databaseId) => found.get(databaseId) ?? new Map<string, T>();
}

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
