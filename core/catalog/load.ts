/**
 * From stored records to the schema that plans are made of.
 *
 * In: a reader of one state of the store, and the questions that rules answer. Out: a frozen `Schema`. Nothing is
 * written. It refuses to know who answers the questions.
 *
 * A loader keeps what it read last: a table whose record has the same bytes in a database of the same name is not
 * settled again, so that the schema of a thousand tables is cheap to read after a change of one.
 */
import { rangeOf, schemaVersionKey, spaces } from "../store/keys.ts";
import { equalBytes } from "../store/equal-bytes.ts";
import type { Answer, Entry, Key, Reader } from "../store/store.ts";
import { isCharacterType } from "../types/type.ts";
import { fold } from "./identifier.ts";
import { decodeCounter, decodeRecord } from "./record-codec.ts";
import type { CharsetPair, ColumnRecord, DatabaseRecord, TableRecord, ViewRecord } from "./record.ts";
import { settleTable } from "./settle.ts";
import type { ColumnCharset, Database, Schema, Table, TableCharset } from "./table.ts";
import { settleView, type View } from "./view.ts";

export { decodeRecord } from "./record-codec.ts";

/** What rules decide of stored objects: the charsets that hold from now on. */
export interface SchemaQuestions {
	/** The pair for tables without a clause. */
	database(record: DatabaseRecord): CharsetPair;
	table(record: TableRecord): TableCharset;
	/** Asked for columns of character types. */
	column(column: ColumnRecord, table: TableRecord): ColumnCharset;
}

/** Reads schemas, using again what has not changed since the last one it read. */
export interface SchemaLoader {
	load(reader: Reader): Answer<Schema>;
}

/** A table as it was last settled, and from which bytes. */
interface Settled {
	readonly bytes: Uint8Array;
	readonly table: Table;
}

const binaryPair: CharsetPair = { charset: "binary", collation: "binary" };
const binary: ColumnCharset = { inForce: binaryPair, text: binaryPair };

export function schemaLoader(questions: SchemaQuestions): SchemaLoader {
	let last: ReadonlyMap<Key, Settled> = new Map();
	const build = (version: number, databases: readonly Entry[], tables: readonly Entry[], views: readonly Entry[]): Schema => {
		const records = databases.map(({ value }) => decodeRecord<DatabaseRecord>(value));
		const names = new Map(records.map(({ id, name }) => [id, name]));
		const settled = new Map<Key, Settled>();
		for (const entry of tables) {
			const now = settleAgain(entry, last.get(entry.key), names, questions);
			if (now !== undefined) {
				settled.set(entry.key, now);
			}
		}
		last = settled;
		return buildSchema(version, records, [...settled.values()].map(({ table }) => table), settleViews(views, names), questions);
	};
	return {
		load(reader) {
			const parts = [
				readSchemaVersion(reader), readAll(reader, spaces.databases), readAll(reader, spaces.tables), readAll(reader, spaces.views),
			] as const;
			const [version, databases, tables, views] = parts;
			if (version instanceof Promise || databases instanceof Promise || tables instanceof Promise || views instanceof Promise) {
				return Promise.all(parts).then((known) => build(...known));
			}
			return build(version, databases, tables, views);
		},
	};
}

/** The table of an entry: as it was before, if nothing of it changed. A table of no database is none. */
function settleAgain(
	entry: Entry, before: Settled | undefined, databaseNames: ReadonlyMap<number, string>, questions: SchemaQuestions,
): Settled | undefined {
	if (before !== undefined && equalBytes(before.bytes, entry.value) && databaseNames.get(before.table.databaseId) === before.table.database) {
		return before;
	}
	const record = decodeRecord<TableRecord>(entry.value);
	const database = databaseNames.get(record.databaseId);
	return database === undefined ? undefined : { bytes: entry.value, table: loadTable(record, database, questions) };
}

function settleViews(entries: readonly Entry[], databaseNames: ReadonlyMap<number, string>): readonly View[] {
	return entries.flatMap(({ value }) => {
		const record = decodeRecord<ViewRecord>(value);
		const database = databaseNames.get(record.databaseId);
		return database === undefined ? [] : [settleView(record, database)];
	});
}

/** A schema read once. */
export function loadSchema(reader: Reader, questions: SchemaQuestions): Answer<Schema> {
	return schemaLoader(questions).load(reader);
}

/** Counts every change of the schema: what was loaded holds while it is the same. */
export function readSchemaVersion(reader: Reader): Answer<number> {
	const answer = reader.get(schemaVersionKey);
	return answer instanceof Promise ? answer.then(decodeCounter) : decodeCounter(answer);
}

/** One table's record, settled by the charsets that hold from now on. */
export function loadTable(record: TableRecord, database: string, questions: SchemaQuestions): Table {
	const columns = record.columns.map((column) => (isCharacterType(column.type) ? questions.column(column, record) : binary));
	return settleTable(record, database, { table: questions.table(record), columns });
}

function buildSchema(
	version: number, records: readonly DatabaseRecord[], tables: readonly Table[], views: readonly View[], questions: SchemaQuestions,
): Schema {
	const tablesOf = byDatabase(records, tables);
	const viewsOf = byDatabase(records, views);
	const databases = records.map((record): readonly [string, Database] => {
		const { id, name } = record;
		const database = { id, name, record, ...questions.database(record), tables: tablesOf(id), views: viewsOf(id) };
		return [fold(name), Object.freeze(database)];
	});
	return Object.freeze({ version, databases: new Map(databases) });
}

/** What a database holds, by folded name. */
function byDatabase<T extends { readonly databaseId: number; readonly name: string }>(
	records: readonly DatabaseRecord[], all: readonly T[],
): (databaseId: number) => ReadonlyMap<string, T> {
	const found = new Map(records.map(({ id }) => [id, new Map<string, T>()]));
	for (const each of all) {
		found.get(each.databaseId)?.set(fold(each.name), each);
	}
	return (databaseId) => found.get(databaseId) ?? new Map<string, T>();
}

/** All entries of a space of keys. */
export function readAll(reader: Reader, prefix: Key): Answer<readonly Entry[]> {
	const scan = reader.scan(rangeOf(prefix));
	const found: Entry[] = [];
	const take = (): Answer<readonly Entry[]> => {
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
