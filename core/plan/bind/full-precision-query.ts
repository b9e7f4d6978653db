/**
 * Full-precision queries: INSERT ... SELECT and UNION receive quotients with all their digits.
 *
 * Changes column types where a full-precision form exists. DISTINCT compares the shown digits, so it is left as it
 * is.
 */
import { isTextual } from "../../functions/definition/result.ts";
import type { SqlType } from "../../types/value/type.ts";
import { fullPrecision } from "../tree/bound-expression.ts";
import type { QueryPlan, PlanNode } from "../tree/query-plan.ts";

/** `targets`: type of each receiving column; text columns take the shown digits. */
export function fullPrecisionQuery(plan: QueryPlan, targets: readonly (SqlType | undefined)[]): QueryPlan {
	const types = new Map<number, SqlType>();
	const node = fullPrecisionNode(plan.node, (at) => targets[at] !== undefined && !isTextual(targets[at]), types);
	return types.size === 0
		? plan
		: { ...plan, node, columns: plan.columns.map((column, at) => ({ ...column, type: types.get(at) ?? column.type })) };
}

function fullPrecisionNode(node: PlanNode, wants: (at: number) => boolean, types: Map<number, SqlType>): PlanNode {
	if (node.kind === "limit") {
		return { ...node, input: fullPrecisionNode(node.input, wants, types) };
	}
	if (node.kind !== "project") {
		return node;
	}
	const expressions = node.expressions.map((expression, at) => {
		// Aggregates are fixed by now: their full-precision form can no longer be added.
		const fine = wants(at) && expression.kind !== "column" ? fullPrecision(expression) : expression;
		if (fine !== expression) {
			types.set(at, fine.type);
		}
		return fine;
	});
	return types.size === 0 ? node : { ...node, expressions };
}
