/**
 * The tables that a statement names, in the order in which they are written.
 *
 * In: a syntax tree. Out: its tables' names, one by one, wherever they stand. Those behind DELETE that rows vanish
 * from are left out: they name what stands in FROM.
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
