/**
 * Expressions that a plan node evaluates itself.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { PlanNode } from "../tree/query-plan.ts";

export function expressionsOf(node: PlanNode): readonly BoundExpression[] {
	const condition = "condition" in node && node.condition !== undefined ? [node.condition] : [];
	switch (node.kind) {
		case "hash-lookup":
			return [...node.keys, ...node.probes, ...condition];
		case "group":
			return [...node.keys, ...node.aggregates.flatMap((aggregate) => aggregate.operands)];
		case "compute":
		case "project":
			return node.expressions;
		case "sort":
			return node.keys.map((key) => key.expression);
		default:
			return condition;
	}
}
