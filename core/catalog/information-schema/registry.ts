/**
 * Which tables of information_schema and performance_schema there are.
 *
 * In: a database's and a table's name, and where rows come from. Out: the computed table, if there is one.
 */
import type { ComputedTable } from "../computed-table.ts";
import type { CharsetPair } from "../record.ts";
import type { Schema, Table } from "../table.ts";
import type { Providers } from "./providers.ts";

/** What the tables are made of. */
export interface Sources {
	readonly schema: Schema;
	/** The server's default charset. */
	readonly server: CharsetPair;
	readonly providers: Providers;
}

export function computedTable(_database: string, _name: string, _sources: Sources): ComputedTable | undefined {
	return undefined;
}

/** The names of the databases made of computed tables, in lower case: they are no entries of the schema. */
export const computedDatabases: readonly string[] = ["information_schema", "performance_schema"];

/** The definitions of all tables of such a database, in the order of their names. */
export function computedTables(_database: string): readonly Table[] {
	return [];
}
