/**
 * Resolves table names to stored tables, computed tables and views.
 *
 * Throws 1046, 1066, 1109, 1146.
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Planning } from "../tree/planning.ts";

interface Named {
	readonly database?: string;
	readonly name: string;
}

/** Throws 1066 for two tables of one name in a statement. */
export function assertUniqueNames(
	tables: readonly (Named & { readonly alias?: string })[],
	within: string | null,
): void {
	const seen = new Set<string>();
	for (const { database = within, name, alias = name } of tables) {
		const called = `${database}.${alias}`.toLowerCase();
		if (seen.has(called)) {
			throw sqlError("notUniqueTable", encodeText(alias));
		}
		seen.add(called);
	}
}

/** Resolves a stored table. */
export function storedTable(name: Named, planning: Planning): Table {
	const table = findStored(name, planning);
	if (table === undefined) {
		throw noSuchTable(name, planning);
	}
	return table;
}

/** Resolves a table whose rows are read: of tables of `mysql` that are both, it is the computed one. */
export function readTable(name: Named, planning: Planning): ReturnType<typeof namedTable> {
	const database = databaseOf(name, planning).toLowerCase();
	const computed =
		database === "mysql" ? planning.computedTable(database, name.name.toLowerCase(), planning) : undefined;
	return computed === undefined ? namedTable(name, planning) : { table: computed.table, computed };
}

/** Resolves a stored or computed table. */
export function namedTable(
	name: Named,
	planning: Planning,
): { readonly table: Table; readonly computed: ComputedTable | undefined } {
	const stored = findStored(name, planning);
	if (stored !== undefined) {
		return { table: stored, computed: undefined };
	}
	const computed = planning.computedTable(databaseOf(name, planning).toLowerCase(), name.name.toLowerCase(), planning);
	if (computed === undefined) {
		throw noSuchTable(name, planning);
	}
	return { table: computed.table, computed };
}

/** Returns the view of this name, if there is one. */
export function findView(name: Named, planning: Planning): View | undefined {
	return planning.schema.databases.get(databaseOf(name, planning).toLowerCase())?.views.get(name.name.toLowerCase());
}

/** Whether a table or view of this name exists. */
export function isThere(name: Named, planning: Planning): boolean {
	return (
		findStored(name, planning) !== undefined ||
		findView(name, planning) !== undefined ||
		planning.computedTable(databaseOf(name, planning).toLowerCase(), name.name.toLowerCase(), planning) !== undefined
	);
}

function findStored(name: Named, planning: Planning): Table | undefined {
	return planning.schema.databases.get(databaseOf(name, planning).toLowerCase())?.tables.get(name.name.toLowerCase());
}

/** The database that holds what is named so; 1046 where none is selected. */
export function databaseOf({ database }: Named, planning: Planning): string {
	const name = database ?? planning.database;
	if (name === null) {
		throw sqlError("noDatabaseSelected");
	}
	return name;
}

function noSuchTable(name: Named, planning: Planning): Error {
	if (databaseOf(name, planning).toLowerCase() === "information_schema") {
		return sqlError("unknownTableInClause", encodeText(name.name), "information_schema");
	}
	return sqlError("noSuchTable", encodeText(databaseOf(name, planning)), encodeText(name.name));
}
