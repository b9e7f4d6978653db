/**
 * Derived table merge: inlines mergeable views and derived tables into the query around them, so that indexes are
 * used.
 *
 * Names and types are settled before, so only slots and expressions change. Queries that cannot be merged have no
 * `QueryPlan.mergeable`.
 *
 *     select v.x from v where v.y = 1            v: select a + 1 as x, b as y from t where c > 2
 *     select a + 1    from t where b = 1 and c > 2
 *
 * Where more tables than one query may have would come together, the rest is not merged, as in MySQL.
 *
 * On the inner side of an outer join only columns may replace columns: an expression need not be NULL where all its
 * columns are.
 */
import type { BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { mapBound } from "../tree/bound-tree.ts";
import type { Planning } from "../tree/planning.ts";
import { connect } from "../bind/row-comparison.ts";
import { mostTables, type ScopeColumn, type ScopeTable } from "../tree/scope-table.ts";
import type { MergeableSelect, FromItem } from "../tree/query-plan.ts";

export interface Merged {
	readonly item: FromItem;
	/** Conditions to add to the WHERE clause. */
	readonly conditions: readonly BoundExpression[];
	/** The derived table's order, if it was all that was read. */
	readonly order: readonly SortKey[];
	/** WITH CHECK OPTION conditions of merged views. */
	readonly checks: readonly ViewCheck[];
	/** The FROM item that replaced each derived table. */
	readonly places: ReadonlyMap<ScopeTable, FromItem>;
	/** Slots of a row after the merge. */
	readonly width: number;
	/** Rewrites an expression over rows before the merge to rows after it. */
	readonly rewrite: (bound: BoundExpression) => BoundExpression;
}

export interface ViewCheck {
	readonly view: ScopeTable;
	readonly condition: BoundExpression;
}

/** `width`: slots in use. Returns undefined if nothing can be merged. */
export function mergeDerived(item: FromItem, width: number, planning: Planning): Merged | undefined {
	if (!hasMergeable(item, false)) {
		return undefined;
	}
	const merger = new Merger(width, leavesOf(item), planning);
	const { item: merged, conditions } = merger.merge(item, false);
	const order = item.kind === "derived" ? merger.order : [];
	const { places, checks } = merger;
	return {
		item: merged,
		conditions,
		order,
		checks,
		places,
		width: merger.width,
		rewrite: (bound) => merger.rewrite(bound),
	};
}

/** `inner`: on the inner side of an outer join. */
function isMergeable({ plan }: FromItem & { kind: "derived" }, inner: boolean): boolean {
	return plan.mergeable !== undefined && (!inner || plan.mergeable.items.every(({ kind }) => kind === "column"));
}

function hasMergeable(item: FromItem, inner: boolean): boolean {
	switch (item.kind) {
		case "derived":
			return isMergeable(item, inner);
		case "join":
			return hasMergeable(item.left, inner) || hasMergeable(item.right, inner || item.outer);
		default:
			return false;
	}
}

function leavesOf(item: FromItem): number {
	return item.kind === "join" ? leavesOf(item.left) + leavesOf(item.right) : 1;
}

interface MergedItem {
	readonly item: FromItem;
	readonly conditions: readonly BoundExpression[];
}

class Merger {
	width: number;
	/** Order of the table merged last. */
	order: readonly SortKey[] = [];
	readonly checks: ViewCheck[] = [];
	readonly places = new Map<ScopeTable, FromItem>();
	/** Tables that are read. */
	#leaves: number;
	readonly #planning: Planning;
	/** Expressions that replace derived columns, by slot. */
	readonly #bySlot = new Map<number, BoundExpression>();

	constructor(width: number, leaves: number, planning: Planning) {
		this.width = width;
		this.#leaves = leaves;
		this.#planning = planning;
	}

	rewrite(bound: BoundExpression): BoundExpression {
		return mapBound(bound, (node) => (node.kind === "column" ? this.#bySlot.get(node.slot) : undefined));
	}

	/** Derived tables first: join conditions may read them from either side. */
	merge(item: FromItem, inner: boolean): MergedItem {
		if (item.kind === "derived" && isMergeable(item, inner) && this.#hasRoom(item.plan.mergeable!)) {
			return this.#inPlace(item.source, item.plan.mergeable!);
		}
		if (item.kind !== "join") {
			return { item, conditions: [] };
		}
		const left = this.merge(item.left, inner);
		const right = this.merge(item.right, inner || item.outer);
		const own = item.condition === undefined ? [] : [this.rewrite(item.condition)];
		const on = item.outer ? [...own, ...right.conditions] : own;
		const condition = on.length === 0 ? undefined : connect("and", on, this.#planning);
		return {
			item: { ...item, left: left.item, right: right.item, condition },
			conditions: [...left.conditions, ...(item.outer ? [] : right.conditions)],
		};
	}

	#hasRoom({ from }: MergeableSelect): boolean {
		const leaves = this.#leaves + leavesOf(from) - 1;
		if (leaves > mostTables) {
			return false;
		}
		this.#leaves = leaves;
		return true;
	}

	#inPlace(source: ScopeTable, { from, where, items, width, order, checks }: MergeableSelect): MergedItem {
		const shift = new Shift(this.width);
		this.width += width;
		// A view's tables take the locking clause of the view; a derived table's only that of its own query.
		const item = source.database === "" ? setAside(shift.item(from)) : shift.item(from);
		for (const [at, { slot }] of source.columns.entries()) {
			this.#bySlot.set(slot, shift.bound(items[at]!));
		}
		this.places.set(source, item);
		this.order = order.map(({ expression, descending }) => ({ expression: shift.bound(expression), descending }));
		this.checks.push(...checks.map((condition) => ({ view: source, condition: shift.bound(condition) })));
		return { item, conditions: where === undefined ? [] : [shift.bound(where)] };
	}
}

function setAside(item: FromItem): FromItem {
	switch (item.kind) {
		case "table":
			return { ...item, aside: true };
		case "join":
			return { ...item, left: setAside(item.left), right: setAside(item.right) };
		default:
			return item;
	}
}

/** Moves a FROM clause and expressions over its rows to other slots. */
class Shift {
	readonly #by: number;
	readonly #sources = new Map<ScopeTable, ScopeTable>();

	constructor(by: number) {
		this.#by = by;
	}

	item(item: FromItem): FromItem {
		if (item.kind !== "join") {
			return { ...item, source: this.#source(item.source) };
		}
		const [left, right] = [this.item(item.left), this.item(item.right)];
		return { ...item, left, right, condition: item.condition && this.bound(item.condition) };
	}

	bound(bound: BoundExpression): BoundExpression {
		return mapBound(bound, (node) => {
			if (node.kind !== "column") {
				return undefined;
			}
			const { origin } = node;
			const moved = origin && this.#source(origin.source).columns[origin.source.columns.indexOf(origin)];
			return { ...node, slot: node.slot + this.#by, origin: moved };
		});
	}

	#source(source: ScopeTable): ScopeTable {
		let moved = this.#sources.get(source);
		if (moved === undefined) {
			const columns: ScopeColumn[] = [];
			const made: ScopeTable = {
				...source,
				firstSlot: source.firstSlot + this.#by,
				keySlot: source.keySlot + this.#by,
				columns,
			};
			columns.push(...source.columns.map((column) => ({ ...column, slot: column.slot + this.#by, source: made })));
			this.#sources.set(source, made);
			moved = made;
		}
		return moved;
	}
}
