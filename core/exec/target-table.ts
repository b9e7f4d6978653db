/**
 * The table that a statement writes to.
 *
 * In: a name as written. Out: the stored table, and its columns by name; errors 1046, 1049, 1146, 1054, 1110. It refuses to
 * know which tables a query reads (`plan/from.ts`).
 */
import type { Column, Table } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { ColumnName } from "../sql/tree/expression.ts";
import type { TableName } from "../sql/tree/query.ts";
import { encodeText } from "../types/value.ts";

export function targetTable(name: Pick<TableName, "database" | "name">, planning: Planning): Table {
	const databaseName = name.database ?? planning.database;
	if (databaseName === null) {
		throw sqlError("noDatabaseSelected");
	}
	const database = planning.schema.databases.get(databaseName.toLowerCase());
	if (database === undefined) {
		if (planning.computedTable(databaseName, name.name) !== undefined) {
			const [user = "", host = ""] = planning.session.currentUser.split("@");
			throw sqlError("databaseAccessDenied", encodeText(user), encodeText(host), encodeText(databaseName));
		}
		throw sqlError(name.database === undefined ? "noSuchTable" : "unknownDatabase", encodeText(databaseName), encodeText(name.name));
	}
	const table = database.tables.get(name.name.toLowerCase());
	if (table === undefined) {
		throw sqlError("noSuchTable", encodeText(database.name), encodeText(name.name));
	}
	return table;
}

/** A column of the table that a statement assigns to. `alias` is what the statement calls the table. */
export function targetColumn(table: Table, name: ColumnName, alias = table.name): Column {
	const isOfTable =
		(name.table === undefined || name.table.toLowerCase() === alias.toLowerCase()) &&
		(name.database === undefined || name.database.toLowerCase() === table.database.toLowerCase());
	const column = isOfTable ? table.columnsByName.get(name.name.toLowerCase()) : undefined;
	if (column === undefined) {
		const written = [name.database, name.table, name.name].filter((part) => part !== undefined).join(".");
		throw sqlError("unknownColumn", encodeText(written), "field list");
	}
	return column;
}

/** The columns of a list, none of them twice. */
export function targetColumns(table: Table, names: readonly ColumnName[]): readonly Column[] {
	const columns: Column[] = [];
	for (const name of names) {
		const column = targetColumn(table, name);
		if (columns.includes(column)) {
			throw sqlError("fieldSpecifiedTwice", encodeText(column.name));
		}
		columns.push(column);
	}
	return columns;
}
