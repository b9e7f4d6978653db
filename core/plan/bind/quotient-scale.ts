/**
 * Scale of a quotient: by the digits of the value, not of its type.
 *
 * IFNULL(-15, 0.000001) / 34 has nine digits, as -15 / 34 has, though the operand's type covers both alternatives.
 * The division is distributed over the branches of its operands where they differ in scale. Not covered: scales that
 * depend on the row (ROUND to a column's digits), and aggregates.
 *
 * | expression        | digits of its value         |
 * |-------------------|-----------------------------|
 * | IF, IFNULL, ...   | those of the selected value |
 * | a + b, a - b, a % b | the larger of both        |
 * | a * b             | the sum of both             |
 * | -a, ABS(a)        | those of a                  |
 * | anything else     | those of its type           |
 */
import { maximumScale, scaleOf } from "../../functions/definition/result.ts";
import { quotientDigits } from "../../types/numeric/decimal.ts";
import { fullPrecision, type BoundCall, type BoundExpression } from "../tree/bound-expression.ts";
import {
	callBehind,
	conditionalBranchBehind,
	conditionalBranch,
	type Caller,
	type ConditionalBranch,
} from "./conditional-branches.ts";

const most = (a: number, b: number): number => Math.max(a, b);
const computed: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
	["+", most],
	["-", most],
	["%", most],
	["mod", most],
	["negate", most],
	["abs", most],
	["*", (a: number, b: number) => Math.min(a + b, maximumScale)],
]);

/** Above this many alternatives the type decides. */
const mostAlternatives = 32;

/** Returns the full-precision quotient, selected among those of the alternatives; undefined: the types decide. */
export function quotientByScale(
	{ definition, type }: BoundCall,
	operands: readonly BoundExpression[],
	increment: number,
	call: Caller,
): BoundExpression | undefined {
	if (definition.name !== "/" || type.name !== "decimal") {
		return undefined;
	}
	const [left, right] = operands.map(ownScales) as [readonly number[], readonly number[]];
	const digits = new Set(left.flatMap((a) => right.map((b) => quotientDigits(a, b, increment))));
	if (digits.size <= 1 || left.length * right.length > mostAlternatives) {
		return undefined;
	}
	const at = left.length > 1 ? 0 : 1;
	const fork = conditionalBranchBehind({ definition, operands }, at, forkIn(operands[at]!, call)!, call);
	return fork.choose(fork.alternatives.map(fullPrecision));
}

/** Scale of each alternative; one entry if they agree, none for NULL. */
function ownScales(bound: BoundExpression): readonly number[] {
	if (bound.type.name === "null") {
		return [];
	}
	const ofType = [Math.max(0, scaleOf(fullPrecision(bound).type))];
	const behind = bound.type.name === "decimal" ? callBehind(bound) : undefined;
	if (behind === undefined) {
		return ofType;
	}
	const chosen = conditionalBranch(behind, none)?.alternatives.flatMap(ownScales);
	const by = computed.get(behind.definition.name);
	const scales =
		chosen ??
		(by === undefined
			? ofType
			: behind.operands.map(ownScales).reduce((a, b) => a.flatMap((one) => b.map((other) => by(one, other)))));
	return scales.length > mostAlternatives ? ofType : new Set(scales).size === 1 ? scales.slice(0, 1) : scales;
}

/** Makes no calls: alternatives are only inspected. */
const none: Caller = (_definition, operands) => operands[0]!;

/** Branches of an expression whose alternatives differ in scale. */
function forkIn(bound: BoundExpression, call: Caller): ConditionalBranch | undefined {
	const behind = callBehind(bound);
	if (behind === undefined) {
		return undefined;
	}
	const own = conditionalBranch(behind, call);
	const at = own === undefined ? behind.operands.findIndex((operand) => ownScales(operand).length > 1) : -1;
	return at < 0 ? own : conditionalBranchBehind(behind, at, forkIn(behind.operands[at]!, call)!, call);
}
