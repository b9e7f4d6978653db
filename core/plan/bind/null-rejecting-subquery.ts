/**
 * Null-rejecting conditions: finds subqueries whose NULL result may be treated as FALSE.
 *
 * | which                     | where                                  | consequence                                       |
 * |---------------------------|----------------------------------------|---------------------------------------------------|
 * | `a in (select ...)`       | one of the conjuncts                   | only rows equal to `a` need be found (semi-join)  |
 * | `a < any (select ...)`    | below AND, OR and NOT only             | comparing with the minimum or maximum is enough   |
 */
import type { Expression, Query } from "../../sql/tree/expression.ts";
import type { Planning } from "../tree/planning.ts";

/** Among the conjuncts. */
function inQueries(condition: Expression): readonly Query[] {
	if (condition.kind === "binary" && condition.operator === "and") {
		return [...inQueries(condition.left), ...inQueries(condition.right)];
	}
	return condition.kind === "in" && !condition.negated && "kind" in condition.candidates ? [condition.candidates] : [];
}

function quantifiedQueries(condition: Expression): readonly Query[] {
	switch (condition.kind) {
		case "binary":
			return condition.operator === "and" || condition.operator === "or"
				? [...quantifiedQueries(condition.left), ...quantifiedQueries(condition.right)]
				: [];
		case "unary":
			return condition.operator === "not" || condition.operator === "!" ? quantifiedQueries(condition.operand) : [];
		case "quantified":
			// `= ANY` and `<> ALL` are handled as IN.
			return condition.operator === "=" || condition.operator === "<>" ? [] : [condition.query];
		default:
			return [];
	}
}

/** Planning for a WHERE clause. */
export function planningOfWhere(where: Expression, planning: Planning): Planning {
	return withConditions([...inQueries(where), ...quantifiedQueries(where)], planning);
}

/** Planning for other conditions: HAVING, ON. */
export function planningOfCondition(condition: Expression, planning: Planning): Planning {
	return withConditions(quantifiedQueries(condition), planning);
}

function withConditions(queries: readonly Query[], planning: Planning): Planning {
	return queries.length === 0 ? planning : { ...planning, conditions: new Set(queries) };
}
