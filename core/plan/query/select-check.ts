/**
 * Small judgements on clauses of a SELECT.
 *
 * In: expressions, bound or as written. Out: an error, or an answer. It refuses to build anything.
 */
import { sqlError } from "../../errors.ts";
import { encodeText } from "../../types/value.ts";
import type { BoundColumn, BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { sameExpression, partsOf } from "../tree/bound-tree.ts";

/** A constant that is no truth: WHERE 0, WHERE NULL. */
export function isNeverTrue(bound: BoundExpression): boolean {
	return bound.kind === "constant" && (bound.value === null || bound.value === 0);
}

/** ONLY_FULL_GROUP_BY: what DISTINCT rows are ordered by is among what is shown. Error 3065. */
export function assertDistinctOrder(
	order: readonly SortKey[],
	shown: readonly BoundExpression[],
	firstAggregateSlot: number,
): void {
	for (const [at, { expression }] of order.entries()) {
		const column = hidden(expression, shown, firstAggregateSlot);
		if (column !== undefined) {
			const { source, name } = column.origin!;
			const full = [source.database, source.alias, name].filter((part) => part !== "").join(".");
			throw sqlError("distinctOrderBy", at + 1, encodeText(full));
		}
	}
}

function hidden(
	bound: BoundExpression,
	shown: readonly BoundExpression[],
	firstAggregateSlot: number,
): BoundColumn | undefined {
	if (shown.some((expression) => sameExpression(expression, bound))) {
		return undefined;
	}
	if (bound.kind === "column") {
		return bound.origin !== undefined && bound.slot < firstAggregateSlot ? bound : undefined;
	}
	for (const part of partsOf(bound)) {
		const column = hidden(part, shown, firstAggregateSlot);
		if (column !== undefined) {
			return column;
		}
	}
	return undefined;
}
