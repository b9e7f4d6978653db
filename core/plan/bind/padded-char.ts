/**
 * PAD_CHAR_TO_FULL_LENGTH: select lists and functions read CHAR columns with their trailing spaces.
 *
 * Comparisons need no padding, since they ignore trailing spaces.
 */
import { toFullLength } from "../../functions/operand/full-length.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";

export function padded(bound: BoundExpression, planning: Planning): BoundExpression {
	return planning.mode.padCharToFullLength && bound.kind === "column" && bound.type.name === "char"
		? callOf(toFullLength, [bound], planning)
		: bound;
}

/** The column below the padding. */
export function withoutPadding(bound: BoundExpression): BoundExpression {
	return bound.kind === "call" && bound.definition === toFullLength ? bound.operands[0]! : bound;
}
