/**
 * ONLY_FULL_GROUP_BY: refuses columns that groups or DISTINCT rows do not determine (errors 1055, 1140, 3065).
 *
 * Which columns the keys determine is computed by `functional-dependency.ts`.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { BoundColumn, BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { partsOf, sameExpression } from "../tree/bound-tree.ts";
import type { GroupKey } from "../bind/group-by.ts";

/** Throws 1055 or 1140 for a column that is neither a key nor functionally dependent on the keys. */
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

/** ANY_VALUE(a) accepts any row of the group. */
function isAnyValue(bound: BoundExpression): boolean {
	return bound.kind === "call" && bound.definition.name === "any_value";
}

/** Finds a column that the keys do not determine. */
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

/** SELECT DISTINCT: ORDER BY may only read selected expressions. Throws 3065. */
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
