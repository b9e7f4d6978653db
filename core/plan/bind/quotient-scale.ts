/**
 * Quotients by the digits that a value has itself.
 *
 * In: a call of `/`. Out: the same, taken apart where its operands are one of several with other digits behind the
 * point: IFNULL(-15, 0.000001) / 34 has nine digits as -15 / 34 has, though its type is that of both. Where no digit
 * depends on it the call stays as it is. It refuses what only a row knows: ROUND to a column's digits, aggregates.
 *
 * | expression        | digits of its value         |
 * |-------------------|-----------------------------|
 * | IF, IFNULL, ...   | those of what was chosen    |
 * | a + b, a - b, a % b | the more of both          |
 * | a * b             | those of both               |
 * | -a, ABS(a)        | its own                     |
 * | anything else     | those of its type           |
 */
import { maximumScale, scaleOf } from "../../functions/result.ts";
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

/** An expression of more alternatives is counted by its type. */
const mostAlternatives = 32;

/**
 * The quotient in its finer form, chosen among those of the alternatives; undefined: its digits are those of the
 * types.
 */
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

/** For each of the alternatives the digits behind the point; one where they agree, none for NULL. */
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

/** Alternatives are looked at, and none is made. */
const none: Caller = (_definition, operands) => operands[0]!;

/** The alternatives of an expression of several scales. */
function forkIn(bound: BoundExpression, call: Caller): ConditionalBranch | undefined {
	const behind = callBehind(bound);
	if (behind === undefined) {
		return undefined;
	}
	const own = conditionalBranch(behind, call);
	const at = own === undefined ? behind.operands.findIndex((operand) => ownScales(operand).length > 1) : -1;
	return at < 0 ? own : conditionalBranchBehind(behind, at, forkIn(behind.operands[at]!, call)!, call);
}
