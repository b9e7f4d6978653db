/**
 * IS NULL on NOT NULL columns: rewritten for ODBC programs, as in MySQL.
 *
 * Applies to conjuncts and disjuncts of WHERE, not below NOT or within other expressions. Source: MySQL 5.7, 12.3.2,
 * IS NULL.
 *
 * | condition                                       | means                        | when                  |
 * |-------------------------------------------------|------------------------------|-----------------------|
 * | a NOT NULL date or datetime column IS NULL      | it is the zero date          | always                |
 * | the same where an outer join may make it NULL   | it is the zero date, or NULL | always                |
 * | a NOT NULL AUTO_INCREMENT column IS NULL        | it is the id last generated, for the first statement that asks | sql_auto_is_null = 1 |
 */
import { newId } from "../../functions/system/information.ts";
import { boundConstant, type BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf } from "../tree/bound-tree.ts";
import { callNamed, callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";
import { connect } from "./row-comparison.ts";

export function rewriteIsNull(where: BoundExpression | undefined, planning: Planning): BoundExpression | undefined {
	const conjuncts = conjunctsOf(where);
	const read = conjuncts.map((conjunct) => implied(conjunct, planning));
	return read.some((conjunct, at) => conjunct !== conjuncts[at]) ? connect("and", read, planning) : where;
}

function implied(condition: BoundExpression, planning: Planning): BoundExpression {
	if (condition.kind !== "call") {
		return condition;
	}
	const {
		definition: { name },
		operands,
	} = condition;
	if (name === "or") {
		const read = operands.map((operand) => rewriteIsNull(operand, planning)!);
		return read.some((operand, at) => operand !== operands[at]) ? callNamed("or", read, planning) : condition;
	}
	return name === "is null" || name === "isnull" ? impliedOf(condition, operands[0]!, planning) : condition;
}

function impliedOf(condition: BoundExpression, tested: BoundExpression, planning: Planning): BoundExpression {
	const column = tested.kind === "column" ? tested.origin?.column : undefined;
	if (column === undefined || column.nullable) {
		return condition;
	}
	if (column.type.name === "date" || column.type.name === "datetime") {
		const isZero = callNamed("=", [tested, boundConstant(0, column.type)], planning);
		return tested.nullable ? callNamed("or", [isZero, condition], planning) : isZero;
	}
	const isLast = column.autoIncrement && planning.autoIsNull === true && !tested.nullable;
	return isLast ? callNamed("=", [tested, callOf(newId, [], planning)], planning) : condition;
}
