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
import { inTurns, turnsWithin } from "../tree/planning-turns.ts";

/** Planning for a WHERE clause. */
export function planningOfWhere(where: Expression, planning: Planning): Planning {
	return withConditions(where, true, planning);
}

/** Planning for other conditions: HAVING, ON. */
export function planningOfCondition(condition: Expression, planning: Planning): Planning {
	return withConditions(condition, false, planning);
}

function withConditions(condition: Expression, finds: boolean, planning: Planning): Planning {
	const own = turnsWithin(planning, condition);
	const conditions = inTurns(own, condition, () => nullRejecting(condition, finds));
	return conditions.size === 0 ? planning : { ...planning, conditions };
}

/** Queries of IN are found among the conjuncts, if `finds`. */
function nullRejecting(condition: Expression, finds: boolean): ReadonlySet<Query> {
	const queries = new Set<Query>();
	const left = [{ node: condition, isConjunct: finds }];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const { node, isConjunct } = next;
		switch (node.kind) {
			case "binary":
				if (node.operator === "and" || node.operator === "or") {
					const isInside = isConjunct && node.operator === "and";
					left.push({ node: node.left, isConjunct: isInside }, { node: node.right, isConjunct: isInside });
				}
				break;
			case "unary":
				if (node.operator === "not" || node.operator === "!") {
					left.push({ node: node.operand, isConjunct: false });
				}
				break;
			case "quantified":
				// `= ANY` and `<> ALL` are handled as IN.
				if (node.operator !== "=" && node.operator !== "<>") {
					queries.add(node.query);
				}
				break;
			case "in":
				if (isConjunct && !node.negated && "kind" in node.candidates) {
					queries.add(node.candidates);
				}
				break;
			default:
		}
	}
	return queries;
}
