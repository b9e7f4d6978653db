/**
 * Table names in a syntax tree, in text order, at any depth.
 *
 * The targets of a multiple-table DELETE are left out: they refer to names in its FROM clause.
 */
import type { TableName } from "../../sql/tree/table-name.ts";

export function eachNamedTable(node: unknown, visit: (table: TableName) => void): void {
	if (typeof node !== "object" || node === null) {
		return;
	}
	if (Array.isArray(node)) {
		for (const each of node) {
			eachNamedTable(each, visit);
		}
		return;
	}
	const { kind } = node as { readonly kind?: string };
	if (kind === "table") {
		visit(node as TableName);
		return;
	}
	const isDelete = kind === "delete";
	for (const [key, each] of Object.entries(node)) {
		if (!isDelete || key !== "targets") {
			eachNamedTable(each, visit);
		}
	}
}
