/**
 * Databases with computed tables: information_schema, performance_schema, sys, and in part mysql.
 *
 * `catalog/computed-schemas/registry.ts` lists the tables.
 */
import type { Schema } from "./table.ts";

/** Databases made of computed tables, in lower case: they are no entries of the schema. */
export const computedDatabases: readonly string[] = ["information_schema", "performance_schema"];

/** The same and one that can be used but is not listed. */
export const usableDatabases: readonly string[] = [...computedDatabases, "sys"];

/** Tables of `mysql` that are stored empty, so that they can be shown and dumped, and read from the catalog. */
const readFromCatalog: readonly string[] = ["proc", "event"];

/** Whether rows that are stored in the table are never read. */
export function isReadFromCatalog({ database, name }: { readonly database: string; readonly name: string }): boolean {
	return database === "mysql" && readFromCatalog.includes(name);
}

/** False for users' databases, for the tables that `mysql` stores, and for those read from the catalog once dropped. */
export function mayBeComputed(database: string, table: string, schema: Schema): boolean {
	return (
		usableDatabases.includes(database) ||
		(database === "mysql" &&
			readFromCatalog.includes(table) === (schema.databases.get(database)?.tables.has(table) === true))
	);
}
