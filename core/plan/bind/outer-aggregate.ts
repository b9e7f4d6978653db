/**
 * The query that an aggregate belongs to: the one it is written in, or one around it.
 *
 * It is the innermost query whose columns the operands name, `max(a.x)` in a subquery that does not read `a`. Where
 * that one allows no aggregate in this clause, and for operands without columns, the nearest around it that does, the
 * one it is written in first. Throws 1111 where none does.
 */
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import type { AggregateCall, ColumnName } from "../../sql/tree/expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { AggregatePlaces, Enclosing, Planning, Scope } from "../tree/planning.ts";
import { capture } from "./scope.ts";

/** The scope of one query and, where its clause allows them, its aggregates. */
interface Place {
	readonly scope: Scope;
	readonly clause: string;
	readonly aggregates: AggregatePlaces | undefined;
}

export function placeAggregate(call: AggregateCall, place: Place, planning: Planning): BoundExpression {
	const { enclosing } = place.scope;
	return enclosing === undefined
		? addTo(place.aggregates, call, planning)
		: placeAmong(call, place, around(enclosing), planning);
}

/** The queries around, innermost first. */
function around(enclosing: Enclosing): readonly Enclosing[] {
	const all: Enclosing[] = [];
	for (let each: Enclosing | undefined = enclosing; each !== undefined; each = each.scope.enclosing) {
		all.push(each);
	}
	return all;
}

function placeAmong(
	call: AggregateCall,
	place: Place,
	outer: readonly Enclosing[],
	planning: Planning,
): BoundExpression {
	const places = [place, ...outer];
	const chosen = candidates(levelOf(call, places), places.length).find((at) => places[at]?.aggregates !== undefined);
	let bound = addTo(places[chosen ?? 0]?.aggregates, call, planning);
	for (const { captures } of outer.slice(0, chosen).reverse()) {
		bound = capture(bound, captures);
	}
	return bound;
}

/** Numbers of the queries that the aggregate may belong to, the first choice first. */
function candidates(level: number | undefined, count: number): readonly number[] {
	const upTo = (end: number): number[] => Array.from({ length: Math.max(0, end - 1) }, (_, at) => at + 1);
	if (level === undefined) {
		return [0, ...upTo(count)];
	}
	return level === 0 ? [0] : [level, ...upTo(level), 0];
}

function addTo(aggregates: AggregatePlaces | undefined, call: AggregateCall, planning: Planning): BoundExpression {
	if (aggregates === undefined) {
		throw sqlError("invalidGroupFunctionUse");
	}
	return aggregates.add(call, planning);
}

/** Number of the innermost query that has one of the columns; undefined: none has. */
function levelOf({ arguments: operands }: AggregateCall, places: readonly Place[]): number | undefined {
	const levels = [...columnNames(operands)]
		.map((name) => places.findIndex(({ scope, aggregates, clause }) => knows(aggregates?.scope ?? scope, name, clause)))
		// Unknown names, and those of a subquery's own columns.
		.filter((level) => level >= 0);
	return levels.length === 0 ? undefined : Math.min(...levels);
}

/** An ambiguous name is one of the query's, or of a subquery in it that knows the name itself: binding will tell. */
function knows(scope: Scope, name: ColumnName, clause: string): boolean {
	try {
		return scope.find(name, clause) !== undefined;
	} catch (failure) {
		if (failure instanceof SqlError && failure.code === ambiguousCode) {
			return true;
		}
		throw failure;
	}
}

const ambiguousCode = 1052;

/** All column names below, those within subqueries included, those of other aggregates not. */
function* columnNames(node: unknown): Generator<ColumnName> {
	if (typeof node !== "object" || node === null) {
		return;
	}
	if ("kind" in node && node.kind === "column") {
		yield node as ColumnName;
		return;
	}
	if ("kind" in node && node.kind === "aggregate") {
		return;
	}
	for (const part of Object.values(node)) {
		yield* columnNames(part);
	}
}
