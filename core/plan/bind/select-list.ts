/**
 * Select list of a planned query: the expressions its columns are computed from.
 *
 * undefined for UNION and DISTINCT, which hide them.
 */
import { sourceOf } from "../../functions/definition/definition.ts";
import { operandOf, type BoundExpression } from "../tree/bound-expression.ts";
import type { QueryPlan, PlanNode } from "../tree/query-plan.ts";

export function selectList(node: PlanNode): readonly BoundExpression[] | undefined {
	return node.kind === "project"
		? node.expressions
		: node.kind === "limit" || node.kind === "sort"
			? selectList(node.input)
			: undefined;
}

/** Source of each column: a function's name, else the column's. */
export function sourcesOf({ columns, node }: QueryPlan): readonly string[] {
	const items = selectList(node);
	return columns.map(
		({ originalName, name }, at) =>
			(items?.[at] === undefined ? "" : sourceOf(operandOf(items[at]))) || originalName || name,
	);
}
