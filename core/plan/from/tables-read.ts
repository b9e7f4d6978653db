/**
 * Tables that a query reads: those of its FROM clause, of derived tables within, and of subqueries.
 */
import type { Table } from "../../catalog/table.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { subqueryTables } from "../tree/bound-tree.ts";
import type { FromItem } from "../tree/query-plan.ts";

/** Each once. `expressions`: at least those with subqueries. */
export function tablesRead(from: FromItem | undefined, expressions: readonly BoundExpression[]): readonly Table[] {
	const nested = expressions.flatMap(subqueryTables);
	return nested.length === 0 && from?.kind === "table" ? [from.table] : [...new Set([...tablesIn(from), ...nested])];
}

function tablesIn(item: FromItem | undefined): readonly Table[] {
	switch (item?.kind) {
		case "table":
			return [item.table];
		case "derived":
			return item.plan.tables;
		case "join":
			return [...tablesIn(item.left), ...tablesIn(item.right)];
		default:
			return [];
	}
}
