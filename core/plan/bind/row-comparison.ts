/**
 * Row comparison: `(a, b) = (c, d)` and the like become comparisons of values; AND and OR chains.
 *
 * Throws 1241 for rows of different size.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { BinaryOperator } from "../../sql/tree/expression.ts";
import { rowMembership } from "../../functions/comparison/row-membership.ts";
import { widestRow } from "../../functions/comparison/row-set.ts";
import { andBehindKnown } from "../../functions/comparison/logic.ts";
import { doubleType, isNumeric, isTextual } from "../../functions/definition/result.ts";
import { isConstantItem } from "../tree/tree-facts.ts";
import { bitsAsNumber, type BoundExpression, operandOf } from "../tree/bound-expression.ts";
import { asNumber, callNamed, callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";
import { withYears, withYearsOfFirst } from "./year-constant.ts";

const comparing = new Set<BinaryOperator>(["=", "<=>", "<>", "<", "<=", ">", ">="]);

export function isComparison(operator: BinaryOperator): boolean {
	return comparing.has(operator);
}

/** The values of a row; a single value is a row of one. */
export function itemsOf(bound: BoundExpression): readonly BoundExpression[] {
	return bound.kind === "row" ? bound.items : [bound];
}

/** Constants compared with a YEAR become years; not within rows. */
export function compareRows(
	operator: string,
	left: BoundExpression,
	right: BoundExpression,
	planning: Planning,
): BoundExpression {
	return left.kind === "row" || right.kind === "row"
		? compareWithin(operator, left, right, planning)
		: callNamed(operator, withYears([left, right], planning), planning);
}

function compareWithin(
	operator: string,
	left: BoundExpression,
	right: BoundExpression,
	planning: Planning,
): BoundExpression {
	if (left.kind !== "row" && right.kind !== "row") {
		return callNamed(operator, [left, right], planning);
	}
	const [a, b] = [itemsOf(left), itemsOf(right)];
	if (a.length !== b.length) {
		throw sqlError("operandColumns", a.length);
	}
	switch (operator) {
		case "=":
		case "<=>":
			return connect(
				"and",
				a.map((item, at) => compareWithin(operator, item, b[at]!, planning)),
				planning,
			);
		case "<>":
			return callNamed("not", [compareWithin("=", left, right, planning)], planning);
		default:
			return ordered(operator, a, b, planning);
	}
}

/** `(a, b) < (c, d)`: a < c, or a = c and b < d. If a or c is NULL, later values are not compared. */
function ordered(
	operator: string,
	a: readonly BoundExpression[],
	b: readonly BoundExpression[],
	planning: Planning,
): BoundExpression {
	const [first, second] = [a[0]!, b[0]!];
	if (a.length === 1) {
		return compareWithin(operator, first, second, planning);
	}
	const strictly = compareWithin(operator[0]!, first, second, planning);
	const equal = compareWithin("=", first, second, planning);
	const rest = ordered(operator, a.slice(1), b.slice(1), planning);
	return callNamed("or", [strictly, callOf(andBehindKnown, [equal, rest], planning)], planning);
}

/** Longer chains become balanced trees, since tree walks are recursive. */
const longestSpine = 64;

/** Connects conditions by AND or OR. */
export function connect(operator: "and" | "or", all: readonly BoundExpression[], planning: Planning): BoundExpression {
	if (all.length <= longestSpine) {
		return all.reduce((left, right) => callNamed(operator, [left, right], planning));
	}
	const middle = all.length >> 1;
	return callNamed(
		operator,
		[connect(operator, all.slice(0, middle), planning), connect(operator, all.slice(middle), planning)],
		planning,
	);
}

/** A hex or bit literal compared with numbers only is a number, and a branching call then selects among numbers. */
export function countedAmong(
	bound: BoundExpression,
	others: readonly BoundExpression[],
	planning: Planning,
): BoundExpression {
	return counted(bound, countingAmong(others), planning);
}

/** The same beside one other. */
export function countedBeside(bound: BoundExpression, other: BoundExpression, planning: Planning): BoundExpression {
	return bitsAsNumber(other) === other ? counted(bound, countingBeside(other), planning) : bound;
}

type Counting = "asIs" | "bits" | "number";

function countingAmong(others: readonly BoundExpression[]): Counting {
	const known = others.filter((other) => bitsAsNumber(other) === other).map(countingBeside);
	return known.length === 0 || known.includes("asIs") ? "asIs" : known.includes("bits") ? "bits" : "number";
}

function countingBeside({ type }: BoundExpression): Counting {
	return isTextual(type) || type.name === "null" ? "asIs" : isNumeric(type) || type.name === "bit" ? "number" : "bits";
}

function counted(bound: BoundExpression, counting: Counting, planning: Planning): BoundExpression {
	switch (counting) {
		case "asIs":
			return bound;
		case "bits":
			return bitsAsNumber(bound);
		case "number":
			return asNumber(bound, doubleType, planning);
	}
}

export function isAmong(
	value: BoundExpression,
	candidates: readonly BoundExpression[],
	planning: Planning,
): BoundExpression {
	if (value.kind !== "row" && candidates.every((candidate) => candidate.kind !== "row")) {
		const counting = countingAmong([value]);
		const compared = [
			countedAmong(value, candidates, planning),
			...candidates.map((candidate) => counted(candidate, counting, planning)),
		];
		// Constants compared with a YEAR become years only if the whole list is constant.
		return callNamed(
			"in",
			candidates.every(isConstantItem) ? withYearsOfFirst(compared, planning) : compared,
			planning,
		);
	}
	return (
		(candidates.length > longestRowList ? isAmongRows(itemsOf(value), candidates, planning) : undefined) ??
		connect(
			"or",
			candidates.map((candidate) => compareRows("=", value, candidate, planning)),
			planning,
		)
	);
}

/** Longer lists are no OR of comparisons: key ranges of so many rows cost more than they save. */
export const longestRowList = 4096;

/** Undefined where the rows are not constant, or must be compared value by value. */
function isAmongRows(
	items: readonly BoundExpression[],
	candidates: readonly BoundExpression[],
	planning: Planning,
): BoundExpression | undefined {
	const rows = candidates.map(itemsOf);
	const isPlain =
		items.length <= widestRow &&
		items.every(({ kind }) => kind !== "row") &&
		rows.every((row) => row.length === items.length && row.every(({ kind }) => kind === "constant"));
	if (!isPlain) {
		return undefined;
	}
	const operands = items.concat(rows.flat());
	const definition = rowMembership(operands.map(operandOf), items.length, planning.resolution);
	return definition && callOf(definition, operands, planning);
}

export function isBetween(
	value: BoundExpression,
	low: BoundExpression,
	high: BoundExpression,
	planning: Planning,
): BoundExpression {
	if ([value, low, high].every((each) => each.kind !== "row")) {
		const compared = [
			countedAmong(value, [low, high], planning),
			countedAmong(low, [value, high], planning),
			countedAmong(high, [value, low], planning),
		];
		return callNamed("between", withYearsOfFirst(compared, planning), planning);
	}
	return connect("and", [compareRows(">=", value, low, planning), compareRows("<=", value, high, planning)], planning);
}
