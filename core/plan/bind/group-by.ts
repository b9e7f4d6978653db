/**
 * GROUP BY: binds the keys, and rewrites expressions above the groups to read keys from slots.
 *
 * Throws 1056.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { OrderItem } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { bindExpression } from "./bind-expression.ts";
import { boundColumn, type BoundColumn, type BoundExpression } from "../tree/bound-expression.ts";
import { mapBound, sameExpression, someBound } from "../tree/bound-tree.ts";
import { ExpressionIndex } from "../tree/expression-index.ts";
import { ColumnFirstScope, itemNamed, type BoundItem } from "./select-list-scope.ts";
import { itemAt } from "./order-by.ts";
import type { Planning, Scope } from "../tree/planning.ts";

export interface GroupKey {
	readonly expression: BoundExpression;
	readonly descending: boolean;
	/** Slot of the key's value above the groups. */
	readonly slot: number;
	/** Position of the equal item in the select list, if any. */
	readonly item: number | undefined;
}

export function bindGroup(
	order: readonly OrderItem[],
	items: readonly BoundItem[],
	scope: Scope,
	planning: Planning,
	firstAggregateSlot: number,
): GroupKey[] {
	const within = new ColumnFirstScope(scope, items);
	const index = new ExpressionIndex(items.map(({ bound }) => bound));
	return order.map(({ expression, descending }, at) => {
		const item = itemAt(expression, items, "group statement") ?? itemMeant(expression, items, scope);
		const bound = item?.bound ?? bindExpression(expression, within, planning, "group statement");
		if (someBound(bound, (node) => node.kind === "column" && node.slot >= firstAggregateSlot)) {
			throw sqlError("wrongGroupField", encodeText(item?.name ?? nameOf(expression)));
		}
		return {
			expression: bound,
			descending,
			slot: scope.width + at,
			item: placeOf(expression, bound, item, items, index),
		};
	});
}

/** By alias, else the first equal item. */
function placeOf(
	expression: OrderItem["expression"],
	bound: BoundExpression,
	found: BoundItem | undefined,
	items: readonly BoundItem[],
	index: ExpressionIndex,
): number | undefined {
	const named =
		found ??
		(expression.kind === "column" && expression.table === undefined
			? itemNamed(items, expression.name, "group statement")
			: undefined);
	const place =
		named === undefined ? index.find(bound) : sameExpression(named.bound, bound) ? items.indexOf(named) : -1;
	return place < 0 ? undefined : place;
}

/** An unqualified name found in several tables means the column of that name in the select list. */
function itemMeant(
	expression: OrderItem["expression"],
	items: readonly BoundItem[],
	scope: Scope,
): BoundItem | undefined {
	if (expression.kind !== "column" || expression.table !== undefined) {
		return undefined;
	}
	const item = itemNamed(items, expression.name, "group statement");
	const wanted = expression.name.toLowerCase();
	return scope.visible.filter(({ name }) => name.toLowerCase() === wanted).length > 1 ? item : undefined;
}

function nameOf(expression: OrderItem["expression"]): string {
	return expression.kind === "column" ? expression.name : "";
}

/**
 * Rewrites an expression over a group's row: keys are read from their slots. `nullable`: WITH ROLLUP makes keys NULL.
 */
export function overGroups(bound: BoundExpression, keys: readonly GroupKey[], nullable: boolean): BoundExpression {
	if (keys.length === 0) {
		return bound;
	}
	const index = indexOf(keys);
	return mapBound(bound, (node) => {
		const key = node.kind === "constant" ? undefined : keys[index.find(node)];
		return key && keyColumn(node, key, nullable);
	});
}

const indexes = new WeakMap<readonly GroupKey[], ExpressionIndex>();

function indexOf(keys: readonly GroupKey[]): ExpressionIndex {
	let index = indexes.get(keys);
	if (index === undefined) {
		index = new ExpressionIndex(keys.map(({ expression }) => expression));
		indexes.set(keys, index);
	}
	return index;
}

/**
 * Rewrites a select item over a row of WITH ROLLUP. An item that is a key reads that key, even if it is a constant or
 * another key has the same expression: each becomes NULL in rows of its own.
 */
export function itemOverGroups(bound: BoundExpression, place: number, keys: readonly GroupKey[]): BoundExpression {
	const key = keys.find(({ item }) => item === place);
	return key === undefined ? overGroups(bound, keys, true) : keyColumn(bound, key, true);
}

function keyColumn(node: BoundExpression, key: GroupKey, nullable: boolean): BoundColumn {
	const origin = node.kind === "column" ? node.origin : undefined;
	// The key was computed at shown precision; the column may be used where full precision is wanted.
	const column = boundColumn(key.slot, key.expression.type, nullable || node.nullable, origin);
	return { ...column, coercibility: node.coercibility };
}
