/**
 * The columns that a statement assigns to.
 *
 * In: names as written, and the table. Out: its columns; errors 1054 and 1110. It refuses to know what is assigned.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import type { ColumnName } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value.ts";

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
