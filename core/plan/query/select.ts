/**
 * Plans one SELECT: binds its clauses in MySQL's order and stacks its operators.
 *
 *     FROM, WHERE -> group -> HAVING -> compute -> sort -> project -> distinct -> limit
 */
import { sqlError } from "../../errors/catalogue.ts";
import { Aggregates } from "../bind/aggregate.ts";
import { bindExpression } from "../bind/bind-expression.ts";
import { orderOfSearch } from "../tree/fulltext-search.ts";
import { boundColumn, type BoundColumn, type BoundExpression, type SortKey } from "../tree/bound-expression.ts";
import { readingsIn, subqueryReadings } from "../from/self-referencing-update.ts";
import { callNamed } from "../bind/function-call.ts";
import { conjunctsOf, sameExpression, someBound, isAlwaysFalse } from "../tree/bound-tree.ts";
import { hasSubquery, isKnown, isVolatile, eachSlot } from "../tree/tree-facts.ts";
import { bindFrom, type BoundFrom } from "../from/from-clause.ts";
import { functionallyDependentSlots, followingPlaces } from "./functional-dependency.ts";
import { bindGroup, itemOverGroups, overGroups, type GroupKey } from "../bind/group-by.ts";
import { rewriteIsNull } from "../bind/is-null-rewrite.ts";
import { inOrder } from "../access/index-order.ts";
import { HavingScope } from "../bind/select-list-scope.ts";
import { planJoins } from "../join/join.ts";
import { type BoundSelect, mergeableSelect, withMerged } from "./mergeable-select.ts";
import { isPointRead } from "../access/point-read.ts";
import type { ResultColumn } from "../tree/result-column.ts";
import { bindLimit, bindOrder, rowsWanted } from "../bind/order-by.ts";
import type { Planning, Enclosing, Scope } from "../tree/planning.ts";
import { inTurns, turnsWithin } from "../tree/planning-turns.ts";
import type { QueryPlan, PlanNode, FromItem } from "../tree/query-plan.ts";
import { connect } from "../bind/row-comparison.ts";
import { capture, emptyScope } from "../bind/scope.ts";
import { bindItems, resultColumn } from "../bind/select-item.ts";
import { planningOfCondition, planningOfWhere } from "../bind/null-rejecting-subquery.ts";
import { tablesRead } from "../from/tables-read.ts";
import { updatabilityOf } from "../from/updatability.ts";
import type { Select } from "../../sql/tree/expression.ts";
import { assertGrouped, assertDistinctOrder } from "./only-full-group-by.ts";

export function planSelect(select: Select, planning: Planning, enclosing: Enclosing | undefined): QueryPlan {
	const own = turnsWithin(planning, select);
	const bound = inTurns(own, select, () => bindClauses(select, planning, enclosing));
	const { items } = bound;
	const clauses = inTurns(own, bound, () => {
		assertAllowed(select, bound, planning);
		return withMerged(select, bound, planning);
	});
	const { from } = clauses;
	const all = everyExpression(clauses, from);
	const nested = all.filter(hasSubquery);
	const captures = enclosing?.captures.length ?? 0;
	const builder = new SelectBuilder(select, clauses, planning, all, captures > 0);
	const node = builder.build();
	const columns = items.map((item, place) =>
		resultColumn(item.name, select.rollup === true ? rolledUp(item.bound, place, bound.keys) : item.bound),
	);
	return {
		columns:
			isPointRead(select, bound.scope.tables[0]?.table) && planning.namesPointReads?.() === true
				? namedByTable(columns, select)
				: columns,
		coercibilities: items.map((item) => item.bound.coercibility),
		tables: tablesRead(from, nested),
		readings: [...readingsIn(bound.from), ...nested.flatMap(subqueryReadings)],
		node,
		width: builder.width,
		volatile: all.some(isVolatile) || isVolatileFrom(from),
		lock: select.lock,
		countFoundRows: select.modifiers.includes("sql_calc_found_rows"),
		into: select.into,
		analyse: select.analyse,
		follows: followingPlaces(bound, select.rollup === true),
		mergeable: mergeableSelect(select, clauses, captures),
	};
}

/** Point reads: result columns in the table's spelling, where no alias was written. */
function namedByTable(columns: readonly ResultColumn[], { items }: Select): readonly ResultColumn[] {
	return columns.map((column, at) => {
		const item = items.length === columns.length ? items[at] : undefined;
		return item?.kind === "item" && item.alias === undefined ? { ...column, name: column.originalName } : column;
	});
}

/** WITH ROLLUP makes keys, and expressions over them, nullable. */
function rolledUp(bound: BoundExpression, place: number, keys: readonly GroupKey[]): BoundExpression {
	return itemOverGroups(bound, place, keys) === bound ? bound : { ...bound, nullable: true };
}

/** Scope of the clauses. */
interface SelectRows {
	/** Undefined without FROM. */
	readonly bound: BoundFrom | undefined;
	readonly scope: Scope;
	readonly aggregates: Aggregates;
}

function bindRows(select: Select, planning: Planning, enclosing: Enclosing | undefined): SelectRows {
	const bound = select.from === undefined ? undefined : bindFrom(select.from, planning, enclosing);
	const scope = bound?.scope ?? emptyScope(enclosing);
	return { bound, scope, aggregates: new Aggregates(scope, scope.width + (select.groupBy?.length ?? 0)) };
}

function bindClauses(select: Select, planning: Planning, enclosing: Enclosing | undefined): BoundSelect {
	const { bound, scope, aggregates } = inTurns(planning, select.items, () => bindRows(select, planning, enclosing));
	const groupBy = select.groupBy ?? [];
	const firstAggregateSlot = scope.width + groupBy.length;
	const items = bindItems(select.items, scope, planning, aggregates);
	const condition =
		select.where && bindExpression(select.where, scope, planningOfWhere(select.where, planning), "where clause");
	const written = rewriteIsNull(condition, planning);
	const keys = bindGroup(groupBy, items, scope, planning, firstAggregateSlot);
	const havingScope = new HavingScope(
		scope,
		items,
		keys.map((key) => key.expression),
		() => keys.length > 0 || aggregates.all.length > 0,
	);
	const having =
		select.having &&
		bindExpression(
			select.having,
			havingScope,
			planningOfCondition(select.having, planning),
			"having clause",
			aggregates,
		);
	const sorted = bindOrder(select.orderBy ?? [], items, scope, planning, aggregates);
	const grouped = keys.length > 0 || aggregates.all.length > 0;
	// A single row needs no order, so ONLY_FULL_GROUP_BY does not apply to its ORDER BY.
	const order = grouped && keys.length === 0 ? [] : sorted;
	const isPlain = !grouped && having === undefined && select.limit === undefined;
	const members = isPlain
		? (enclosing?.members ?? []).map((member, at) =>
				callNamed("=", [items[at]!.bound, capture(member, enclosing!.captures)], planning),
			)
		: [];
	const where =
		members.length === 0
			? written
			: connect("and", [...(written === undefined ? [] : [written]), ...members], planning);
	const isUnordered = order.length === 0 && !grouped && !select.distinct;
	const width = scope.width + keys.length + aggregates.all.length;
	const updatability = bound === undefined ? "none" : updatabilityOf(bound.item);
	return {
		from: bound?.item,
		scope,
		items,
		where,
		keys,
		having,
		order: isUnordered ? orderOfSearch(where, scope.tables[0]) : order,
		aggregates: aggregates.all,
		grouped,
		width,
		firstMerged: width,
		ownWhere: where,
		checks: [],
		updatability,
	};
}

function assertAllowed(select: Select, clauses: BoundSelect, planning: Planning): void {
	if (select.rollup === true && select.orderBy !== undefined) {
		throw sqlError("wrongUsage", "CUBE/ROLLUP", "ORDER BY");
	}
	const { items, order, keys, scope, having, grouped } = clauses;
	if (!planning.mode.onlyFullGroupBy) {
		return;
	}
	const bounds = items.map((item) => item.bound);
	if (grouped) {
		const determined = functionallyDependentSlots(
			keys.map((key) => key.expression),
			scope.tables,
			clauses.from,
			clauses.ownWhere,
		);
		const check = (expressions: readonly BoundExpression[], list: string): void =>
			assertGrouped(expressions, list, keys, keys.length > 0, determined, scope.width + keys.length);
		check(bounds, "SELECT list");
		check(having === undefined ? [] : [having], "HAVING clause");
		check(
			order.map(({ expression }) => expression),
			"ORDER BY clause",
		);
	}
	if (select.distinct) {
		assertDistinctOrder(order, bounds, scope.width + keys.length);
	}
}

/** Every bound expression over the query's own rows. */
function everyExpression(
	{ items, where, keys, having, order, aggregates }: BoundSelect,
	from: FromItem | undefined,
): BoundExpression[] {
	return [
		...items.map((item) => item.bound),
		...(where === undefined ? [] : [where]),
		...keys.map((key) => key.expression),
		...(having === undefined ? [] : [having]),
		...order.map((key) => key.expression),
		...aggregates.flatMap(({ operands, order: inner }) => [...operands, ...inner.map((key) => key.expression)]),
		...conditionsIn(from),
	];
}

function conditionsIn(item: FromItem | undefined): BoundExpression[] {
	if (item?.kind !== "join") {
		return [];
	}
	const own = item.condition === undefined ? [] : [item.condition];
	return [...own, ...conditionsIn(item.left), ...conditionsIn(item.right)];
}

function isVolatileFrom(item: FromItem | undefined): boolean {
	return item?.kind === "join"
		? isVolatileFrom(item.left) || isVolatileFrom(item.right)
		: item?.kind === "derived" && item.plan.volatile;
}

class SelectBuilder {
	/** Slots of a row before projection. */
	width: number;
	readonly #select: Select;
	readonly #clauses: BoundSelect;
	readonly #planning: Planning;
	readonly #used = new Set<number>();
	readonly #repeated: boolean;

	constructor(
		select: Select,
		clauses: BoundSelect,
		planning: Planning,
		all: readonly BoundExpression[],
		repeated: boolean,
	) {
		this.#select = select;
		this.#clauses = clauses;
		this.#planning = planning;
		this.#repeated = repeated;
		this.width = clauses.width;
		for (const bound of all) {
			eachSlot(bound, (slot) => this.#used.add(slot));
		}
	}

	build(): PlanNode {
		const { items, order, having, grouped } = this.#clauses;
		const limit = bindLimit(this.#select.limit, this.#planning);
		const behind = (bound: BoundExpression): BoundExpression => this.#behindGroups(bound);
		const { rollup } = this.#select;
		let expressions = items.map(({ bound }, place) =>
			rollup === true ? itemOverGroups(bound, place, this.#clauses.keys) : behind(bound),
		);
		const written = order.map((key) => ({ ...key, expression: behind(key.expression) }));
		let keys = written.filter((key) => !isKnown(key.expression));
		let node = this.#rows();
		if (grouped) {
			node = this.#group(node, [
				...expressions,
				...keys.map((key) => key.expression),
				...(having === undefined ? [] : [behind(having)]),
			]);
		}
		if (having !== undefined) {
			node = { kind: "filter", input: node, condition: behind(having), clause: "having" };
		}
		// Constant keys sort nothing, but a subquery among them may still fail with several rows.
		const asked = written.map((key) => key.expression).filter((bound) => isKnown(bound) && hasSubquery(bound));
		if (asked.length > 0) {
			node = { kind: "compute", input: node, expressions: asked, slots: asked.map(() => this.width++) };
		}
		const computed = this.#compute(node, expressions, keys);
		({ node, expressions, keys } = computed);
		const isFew = limit !== undefined && !this.#select.distinct && !this.#counts;
		if (keys.length > 0) {
			const stop = isFew ? [limit.count, ...(limit.offset === undefined ? [] : [limit.offset])] : undefined;
			const ordered = grouped
				? undefined
				: inOrder(node, keys, isFew ? rowsWanted(limit, this.#planning) : undefined, this.#planning);
			node = ordered ?? { kind: "sort", input: node, keys, limit: stop };
		}
		node = { kind: "project", input: node, expressions };
		if (this.#select.distinct) {
			node = { kind: "distinct", input: node, types: expressions.map((expression) => expression.type) };
		}
		return limit === undefined ? node : { kind: "limit", input: node, ...limit, countAll: this.#counts };
	}

	get #counts(): boolean {
		return this.#select.modifiers.includes("sql_calc_found_rows");
	}

	#behindGroups(bound: BoundExpression): BoundExpression {
		return overGroups(bound, this.#clauses.keys, this.#select.rollup === true);
	}

	#newSlots(count: number): number {
		this.width += count;
		return this.width - count;
	}

	/** Rows wanted by LIMIT, where reading can stop after them. */
	get #few(): number | undefined {
		const { grouped, order } = this.#clauses;
		const { limit, distinct } = this.#select;
		const all = grouped || distinct || this.#counts || order.length > 0 || limit === undefined;
		return all ? undefined : rowsWanted(bindLimit(limit, this.#planning)!, this.#planning);
	}

	/** FROM and WHERE. */
	#rows(): PlanNode {
		const { from, where } = this.#clauses;
		const conjuncts = conjunctsOf(where);
		if (conjuncts.some(isAlwaysFalse)) {
			return { kind: "no-rows", reason: "Impossible WHERE" };
		}
		if (from === undefined) {
			const row: PlanNode = { kind: "one-row" };
			return where === undefined ? row : { kind: "filter", input: row, condition: where, clause: "where" };
		}
		const { lock, modifiers } = this.#select;
		const straight = modifiers.includes("straight_join");
		return planJoins(from, conjuncts, this.#planning, {
			used: this.#used,
			repeated: this.#repeated,
			straight,
			lock,
			keyed: new Set(),
			few: this.#few,
			newSlots: (count) => this.#newSlots(count),
		});
	}

	/** `readers`: the expressions above the groups. */
	#group(input: PlanNode, readers: readonly BoundExpression[]): PlanNode {
		const { keys, aggregates, scope, firstMerged } = this.#clauses;
		const kept = new Map<number, BoundColumn>();
		for (const reader of readers) {
			someBound(reader, (bound) => {
				if (bound.kind === "column" && (bound.slot < scope.width || bound.slot >= firstMerged)) {
					kept.set(bound.slot, bound);
				}
				return false;
			});
		}
		const { rollup = false, orderBy } = this.#select;
		return {
			kind: "group",
			input,
			keys: keys.map((key) => key.expression),
			keySlots: keys.map((key) => key.slot),
			kept: [...kept.values()],
			aggregates,
			rollup,
			// GROUP BY sorts, unless there is an ORDER BY.
			order: orderBy === undefined || rollup ? keys.map((key) => key.descending) : undefined,
		};
	}

	/**
	 * An expression that is both sorted by and selected is computed once, into a slot: evaluated twice it might differ.
	 */
	#compute(
		node: PlanNode,
		expressions: BoundExpression[],
		keys: SortKey[],
	): { node: PlanNode; expressions: BoundExpression[]; keys: SortKey[] } {
		const twice = keys
			.map((key) => key.expression)
			.filter(
				(bound) =>
					bound.kind !== "column" &&
					expressions.some((expression) => expression === bound || sameExpression(expression, bound)),
			);
		if (twice.length === 0) {
			return { node, expressions, keys };
		}
		const slots = twice.map(() => this.width++);
		const inSlot = (bound: BoundExpression): BoundExpression => {
			const at = twice.findIndex((each) => each === bound || sameExpression(each, bound));
			return at < 0
				? bound
				: { ...boundColumn(slots[at]!, bound.type, bound.nullable), coercibility: bound.coercibility };
		};
		return {
			node: { kind: "compute", input: node, expressions: twice, slots },
			expressions: expressions.map(inSlot),
			keys: keys.map((key) => ({ ...key, expression: inSlot(key.expression) })),
		};
	}
}
