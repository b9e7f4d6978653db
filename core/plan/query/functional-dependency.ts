/**
 * Functional dependency: slots that the GROUP BY keys determine, as ONLY_FULL_GROUP_BY requires.
 *
 * A column is determined by a unique key among the known columns, by an equality that holds for every row, or by a
 * constant. For a derived table or view its own plan answers (`QueryPlan.follows`).
 *
 * An outer join keeps unmatched rows with NULLs: an equality in its ON determines the inner column from the outer one
 * only once all that ON reads of the outer rows is known. Within the inner side equal columns remain equal when both
 * are NULL; only constants determine nothing there.
 */
import { isTextual } from "../../functions/definition/result.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, partsOf, sameExpression, someBound } from "../tree/bound-tree.ts";
import { isVolatile } from "../tree/tree-facts.ts";
import type { BoundSelect } from "./mergeable-select.ts";
import type { QueryPlan, FromItem } from "../tree/query-plan.ts";
import type { ScopeTable } from "../tree/scope-table.ts";

/** Knowing all of `from` determines `to`. */
interface Step {
	readonly from: readonly number[];
	readonly to: number;
}

export function functionallyDependentSlots(
	keys: readonly BoundExpression[],
	tables: readonly ScopeTable[],
	from: FromItem | undefined,
	where: BoundExpression | undefined,
): ReadonlySet<number> {
	const known = new Set(keys.flatMap((key) => (key.kind === "column" ? [key.slot] : [])));
	const steps = [...stepsOf(where, false), ...stepsIn(from, false)];
	const derived = derivedIn(from, false);
	for (let before = -1; before < known.size; ) {
		before = known.size;
		for (const step of steps) {
			if (step.from.every((slot) => known.has(slot))) {
				known.add(step.to);
			}
		}
		for (const table of tables) {
			if (isDetermined(table, known)) {
				table.columns.forEach(({ slot }) => known.add(slot));
			}
		}
		for (const each of derived) {
			addDerived(each, known);
		}
	}
	return known;
}

/** Dependencies among the columns of a SELECT, for the query around it (`QueryPlan.follows`). */
export function followingPlaces(
	{ items, keys: groupKeys, scope, from, ownWhere, grouped }: BoundSelect,
	rollup: boolean,
): QueryPlan["follows"] {
	if (rollup) {
		return undefined;
	}
	const bounds = items.map(({ bound }) => bound);
	return (known) => {
		const given = [...known].map((place) => bounds[place]!);
		const slots = functionallyDependentSlots(given, scope.tables, from, ownWhere);
		if (grouped && groupKeys.every(({ expression }) => isFollowing(expression, given, slots))) {
			return new Set(bounds.keys());
		}
		return new Set([...bounds.keys()].filter((place) => known.has(place) || isFollowing(bounds[place]!, given, slots)));
	};
}

function isFollowing(bound: BoundExpression, given: readonly BoundExpression[], slots: ReadonlySet<number>): boolean {
	if (given.some((each) => sameExpression(each, bound))) {
		return true;
	}
	if (bound.kind === "column") {
		return slots.has(bound.slot);
	}
	return (
		bound.kind !== "subquery" && !isVolatile(bound) && partsOf(bound).every((part) => isFollowing(part, given, slots))
	);
}

interface Derived {
	readonly source: ScopeTable;
	readonly plan: QueryPlan;
	/** The row may be NULL-extended: then a column that is not NULL proves it exists. */
	readonly missing: boolean;
}

function derivedIn(item: FromItem | undefined, missing: boolean): readonly Derived[] {
	switch (item?.kind) {
		case "derived":
			return [{ source: item.source, plan: item.plan, missing }];
		case "join":
			return [...derivedIn(item.left, missing), ...derivedIn(item.right, missing || item.outer)];
		default:
			return [];
	}
}

function addDerived({ source: { columns }, plan, missing }: Derived, known: Set<number>): void {
	const places = new Set([...columns.keys()].filter((place) => known.has(columns[place]!.slot)));
	if (
		plan.follows === undefined ||
		(missing && ![...places].some((place) => plan.columns[place]?.nullable === false))
	) {
		return;
	}
	for (const place of plan.follows(places)) {
		known.add(columns[place]!.slot);
	}
}

/** `missing`: on the inner side of an outer join. */
function stepsIn(item: FromItem | undefined, missing: boolean): Step[] {
	if (item?.kind !== "join") {
		return [];
	}
	const own = item.outer ? outerSteps(item.condition, item.left) : stepsOf(item.condition, missing);
	return [...own, ...stepsIn(item.left, missing), ...stepsIn(item.right, missing || item.outer)];
}

/** From a condition that holds for every row. */
function stepsOf(condition: BoundExpression | undefined, missing: boolean): Step[] {
	return equalities(condition).flatMap(([a, b]): Step[] => {
		if (a.kind === "column" && b.kind === "column") {
			return [
				{ from: [a.slot], to: b.slot },
				{ from: [b.slot], to: a.slot },
			];
		}
		return a.kind === "column" && !missing && isGiven(b) ? [{ from: [], to: a.slot }] : [];
	});
}

function outerSteps(condition: BoundExpression | undefined, left: FromItem): Step[] {
	const kept = new Set(slotsIn(left));
	const asked = new Set<number>();
	if (condition !== undefined) {
		someBound(condition, (node) => {
			if (node.kind === "column" && kept.has(node.slot)) {
				asked.add(node.slot);
			}
			return false;
		});
	}
	return equalities(condition).flatMap(([a, b]) =>
		a.kind === "column" && b.kind === "column" && kept.has(a.slot) && !kept.has(b.slot)
			? [{ from: [...asked], to: b.slot }]
			: [],
	);
}

/** Equalities among the conjuncts, in both directions, whose sides are identical when equal. */
function equalities(condition: BoundExpression | undefined): (readonly [BoundExpression, BoundExpression])[] {
	return conjunctsOf(condition).flatMap((part) => {
		const [a, b] = part.kind === "call" && part.definition.name === "=" ? part.operands : [];
		return a === undefined || b === undefined || !isSameKind(a, b) ? [] : [[a, b] as const, [b, a] as const];
	});
}

function isSameKind(a: BoundExpression, b: BoundExpression): boolean {
	return isTextual(a.type) && isTextual(b.type)
		? isGiven(a) || isGiven(b) || (a.type.charset === b.type.charset && a.type.collation === b.type.collation)
		: kindOf(a.type) === kindOf(b.type);
}

function kindOf(type: SqlType): string {
	const family = familyOf(type);
	return family === "integer" || family === "decimal" || family === "float"
		? "number"
		: family === "temporal"
			? type.name
			: family;
}

/** The same value in all rows. */
function isGiven({ kind }: BoundExpression): boolean {
	return kind === "constant" || kind === "parameter" || kind === "outer";
}

function slotsIn(item: FromItem): number[] {
	return item.kind === "join"
		? [...slotsIn(item.left), ...slotsIn(item.right)]
		: item.source.columns.map(({ slot }) => slot);
}

/** A unique key without NULLs among the known columns determines the row. */
function isDetermined({ table, firstSlot }: ScopeTable, known: ReadonlySet<number>): boolean {
	return (
		table?.indexes.some(
			(index) =>
				index.unique &&
				index.parts.every(
					(part) => part.length === undefined && !part.column.nullable && known.has(firstSlot + part.column.offset),
				),
		) === true
	);
}
