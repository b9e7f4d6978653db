/**
 * Implied conditions of an OR over several tables: what all its sides share, and what they say of each table alone.
 *
 * | written                                               | read as                                                      |
 * |-------------------------------------------------------|--------------------------------------------------------------|
 * | `(a.x = b.x and b.y = 1) or (a.x = b.x and b.y = 2)`  | `a.x = b.x and (b.y = 1 or b.y = 2)`                         |
 * | `(a.x = 1 and b.y = 1) or (a.x = 2 and b.y = 2)`      | the same, and `a.x = 1 or a.x = 2`, and `b.y = 1 or b.y = 2` |
 *
 * The first is the distributive law, which holds for NULL, too; the second drops rows early for which no side can be
 * true. A join can then use an index or a hash table, and reads each table with its part of the condition.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, disjunctsOf, sameExpression, tablesOf } from "../tree/bound-tree.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { hasSubquery, isVolatile } from "../tree/tree-facts.ts";
import { connect } from "../bind/row-comparison.ts";

/** Longer ones are read as they are: the sides are compared with each other. */
const mostSides = 50;
const mostConjuncts = 50;

type Side = readonly BoundExpression[];

/** The conditions, with what their ORs imply. */
export function withImplied(conjuncts: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	return conjuncts.some(isOverTables) ? conjuncts.flatMap((conjunct) => readOf(conjunct, planning)) : conjuncts;
}

function isOverTables(conjunct: BoundExpression): boolean {
	return (
		conjunct.kind === "call" &&
		conjunct.definition.name === "or" &&
		tablesOf(conjunct).size > 1 &&
		!isVolatile(conjunct) &&
		!hasSubquery(conjunct)
	);
}

function readOf(conjunct: BoundExpression, planning: Planning): readonly BoundExpression[] {
	if (!isOverTables(conjunct)) {
		return [conjunct];
	}
	const disjuncts = disjunctsOf(conjunct);
	const sides: readonly Side[] = disjuncts.length > mostSides ? [] : disjuncts.map((side) => conjunctsOf(side));
	if (sides.length === 0 || sides.some(({ length }) => length > mostConjuncts)) {
		return [conjunct];
	}
	const shared = sides[0]!.filter((one) => sides.every((side) => side.some((other) => sameExpression(one, other))));
	const isShared = (one: BoundExpression): boolean => shared.some((other) => sameExpression(one, other));
	const rests = shared.length === 0 ? sides : sides.map((side) => side.filter((one) => !isShared(one)));
	// A side that says no more than the shared conditions makes the others superfluous.
	if (rests.some(({ length }) => length === 0)) {
		return shared;
	}
	const either = shared.length === 0 ? conjunct : eitherOf(rests, planning);
	return [...shared, either, ...(tablesOf(either).size > 1 ? ownOf(either, rests, planning) : [])];
}

/** Conditions on each table alone, where each side has one. */
function ownOf(either: BoundExpression, sides: readonly Side[], planning: Planning): readonly BoundExpression[] {
	return [...tablesOf(either)].flatMap((table) => {
		const own = sides.map((side) => side.filter((one) => isAbout(one, table)));
		return own.every(({ length }) => length > 0) ? [eitherOf(own, planning)] : [];
	});
}

function isAbout(condition: BoundExpression, table: ScopeTable): boolean {
	const tables = tablesOf(condition);
	return tables.size === 1 && tables.has(table);
}

function eitherOf(sides: readonly Side[], planning: Planning): BoundExpression {
	return connect(
		"or",
		sides.map((side) => connect("and", side, planning)),
		planning,
	);
}
