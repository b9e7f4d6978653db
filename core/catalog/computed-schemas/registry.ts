/**
 * Registry of the computed tables of information_schema, performance_schema, sys and mysql, by database and name.
 */
import { after } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { computedDatabases } from "../computed-database.ts";
import type { ComputedRows, ComputedTable, LateRows } from "../computed-table.ts";
import { fold } from "../identifier.ts";
import type { Table } from "../table.ts";
import { applicability, characterSets, collationTable, engines } from "../information-schema/charsets.ts";
import { columnRows, columns } from "../information-schema/columns.ts";
import {
	checkConstraints,
	keyColumnUsage,
	referentialConstraints,
	tableConstraints,
} from "../information-schema/constraints.ts";
import { performanceSchema } from "../performance-schema/registry.ts";
import { sysSchema } from "../performance-schema/sys.ts";
import { type Definition, tableOf } from "../information-schema/definition.ts";
import { partitions } from "../information-schema/partitions.ts";
import {
	columnPrivilegeTable,
	schemaPrivileges,
	tablePrivileges,
	userPrivileges,
} from "../information-schema/privileges.ts";
import { events } from "../information-schema/events.ts";
import { parameters, routines, triggers } from "../information-schema/programs.ts";
import { innodbCounters } from "../information-schema/innodb-counters.ts";
import { innodbDictionary } from "../information-schema/innodb-dictionary.ts";
import { innodbStatistics } from "../information-schema/innodb-statistics.ts";
import { locks, lockWaits, transactions } from "../information-schema/innodb.ts";
import { schemata } from "../information-schema/schemata.ts";
import { files, plugins, processlist, profiling, variableTables } from "../information-schema/server.ts";
import { replicationTables } from "../information-schema/replication-tables.ts";
import { isWanted, type Sources } from "../information-schema/sources.ts";
import { storedPrograms } from "../information-schema/stored-programs.ts";
import { statistics } from "../information-schema/statistics.ts";
import { defaultStopwords } from "../information-schema/default-stopwords.ts";
import { computedTableRow, tables } from "../information-schema/tables.ts";
import { views } from "../information-schema/views.ts";

export type { Sources } from "../information-schema/sources.ts";

const informationSchema: readonly Definition[] = [
	characterSets,
	checkConstraints,
	collationTable,
	applicability,
	withComputed(columns, (table, sources, read) => {
		const row = columnRows(sources, read);
		return table.columns.map((column) => row(column, table, () => "select"));
	}),
	columnPrivilegeTable,
	engines,
	events,
	files,
	keyColumnUsage,
	parameters,
	partitions,
	plugins,
	processlist,
	profiling,
	referentialConstraints,
	routines,
	schemata,
	schemaPrivileges,
	statistics,
	withComputed(tables, (table) => [computedTableRow(table)]),
	tableConstraints,
	tablePrivileges,
	triggers,
	userPrivileges,
	views,
	...variableTables,
	transactions,
	locks,
	lockWaits,
	...innodbDictionary,
	...innodbCounters,
	defaultStopwords,
];

const definitions: ReadonlyMap<string, readonly Definition[]> = new Map([
	["information_schema", informationSchema],
	["performance_schema", performanceSchema],
	["sys", sysSchema],
	["mysql", [...innodbStatistics, ...replicationTables, ...storedPrograms]],
]);

/** A definition, and its table as it was made when it was first asked for. */
class Known {
	readonly definition: Definition;
	readonly #database: string;
	#table: Table | undefined;

	constructor(database: string, definition: Definition) {
		this.#database = database;
		this.definition = definition;
	}

	get table(): Table {
		this.#table ??= tableOf(this.#database, this.definition.name, this.definition.columns());
		return this.#table;
	}
}

const known = new Map<string, ReadonlyMap<string, Known>>();

/** By folded name, in its order. */
function knownTables(database: string): ReadonlyMap<string, Known> {
	const name = fold(database);
	let found = known.get(name);
	if (found === undefined) {
		found = new Map(
			(definitions.get(name) ?? [])
				.map((definition): [string, Known] => [fold(definition.name), new Known(name, definition)])
				.sort(([a], [b]) => (a < b ? -1 : 1)),
		);
		known.set(name, found);
	}
	return found;
}

export function computedTable(database: string, name: string, sources: Sources): ComputedTable | undefined {
	const found = knownTables(database).get(fold(name));
	// A user's database may be called `sys`, too; `mysql` is always the server's.
	if (found === undefined || (sources.schema.databases.has(fold(database)) && fold(database) !== "mysql")) {
		return undefined;
	}
	const { table, definition } = found;
	const { forget, change } = definition;
	return {
		table,
		rows: (wanted, read) => definition.rows(sources, wanted, read),
		...(forget && { forget: () => forget(sources) }),
		...(change && { change: (row, cells) => change(row, cells, sources) }),
	};
}

/** Definitions of all tables of such a database, or of the one that is wanted, by name. */
export function computedTables(database: string, wanted?: string): readonly Table[] {
	const tables = knownTables(database);
	if (wanted === undefined) {
		return [...tables.values()].map(({ table }) => table);
	}
	const found = tables.get(fold(wanted));
	return found === undefined ? [] : [found.table];
}

type RowsOfTable = (table: Table, sources: Sources, read: ReadonlySet<number> | undefined) => readonly Row[];

/** Adds the computed tables to lists of tables and columns. */
function withComputed(definition: Definition, rowsOf: RowsOfTable): Definition {
	return {
		...definition,
		rows: (sources, wanted, read) =>
			after(definition.rows(sources, wanted, read), (stored) =>
				behindComputed(stored, sources, wanted, (table) => rowsOf(table, sources, read)),
			),
	};
}

/** Rows of the computed tables, and then those that are given. */
function* behindComputed(
	stored: ComputedRows,
	sources: Sources,
	wanted: ReadonlyMap<string, string>,
	rowsOf: (table: Table) => readonly Row[],
): LateRows {
	for (const database of computedDatabases) {
		if (isWanted(database, wanted.get("table_schema")) && sources.providers.sight().seesDatabase(database)) {
			for (const table of computedTables(database, wanted.get("table_name"))) {
				yield* rowsOf(table);
			}
		}
	}
	yield* stored;
}
