/**
 * Residual predicate: whether the ranges of an index access imply the table's whole condition.
 *
 * If so, rows in the ranges need no check, and the columns of the condition need not be read, provided that the
 * bounds could be converted exactly (`exact` in `exec/operators/key-range.ts`). Operands are compared by identity:
 * the planner puts the operands of the conditions themselves into the ranges.
 *
 * Only columns whose keys hold their exact values: no text, no prefixes, no TIMESTAMP (its local clock goes back once
 * a year).
 */
import type { IndexPart } from "../../catalog/table.ts";
import { keyKindOf } from "../../store/encoding/key-part.ts";
import type { BoundCall, BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, disjunctsOf } from "../tree/bound-tree.ts";
import type { Access, KeySpan, SpanEnd, TableNode } from "../tree/query-plan.ts";

type IndexAccess = Access & { readonly kind: "index" };

export function isImpliedByAccess({
	source,
	access,
	condition,
}: Pick<TableNode, "source" | "access" | "condition">): boolean {
	if (condition === undefined) {
		return true;
	}
	if (access.kind === "scan") {
		return false;
	}
	const { firstSlot } = source;
	const conjuncts = conjunctsOf(condition);
	const { ranges } = access;
	if (ranges.length === 1) {
		return conjuncts.every((conjunct) => isSaid(conjunct, ranges[0]!, access, firstSlot));
	}
	return conjuncts.length === 1 && isUnion(conjuncts[0]!, access, firstSlot);
}

/** `a in (1, 2)`, or an OR with one range for each side. */
function isUnion(condition: BoundExpression, access: IndexAccess, firstSlot: number): boolean {
	const { ranges } = access;
	if (condition.kind !== "call") {
		return false;
	}
	if (condition.definition.name === "in") {
		const [column, ...values] = condition.operands;
		return (
			values.length === ranges.length &&
			ranges.every(
				({ equal }, at) =>
					equal.length === 1 && equal[0]!.value === values[at] && isPart(column!, access, 0, firstSlot),
			)
		);
	}
	const sides = disjunctsOf(condition);
	return (
		sides.length === ranges.length &&
		sides.every((side, at) => conjunctsOf(side).every((conjunct) => isSaid(conjunct, ranges[at]!, access, firstSlot)))
	);
}

function isSaid(conjunct: BoundExpression, span: KeySpan, access: IndexAccess, firstSlot: number): boolean {
	if (conjunct.kind !== "call") {
		return false;
	}
	const bounded = span.equal.length;
	if (conjunct.definition.name === "between") {
		const [column, low, high] = conjunct.operands;
		return isPart(column!, access, bounded, firstSlot) && isEnd(span.low, low!, true) && isEnd(span.high, high!, true);
	}
	return isCompared(conjunct, span, (column, part) => isPart(column, access, part, firstSlot));
}

function isCompared(
	{ definition, operands }: BoundCall,
	span: KeySpan,
	isPartAt: (column: BoundExpression, part: number) => boolean,
): boolean {
	const [left, right] = operands as [BoundExpression, BoundExpression];
	const bounded = span.equal.length;
	switch (definition.name) {
		case "=":
			return span.equal.some(
				({ value, nullSafe }, part) =>
					!nullSafe && ((value === right && isPartAt(left, part)) || (value === left && isPartAt(right, part))),
			);
		case "<":
		case "<=": {
			const inclusive = definition.name === "<=";
			return (
				(isPartAt(left, bounded) && isEnd(span.high, right, inclusive)) ||
				(isPartAt(right, bounded) && isEnd(span.low, left, inclusive))
			);
		}
		case ">":
		case ">=": {
			const inclusive = definition.name === ">=";
			return (
				(isPartAt(left, bounded) && isEnd(span.low, right, inclusive)) ||
				(isPartAt(right, bounded) && isEnd(span.high, left, inclusive))
			);
		}
		default:
			return false;
	}
}

function isEnd(end: SpanEnd | undefined, value: BoundExpression, inclusive: boolean): boolean {
	return end !== undefined && end.value === value && end.inclusive === inclusive;
}

function isPart(bound: BoundExpression, { index }: IndexAccess, at: number, firstSlot: number): boolean {
	const part = index.parts[at];
	return (
		part !== undefined && bound.kind === "column" && bound.slot === firstSlot + part.column.offset && keepsOrder(part)
	);
}

function keepsOrder({ column, length }: IndexPart): boolean {
	return length === undefined && keyKindOf(column.type) !== "bytes" && column.type.name !== "timestamp";
}
