/**
 * A query whose quotients keep all their digits, for who takes its rows on into columns of their own: INSERT ...
 * SELECT, UNION.
 *
 * In: a planned query. Out: the same with other types where a column has a finer form. What DISTINCT has compared is
 * as it shows. It refuses to know where the rows go.
 */
import { isTextual } from "../../functions/result.ts";
import type { SqlType } from "../../types/type.ts";
import { fullPrecision } from "../tree/bound-expression.ts";
import type { QueryPlan, PlanNode } from "../tree/query-plan.ts";

/** `targets`: what each column is to become; text takes the digits that show. */
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
		// By now nothing more can be asked of the operator that groups.
		const fine = wants(at) && expression.kind !== "column" ? fullPrecision(expression) : expression;
		if (fine !== expression) {
			types.set(at, fine.type);
		}
		return fine;
	});
	return types.size === 0 ? node : { ...node, expressions };
}
