/**
 * Resolves the columns that a statement assigns to: errors 1054 and 1110.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { ColumnName } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";

/** Returns a column of the table. `alias`: the table's name in the statement. */
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

/** Returns the columns of a list, without duplicates. */
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
