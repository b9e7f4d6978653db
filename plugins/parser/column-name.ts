/**
 * Converts column names; refuses names that MySQL does not read as such.
 */
import type { ColumnName } from "../../core/sql/tree/expression.ts";
import { isThere, nameOf, type PackageNode, refuse } from "./package-node.ts";

export function columnOf(node: PackageNode): ColumnName {
	const { db, table, column } = node;
	if (column === "*") {
		refuse("a star inside an expression");
	}
	if (typeof column === "string" && /^\d+e\d+$/i.test(column)) {
		refuse("a number with an exponent, which it takes for a column");
	}
	return {
		kind: "column",
		...(isThere(db) ? { database: nameOf(db) } : {}),
		...(isThere(table) ? { table: nameOf(table) } : {}),
		name: nameOf(column, "a column's name"),
	};
}
