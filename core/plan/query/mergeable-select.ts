/**
 * Mergeable queries: decides whether a SELECT can be merged, and merges those it reads.
 *
 * Derived table merge itself is `from/derived-merge.ts`.
 */
import type { BoundExpression, GroupAggregate, SortKey } from "../tree/bound-expression.ts";
import { someBound } from "../tree/bound-tree.ts";
import { isVolatile } from "../tree/tree-facts.ts";
import type { GroupKey } from "../bind/group-by.ts";
import { mergeDerived, type Merged } from "../from/derived-merge.ts";
import type { Planning, Scope } from "../tree/planning.ts";
import { connect } from "../bind/row-comparison.ts";
import type { MergeableSelect, Updatability, FromItem } from "../tree/query-plan.ts";
import type { BoundItem } from "../bind/select-list-scope.ts";
import type { Select } from "../../sql/tree/expression.ts";

/** The bound clauses of a SELECT. */
export interface BoundSelect {
	readonly from: FromItem | undefined;
	readonly scope: Scope;
	readonly items: readonly BoundItem[];
	readonly where: BoundExpression | undefined;
	readonly keys: readonly GroupKey[];
	readonly having: BoundExpression | undefined;
	readonly order: readonly SortKey[];
	readonly aggregates: readonly GroupAggregate[];
	/** Has groups: GROUP BY, or an aggregate. */
	readonly grouped: boolean;
	/** Slots of a row: tables, keys, aggregates, and from `firstMerged` those of merged tables. */
	readonly width: number;
	readonly firstMerged: number;
	/** The WHERE clause without conditions of merged tables; and WITH CHECK OPTION conditions of merged views. */
	readonly ownWhere: BoundExpression | undefined;
	readonly checks: readonly BoundExpression[];
	/** As a view's query: whether its tables can be changed. */
	readonly updatability: Updatability;
}

export function withMerged(select: Select, clauses: BoundSelect, planning: Planning): BoundSelect {
	const { from, width } = clauses;
	const merged = from && mergeDerived(from, width, planning);
	return merged === undefined ? clauses : rewritten(select, clauses, merged, planning);
}

function rewritten(
	select: Select,
	clauses: BoundSelect,
	{ item, conditions, width, rewrite, order, checks }: Merged,
	planning: Planning,
): BoundSelect {
	const sorted = ({ expression, descending }: SortKey): SortKey => ({ expression: rewrite(expression), descending });
	const ownWhere = clauses.where && rewrite(clauses.where);
	const where = [...(ownWhere === undefined ? [] : [ownWhere]), ...conditions];
	const keepsOrder = clauses.order.length === 0 && !clauses.grouped && !select.distinct;
	return {
		...clauses,
		from: item,
		width,
		firstMerged: clauses.width,
		items: clauses.items.map((each) => ({ ...each, bound: rewrite(each.bound) })),
		where: where.length === 0 ? undefined : connect("and", where, planning),
		ownWhere,
		keys: clauses.keys.map((key) => ({ ...key, expression: rewrite(key.expression) })),
		having: clauses.having && rewrite(clauses.having),
		order: keepsOrder ? order : clauses.order.map(sorted),
		aggregates: clauses.aggregates.map((aggregate) => ({
			...aggregate,
			operands: aggregate.operands.map(rewrite),
			order: aggregate.order.map(sorted),
		})),
		checks: checks.map(({ condition }) => condition),
	};
}

/** Undefined: not mergeable (groups, DISTINCT, LIMIT ...). */
export function mergeableSelect(select: Select, clauses: BoundSelect, captures: number): MergeableSelect | undefined {
	const { from, items, where, ownWhere, order, width, grouped, checks, updatability } = clauses;
	const isPlain =
		from !== undefined &&
		!grouped &&
		!select.distinct &&
		select.having === undefined &&
		select.limit === undefined &&
		captures === 0 &&
		select.lock === undefined &&
		select.into === undefined &&
		select.modifiers.length === 0;
	const bounds = items.map(({ bound }) => bound);
	if (
		!isPlain ||
		bounds.some(isUnsteady) ||
		(where !== undefined && isVolatile(where)) ||
		order.some(({ expression }) => isUnsteady(expression))
	) {
		return undefined;
	}
	return { from, where, ownWhere, items: bounds, order, width, checks, updatability };
}

/** A correlated subquery has to run once for each row of the view. */
function isUnsteady(bound: BoundExpression): boolean {
	return isVolatile(bound) || someBound(bound, (node) => node.kind === "subquery" && node.captures.length > 0);
}
