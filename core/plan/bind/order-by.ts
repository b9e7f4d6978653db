/**
 * ORDER BY and LIMIT: binds sort keys over the rows of FROM (or groups), and limits.
 *
 * Throws 1052, 1054.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { castTo } from "../../functions/cast.ts";
import type { Expression, OrderItem, Limit } from "../../sql/tree/expression.ts";
import { familyOf, sqlType } from "../../types/value/type.ts";
import { bindExpression } from "./bind-expression.ts";
import type { BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { callOf } from "./function-call.ts";
import { ColumnFirstScope, itemNamed, type BoundItem } from "./select-list-scope.ts";
import type { Planning, AggregatePlaces, Scope } from "../tree/planning.ts";
import { emptyScope } from "./scope.ts";

export function bindOrder(
	order: readonly OrderItem[],
	items: readonly BoundItem[],
	scope: Scope,
	planning: Planning,
	aggregates: AggregatePlaces | undefined,
): SortKey[] {
	const within = new ColumnFirstScope(scope, items);
	return order.map(({ expression, descending }) => {
		const item = itemMeant(expression, items, "order clause");
		return {
			expression: item?.bound ?? bindExpression(expression, within, planning, "order clause", aggregates),
			descending,
		};
	});
}

/** By ordinal, or by name in the select list. */
function itemMeant(expression: Expression, items: readonly BoundItem[], clause: string): BoundItem | undefined {
	if (expression.kind === "column" && expression.table === undefined) {
		return itemNamed(items, expression.name, clause);
	}
	return itemAt(expression, items, clause);
}

/** The item of an ordinal; 1054 if out of range. */
export function itemAt(expression: Expression, items: readonly BoundItem[], clause: string): BoundItem | undefined {
	if (expression.kind !== "literal" || expression.type !== "integer") {
		return undefined;
	}
	const item = items[Number(expression.value) - 1];
	if (item === undefined) {
		throw sqlError("unknownColumn", expression.text, clause);
	}
	return item;
}

const wholeNumber = castTo({ type: sqlType("bigint"), open: false });

interface BoundLimit {
	readonly count: BoundExpression;
	readonly offset: BoundExpression | undefined;
}

export function bindLimit(limit: Limit | undefined, planning: Planning): BoundLimit | undefined {
	if (limit === undefined) {
		return undefined;
	}
	const bind = (expression: Expression): BoundExpression => {
		const bound = bindExpression(expression, emptyScope(), planning, "limit");
		// Parameters of other types are rounded to an integer.
		return bound.kind === "parameter" &&
			familyOf(bound.type) !== "integer" &&
			planning.parameterTypes[bound.index] !== undefined
			? callOf(wholeNumber, [bound], planning)
			: bound;
	};
	return { count: bind(limit.count), offset: limit.offset && bind(limit.offset) };
}

/** Guess for an unknown limit. */
const usualWanted = 10;

/** About how many rows are wanted: limit plus offset. */
export function rowsWanted({ count, offset }: BoundLimit, { parameters = [] }: Planning): number {
	const valueOf = (bound: BoundExpression): number => {
		const value =
			bound.kind === "constant" ? bound.value : bound.kind === "parameter" ? parameters[bound.index]?.value : undefined;
		return value === undefined || value === null ? usualWanted : Number(value);
	};
	return valueOf(count) + (offset === undefined ? 0 : valueOf(offset));
}
