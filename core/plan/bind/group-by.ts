/**
 * GROUP BY: keys, and what expressions behind it read.
 *
 * In: the clause's syntax and the select list. Out: bound keys, and expressions in which each key is the slot of the
 * group; errors 1055, 1056, 1140. It refuses to know how groups are made.
 */
import { sqlError } from "../../errors.ts";
import type { OrderItem } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value.ts";
import { bindExpression } from "./bind-expression.ts";
import { boundColumn, type BoundColumn, type BoundExpression } from "../tree/bound-expression.ts";
import { mapBound, sameExpression, someBound } from "../tree/bound-tree.ts";
import { ColumnFirstScope, itemNamed, type BoundItem } from "./select-list-scope.ts";
import { itemAt } from "./order-by.ts";
import type { Planning, Scope } from "../tree/planning.ts";

export interface GroupKey {
	readonly expression: BoundExpression;
	readonly descending: boolean;
	/** Where its value is found behind the groups. */
	readonly slot: number;
	/** The place in the select list of the item that it is, if it is one. */
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
	return order.map(({ expression, descending }, at) => {
		const item = itemAt(expression, items, "group statement") ?? itemMeant(expression, items, scope);
		const bound = item?.bound ?? bindExpression(expression, within, planning, "group statement");
		if (someBound(bound, (node) => node.kind === "column" && node.slot >= firstAggregateSlot)) {
			throw sqlError("wrongGroupField", encodeText(item?.name ?? nameOf(expression)));
		}
		return { expression: bound, descending, slot: scope.width + at, item: placeOf(expression, bound, item, items) };
	});
}

/** By its alias, else the first that is the same. */
function placeOf(
	expression: OrderItem["expression"],
	bound: BoundExpression,
	found: BoundItem | undefined,
	items: readonly BoundItem[],
): number | undefined {
	const named =
		found ??
		(expression.kind === "column" && expression.table === undefined
			? itemNamed(items, expression.name, "group statement")
			: undefined);
	const place = items.findIndex((item) =>
		named === undefined ? sameExpression(item.bound, bound) : item === named && sameExpression(item.bound, bound),
	);
	return place < 0 ? undefined : place;
}

/** A name alone that several tables have means the column of that name that the select list shows. */
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

/** An expression over a group's row: its keys are read from their slots. `nullable`: WITH ROLLUP makes keys NULL. */
export function overGroups(bound: BoundExpression, keys: readonly GroupKey[], nullable: boolean): BoundExpression {
	if (keys.length === 0) {
		return bound;
	}
	return mapBound(bound, (node) => {
		const key = node.kind === "constant" ? undefined : keys.find(({ expression }) => sameExpression(expression, node));
		return key && keyColumn(node, key, nullable);
	});
}

/**
 * An item of the select list over a row of WITH ROLLUP. An item that is a key is that key, even where it is a
 * constant or another key has the same expression: each becomes NULL in rows of its own.
 */
export function itemOverGroups(bound: BoundExpression, place: number, keys: readonly GroupKey[]): BoundExpression {
	const key = keys.find(({ item }) => item === place);
	return key === undefined ? overGroups(bound, keys, true) : keyColumn(bound, key, true);
}

function keyColumn(node: BoundExpression, key: GroupKey, nullable: boolean): BoundColumn {
	const origin = node.kind === "column" ? node.origin : undefined;
	// The key was computed as it shows; here it may stand where its finer form is wanted.
	const column = boundColumn(key.slot, key.expression.type, nullable || node.nullable, origin);
	return { ...column, coercibility: node.coercibility };
}
