/**
 * ORDER BY and LIMIT: what rows are sorted by, and how many are wanted.
 *
 * In: their syntax, the select list and its scope. Out: sort keys over the rows behind the FROM clause (or groups),
 * and bound limits; errors 1052, 1054. It refuses to know whether somebody has to sort.
 */
import { sqlError } from "../../errors.ts";
import { castTo } from "../../functions/cast.ts";
import type { Expression, OrderItem, Limit } from "../../sql/tree/expression.ts";
import { familyOf, sqlType } from "../../types/type.ts";
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

/** An ordinal, or a name of the select list. */
function itemMeant(expression: Expression, items: readonly BoundItem[], clause: string): BoundItem | undefined {
	if (expression.kind === "column" && expression.table === undefined) {
		return itemNamed(items, expression.name, clause);
	}
	return itemAt(expression, items, clause);
}

/** The item that an ordinal means: error 1054 beyond the list. */
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
		// A parameter of any other type counts as the whole number that it is nearest to.
		return bound.kind === "parameter" &&
			familyOf(bound.type) !== "integer" &&
			planning.parameterTypes[bound.index] !== undefined
			? callOf(wholeNumber, [bound], planning)
			: bound;
	};
	return { count: bind(limit.count), offset: limit.offset && bind(limit.offset) };
}

/** What a limit is taken to be where nobody knows it. */
const usualWanted = 10;

/** About how many rows are asked for. */
export function rowsWanted({ count, offset }: BoundLimit, { parameters = [] }: Planning): number {
	const valueOf = (bound: BoundExpression): number => {
		const value =
			bound.kind === "constant" ? bound.value : bound.kind === "parameter" ? parameters[bound.index]?.value : undefined;
		return value === undefined || value === null ? usualWanted : Number(value);
	};
	return valueOf(count) + (offset === undefined ? 0 : valueOf(offset));
}
