/**
 * About how many rows a plan hands over.
 *
 * In: a plan node, whose tables tell how many rows they find. Out: a number. It refuses to be asked where counts are
 * not known: then it says what is usual.
 */
import type { PlanNode } from "./query-plan.ts";

/** Of a derived table nobody knows anything of. */
const usualRows = 100;
/** Groups of so many rows each. */
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
