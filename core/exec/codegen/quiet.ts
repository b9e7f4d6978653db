/**
 * Tests for expressions that can neither fail nor warn, which may be evaluated early or twice.
 *
 * Columns, known values, and sums and products of integers that always fit.
 */
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { isSteady } from "./known-value.ts";
import { addBounds, boundsOfType, multiplyBounds, subtractBounds, type Bounds } from "./term.ts";

export function isQuiet(bound: BoundExpression): boolean {
	return (
		isSteady(bound) || (bound.kind === "column" && bound.type.name !== "timestamp") || boundsOf(bound) !== undefined
	);
}

/** If the left side is NULL the right one is not evaluated: true if evaluating it makes no difference. */
export function mayBeTogether(left: BoundExpression, right: BoundExpression): boolean {
	return !left.nullable || isQuiet(right);
}

function boundsOf(bound: BoundExpression): Bounds | undefined {
	if (bound.kind === "constant" && typeof bound.value === "number") {
		return { least: bound.value, greatest: bound.value };
	}
	if (bound.kind === "column") {
		return boundsOfType(bound.type);
	}
	if (
		bound.kind !== "call" ||
		bound.operands.length !== 2 ||
		bound.resolution.type.name !== "bigint" ||
		bound.resolution.type.unsigned
	) {
		return undefined;
	}
	const [left, right] = bound.operands.map(boundsOf);
	switch (bound.definition.name) {
		case "+":
			return addBounds(left, right);
		case "-":
			return subtractBounds(left, right);
		case "*":
			return multiplyBounds(left, right);
		default:
			return undefined;
	}
}
