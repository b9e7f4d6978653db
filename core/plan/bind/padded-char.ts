/**
 * CHAR columns under the mode PAD_CHAR_TO_FULL_LENGTH: select lists and functions read them with the spaces at their
 * end.
 *
 * In: bound expressions. Out: the same, columns of CHAR put into `toFullLength`. Comparisons need it not: spaces at
 * the end don't count there.
 */
import { toFullLength } from "../../functions/full-length.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";

export function padded(bound: BoundExpression, planning: Planning): BoundExpression {
	return planning.mode.padCharToFullLength && bound.kind === "column" && bound.type.name === "char"
		? callOf(toFullLength, [bound], planning)
		: bound;
}

/** The column behind, for who asks where a value is from. */
export function withoutPadding(bound: BoundExpression): BoundExpression {
	return bound.kind === "call" && bound.definition === toFullLength ? bound.operands[0]! : bound;
}
