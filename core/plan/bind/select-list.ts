/**
 * The select list of a planned query.
 *
 * In: a plan. Out: what its columns are computed from, where the plan still shows it: a UNION and DISTINCT hide it.
 */
import { sourceOf } from "../../functions/definition.ts";
import { operandOf, type BoundExpression } from "../tree/bound-expression.ts";
import type { QueryPlan, PlanNode } from "../tree/query-plan.ts";

export function selectList(node: PlanNode): readonly BoundExpression[] | undefined {
	return node.kind === "project"
		? node.expressions
		: node.kind === "limit" || node.kind === "sort"
			? selectList(node.input)
			: undefined;
}

/** What each column of JSON is of: a function, else the column. */
export function sourcesOf({ columns, node }: QueryPlan): readonly string[] {
	const items = selectList(node);
	return columns.map(
		({ originalName, name }, at) =>
			(items?.[at] === undefined ? "" : sourceOf(operandOf(items[at]))) || originalName || name,
	);
}
