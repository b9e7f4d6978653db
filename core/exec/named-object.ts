/**
 * Name resolution for data definition: databases and tables; 1046, 1049, 1146, and 1044 for computed databases.
 */
import { fold } from "../catalog/identifier.ts";
import { computedDatabases } from "../catalog/computed-database.ts";
import type { Database, Table } from "../catalog/table.ts";
import { sqlError } from "../errors/catalogue.ts";
import type { Planning } from "../plan/tree/planning.ts";
import { findView } from "../plan/bind/table-name.ts";
import { Diagnostics } from "../rules/diagnostics.ts";
import { type ByteString, encodeText } from "../types/value/value.ts";
import { currentAccount } from "./current-account.ts";
import type { Execution } from "./execution.ts";
import type { TableName } from "../sql/tree/table-name.ts";

type Name = Pick<TableName, "database" | "name">;

/** Returns the name of a table name's database. Throws 1046, 1044. */
export function databaseNameOf(name: Name, planning: Planning): string {
	const database = name.database ?? planning.database;
	if (database === null) {
		throw sqlError("noDatabaseSelected");
	}
	refuseComputedDatabase(database, planning);
	return database;
}

/** Throws 1049 too. */
export function databaseOf(name: Name, planning: Planning): Database {
	const written = databaseNameOf(name, planning);
	const database = planning.schema.databases.get(fold(written));
	if (database === undefined) {
		throw sqlError("unknownDatabase", encodeText(written));
	}
	return database;
}

export function findTable(name: Name, planning: Planning): Table | undefined {
	const database = planning.schema.databases.get(fold(databaseNameOf(name, planning)));
	return database?.tables.get(fold(name.name));
}

/** Throws 1146 for an unknown table, 1347 for a view. */
export function existingTable(name: Name, planning: Planning): Table {
	const table = findTable(name, planning);
	if (table === undefined) {
		const view = findView(name, planning);
		if (view !== undefined) {
			throw sqlError("wrongObject", encodeText(view.database), encodeText(view.name), "BASE TABLE");
		}
		throw sqlError("noSuchTable", encodeText(databaseNameOf(name, planning)), encodeText(name.name));
	}
	return table;
}

/** Returns `database.table`, as some messages name a table. */
export function qualifiedName(name: Name, planning: Planning): string {
	return encodeText(`${databaseNameOf(name, planning)}.${name.name}`);
}

/** Returns a table's name for the error that it exists already. */
export function existingName(database: string, table: string, execution: Execution): ByteString {
	return encodeText(execution.book.ask(Diagnostics).existingTable(database, table));
}

/** Throws 1044: information_schema cannot be changed. */
export function refuseComputedDatabase(name: string, planning: Planning): void {
	if (computedDatabases.includes(fold(name))) {
		const [user, host] = currentAccount(planning.session);
		throw sqlError("databaseAccessDenied", encodeText(user), encodeText(host), encodeText(name));
	}
}
