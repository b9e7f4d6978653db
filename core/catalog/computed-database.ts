/**
 * Which databases hold tables that are computed: those of information_schema, performance_schema and sys, and some of
 * mysql.
 *
 * In: names, in lower case. Out: whether such a table may be there. It refuses to know the tables:
 * `information-schema/registry.ts` does.
 */
import type { Schema } from "./table.ts";

/** Databases made of computed tables, in lower case: they are no entries of the schema. */
export const computedDatabases: readonly string[] = ["information_schema", "performance_schema"];

/** Those, and one that may be used and is not listed. */
export const usableDatabases: readonly string[] = [...computedDatabases, "sys"];

/** No table of a user's database is computed, and none of those that `mysql` stores. */
export function mayBeComputed(database: string, table: string, schema: Schema): boolean {
	return (
		usableDatabases.includes(database) ||
		(database === "mysql" && schema.databases.get(database)?.tables.has(table) !== true)
	);
}
