/**
 * Cardinality estimate: about how many rows a plan node returns.
 *
 * Where counts are unknown it falls back to fixed guesses.
 */
import type { PlanNode } from "./query-plan.ts";

/** Guess for a derived table. */
const usualRows = 100;
/** Guess for the rows of one group. */
const rowsOfGroup = 10;

export function estimatedRows(node: PlanNode): number {
	switch (node.kind) {
		case "one-row":
			return 1;
		case "no-rows":
			return 0;
		case "table":
			return node.rows * node.filtered;
		case "computed":
			return usualRows;
		case "derived":
			return estimatedRows(node.plan.node);
		case "join":
			return estimatedRows(node.left) * Math.max(estimatedRows(node.right), node.outer ? 1 : 0);
		case "hash-lookup":
			return node.rows;
		case "group":
			return node.keys.length === 0 ? 1 : Math.max(estimatedRows(node.input) / rowsOfGroup, 1);
		case "distinct":
			return Math.max(estimatedRows(node.input) / 2, 1);
		case "limit": {
			const { count } = node;
			return count.kind === "constant"
				? Math.min(Number(count.value), estimatedRows(node.input))
				: estimatedRows(node.input);
		}
		case "union":
			return node.parts.reduce((rows, { plan }) => rows + estimatedRows(plan.node), 0);
		default:
			return estimatedRows(node.input);
	}
}
