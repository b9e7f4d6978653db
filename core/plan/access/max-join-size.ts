/**
 * max_join_size: refuses queries that would read more rows (error 1104), before they start.
 *
 * Rows read for each outer row count each time; subqueries in expressions do not count.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Integer } from "../../types/value/value.ts";
import { estimatedRows } from "../tree/estimated-rows.ts";
import type { PlanNode } from "../tree/query-plan.ts";

export function refuseTooManyRows(node: PlanNode, limit: Integer | undefined): void {
	if (limit !== undefined && rowsRead(node) > limit) {
		throw sqlError("tooBigSelect");
	}
}

function rowsRead(node: PlanNode): number {
	switch (node.kind) {
		case "one-row":
		case "no-rows":
		case "computed":
			return 0;
		case "table":
			return node.rows;
		case "derived":
			return rowsRead(node.plan.node);
		case "join":
			return rowsRead(node.left) + Math.max(estimatedRows(node.left), 1) * rowsRead(node.right);
		case "hash-lookup":
			return node.rows;
		case "union":
			return node.parts.reduce((rows, { plan }) => rows + rowsRead(plan.node), 0);
		default:
			return rowsRead(node.input);
	}
}
