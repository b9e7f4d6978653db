/**
 * TODO header.
 */
import { sqlError } from "../../errors.ts";
import { encodeText } from "../../types/value.ts";
import type { BoundColumn, BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { partsOf, sameExpression } from "../tree/bound-tree.ts";
import type { GroupKey } from "../bind/group-by.ts";

/** ONLY_FULL_GROUP_BY: every column behind the groups is a key, or follows from the keys. */
export function assertGrouped(
	expressions: readonly BoundExpression[],
	list: string,
	keys: readonly GroupKey[],
	hasGroupBy: boolean,
	determined: ReadonlySet<number>,
	firstAggregateSlot: number,
): void {
	for (const [at, expression] of expressions.entries()) {
		const column = freeColumn(expression, keys, determined, firstAggregateSlot);
		if (column !== undefined) {
			const { source, name } = column.origin!;
			const full = encodeText([source.database, source.alias, name].filter((part) => part !== "").join("."));
			throw hasGroupBy
				? sqlError("wrongFieldWithGroup", at + 1, list, full)
				: sqlError("mixOfGroupAndFields", at + 1, list, full);
		}
	}
}

/** ANY_VALUE(a) says that any row of the group will do. */
function isAnyValue(bound: BoundExpression): boolean {
	return bound.kind === "call" && bound.definition.name === "any_value";
}

/** A column that is no part of a key and does not follow from the keys. */
function freeColumn(
	bound: BoundExpression,
	keys: readonly GroupKey[],
	determined: ReadonlySet<number>,
	firstAggregateSlot: number,
): BoundColumn | undefined {
	if (keys.some(({ expression }) => sameExpression(expression, bound)) || isAnyValue(bound)) {
		return undefined;
	}
	if (bound.kind === "column") {
		const isFree = bound.origin !== undefined && bound.slot < firstAggregateSlot && !determined.has(bound.slot);
		return isFree ? bound : undefined;
	}
	for (const part of partsOf(bound)) {
		const column = freeColumn(part, keys, determined, firstAggregateSlot);
		if (column !== undefined) {
			return column;
		}
	}
	return undefined;
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
