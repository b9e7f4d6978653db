/**
 * Subqueries that a condition stands or falls with.
 *
 * In: a condition as written. Out: the queries in it for which NULL is as good as false. It refuses to bind anything.
 *
 * | which                     | where it stands                        | what follows                                      |
 * |---------------------------|----------------------------------------|---------------------------------------------------|
 * | `a in (select ...)`       | one of the conjuncts                   | rows that differ from `a` need not be found       |
 * | `a < any (select ...)`    | below AND, OR and NOT alone            | the least or greatest row stands for all of them  |
 */
import type { Expression, Query } from "../../sql/tree/expression.ts";
import type { Planning } from "../tree/planning.ts";

/** Of the conjuncts. */
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
			// `= ANY` and `<> ALL` are read as IN.
			return condition.operator === "=" || condition.operator === "<>" ? [] : [condition.query];
		default:
			return [];
	}
}

/** For binding a WHERE, whose conjuncts rows are looked for by. */
export function planningOfWhere(where: Expression, planning: Planning): Planning {
	return withConditions([...inQueries(where), ...quantifiedQueries(where)], planning);
}

/** For binding any other condition: HAVING, ON. */
export function planningOfCondition(condition: Expression, planning: Planning): Planning {
	return withConditions(quantifiedQueries(condition), planning);
}

function withConditions(queries: readonly Query[], planning: Planning): Planning {
	return queries.length === 0 ? planning : { ...planning, conditions: new Set(queries) };
}
