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
import { columnRow, columns } from "../information-schema/columns.ts";
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
	withComputed(columns, (table, sources) => table.columns.map((column) => columnRow(column, table, "select", sources))),
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

interface Known {
	readonly definition: Definition;
	readonly table: Table;
}

const known = new Map<string, ReadonlyMap<string, Known>>();

function knownTables(database: string): ReadonlyMap<string, Known> {
	const name = fold(database);
	let found = known.get(name);
	if (found === undefined) {
		found = new Map(
			(definitions.get(name) ?? []).map((definition) => [
				fold(definition.name),
				{ definition, table: tableOf(name, definition.name, definition.columns()) },
			]),
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
		rows: (wanted) => definition.rows(sources, wanted),
		...(forget && { forget: () => forget(sources) }),
		...(change && { change: (row, cells) => change(row, cells, sources) }),
	};
}

/** Definitions of all tables of such a database, by name. */
export function computedTables(database: string): readonly Table[] {
	const found = [...knownTables(database).values()].map(({ table }) => table);
	return found.sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
}

/** Adds the computed tables to lists of tables and columns. */
function withComputed(definition: Definition, rowsOf: (table: Table, sources: Sources) => readonly Row[]): Definition {
	return {
		...definition,
		rows: (sources, wanted) =>
			after(definition.rows(sources, wanted), (stored) => behindComputed(stored, sources, wanted, rowsOf)),
	};
}

/** Rows of the computed tables, and then those that are given. */
function* behindComputed(
	stored: ComputedRows,
	sources: Sources,
	wanted: ReadonlyMap<string, string>,
	rowsOf: (table: Table, sources: Sources) => readonly Row[],
): LateRows {
	for (const database of computedDatabases) {
		if (isWanted(database, wanted.get("table_schema")) && sources.providers.sight().seesDatabase(database)) {
			for (const table of computedTables(database)) {
				if (isWanted(table.name, wanted.get("table_name"))) {
					yield* rowsOf(table, sources);
				}
			}
		}
	}
	yield* stored;
}
