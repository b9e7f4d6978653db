/**
 * Binds comparisons: operators, rows, IN, and subqueries as operands.
 */
import type { Binary, Expression, InTest, Quantified, Query } from "../../sql/tree/expression.ts";
import { sqlType } from "../../types/value/type.ts";
import type { BoundExpression, RowOperator } from "../tree/bound-expression.ts";
import { type Binding, bind, negated } from "./binding.ts";
import { bindLongList, longestList } from "./long-list.ts";
import { compareRows, connect, countedBeside, isAmong, longestRowList } from "./row-comparison.ts";
import { isAmongSubquery, quantifiedSubquery, rowAgainstSubquery, rowOfSubquery } from "./subquery.ts";

export function bindComparison({ operator, left, right }: Binary, binding: Binding): BoundExpression {
	const { planning } = binding;
	if (left.kind === "row" && right.kind === "subquery") {
		return againstSubquery(bindRow(left.items, binding), operator, right.query, binding);
	}
	if (left.kind === "subquery" && right.kind === "row") {
		return againstSubquery(bindRow(right.items, binding), mirrored[operator] ?? operator, left.query, binding);
	}
	if (left.kind === "subquery" && right.kind === "subquery") {
		const row = rowOfSubquery(left.query, binding);
		if (row.kind === "row") {
			return againstSubquery(row, operator, right.query, binding);
		}
	}
	const a = bind(left, binding);
	const b = bind(right, binding);
	return compareRows(operator, countedBeside(a, b, planning), countedBeside(b, a, planning), planning);
}

const mirrored: Readonly<Record<string, RowOperator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function againstSubquery(row: BoundExpression, operator: string, query: Query, binding: Binding): BoundExpression {
	const test = rowAgainstSubquery(row, operator === "<>" ? "=" : (operator as RowOperator), query, binding);
	return negated(test, operator === "<>", binding.planning);
}

export function bindRow(items: readonly Expression[], binding: Binding): BoundExpression {
	const bound = items.map((item) => bind(item, binding));
	return { kind: "row", items: bound, type: sqlType("null"), nullable: true, coercibility: 6 };
}

export function bindIn({ operand, candidates }: InTest, binding: Binding): BoundExpression {
	if (operand.kind === "subquery" && !("kind" in candidates) && candidates.some(({ kind }) => kind === "row")) {
		const rows = candidates.map((candidate) =>
			rowAgainstSubquery(bind(candidate, binding), "=", operand.query, binding),
		);
		return connect("or", rows, binding.planning);
	}
	const value = bindRowOrValue(operand, binding);
	if (!("kind" in candidates)) {
		const longest = value.kind === "row" ? longestRowList : longestList;
		return (
			(candidates.length > longest ? bindLongList(value, candidates, binding) : undefined) ??
			isAmong(
				value,
				candidates.map((candidate) => bind(candidate, binding)),
				binding.planning,
			)
		);
	}
	return isAmongSubquery(value, candidates, binding);
}

function bindRowOrValue(operand: Expression, binding: Binding): BoundExpression {
	return operand.kind === "subquery" ? rowOfSubquery(operand.query, binding) : bind(operand, binding);
}

export function bindQuantified(
	{ operator, quantifier, operand, query }: Quantified,
	binding: Binding,
): BoundExpression {
	const value = bindRowOrValue(operand, binding);
	if (operator === "=" && quantifier === "any") {
		return isAmongSubquery(value, query, binding);
	}
	if (operator === "<>" && quantifier === "all") {
		return negated(isAmongSubquery(value, query, binding), true, binding.planning);
	}
	return quantifiedSubquery(value, operator, quantifier, query, binding);
}
