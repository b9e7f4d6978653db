/**
 * Walks over bound expressions: parts, rewritten copies, equality, conjuncts, tables read.
 */
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { BoundExpression } from "./bound-expression.ts";
import type { KeySpan } from "./query-plan.ts";
import type { ScopeTable } from "./scope-table.ts";
import type { Table } from "../../catalog/table.ts";

/** Direct parts of an expression, all over the same row. A subquery's are its operands and captures. */
export function partsOf(bound: BoundExpression): readonly BoundExpression[] {
	switch (bound.kind) {
		case "call":
			return bound.operands;
		case "row":
			return bound.items;
		case "subquery":
			return bound.captures.length === 0 ? bound.operands : [...bound.operands, ...bound.captures];
		default:
			return none;
	}
}

const none: readonly BoundExpression[] = [];

/** Whether the test holds for any node of the tree. */
export function someBound(bound: BoundExpression, test: (node: BoundExpression) => boolean): boolean {
	if (test(bound)) {
		return true;
	}
	// By index: an iterator takes an object for each part.
	const parts = partsOf(bound);
	for (let at = 0; at < parts.length; at++) {
		if (someBound(parts[at]!, test)) {
			return true;
		}
	}
	return false;
}

/** Copies a tree, top down, replacing nodes by `change`; undefined descends into the node's parts. */
export function mapBound(
	bound: BoundExpression,
	change: (node: BoundExpression) => BoundExpression | undefined,
): BoundExpression {
	const changed = change(bound);
	if (changed !== undefined) {
		return changed;
	}
	switch (bound.kind) {
		case "call": {
			const operands = mapAll(bound.operands, change);
			return operands === bound.operands ? bound : { ...bound, operands };
		}
		case "row": {
			const items = mapAll(bound.items, change);
			return items === bound.items ? bound : { ...bound, items };
		}
		case "subquery": {
			const operands = mapAll(bound.operands, change);
			const captures = mapAll(bound.captures, change);
			return operands === bound.operands && captures === bound.captures ? bound : { ...bound, operands, captures };
		}
		default:
			return bound;
	}
}

function mapAll(
	all: readonly BoundExpression[],
	change: (node: BoundExpression) => BoundExpression | undefined,
): readonly BoundExpression[] {
	let mapped: BoundExpression[] | undefined;
	for (let at = 0; at < all.length; at++) {
		const each = mapBound(all[at]!, change);
		if (each !== all[at]) {
			mapped ??= all.slice();
			mapped[at] = each;
		}
	}
	return mapped ?? all;
}

/** Whether two expressions over the same row are equal. Two plans of subqueries never are. */
export function sameExpression(a: BoundExpression, b: BoundExpression): boolean {
	if (a === b) {
		return true;
	}
	switch (a.kind) {
		case "column":
			return b.kind === "column" && a.slot === b.slot;
		case "outer":
			return b.kind === "outer" && a.index === b.index;
		case "constant":
			return (
				b.kind === "constant" &&
				a.value === b.value &&
				familyOf(a.type) === familyOf(b.type) &&
				a.type.scale === b.type.scale &&
				a.type.collation === b.type.collation
			);
		case "parameter":
			return b.kind === "parameter" && a.index === b.index;
		case "word":
			return b.kind === "word" && a.word === b.word;
		case "call":
			return (
				b.kind === "call" &&
				a.definition.name === b.definition.name &&
				sameShown(a.shown ?? a.type, b.shown ?? b.type) &&
				sameAll(a.operands, b.operands) &&
				a.resolution.volatile !== true
			);
		case "row":
			return b.kind === "row" && sameAll(a.items, b.items);
		case "subquery":
			return (
				b.kind === "subquery" &&
				a.plan === b.plan &&
				a.form === b.form &&
				a.operator === b.operator &&
				a.at === b.at &&
				sameAll(a.operands, b.operands) &&
				sameAll(a.captures, b.captures)
			);
	}
}

function sameShown(a: SqlType, b: SqlType): boolean {
	return a.name === b.name && a.collation === b.collation && a.length === b.length && a.scale === b.scale;
}

function sameAll(a: readonly BoundExpression[], b: readonly BoundExpression[]): boolean {
	return a.length === b.length && a.every((each, at) => sameExpression(each, b[at]!));
}

/** Equal for expressions that are the same: to look one up among many. */
export function expressionKey(bound: BoundExpression): string {
	switch (bound.kind) {
		case "column":
			return `c${bound.slot}`;
		case "outer":
		case "parameter":
			return `${bound.kind}${bound.index}`;
		case "constant":
			return JSON.stringify(typeof bound.value === "string" ? bound.value : String(bound.value));
		case "word":
			return bound.word;
		case "call":
			return `${bound.definition.name}(${bound.operands.map(expressionKey).join()})`;
		case "row":
			return `(${bound.items.map(expressionKey).join()})`;
		case "subquery":
			return bound.form;
	}
}

/** Splits AND into conjuncts, at any depth. */
export function conjunctsOf(bound: BoundExpression | undefined): BoundExpression[] {
	return bound === undefined ? [] : sidesOf("and", bound);
}

/** Splits OR into disjuncts, at any depth. */
export function disjunctsOf(bound: BoundExpression): BoundExpression[] {
	return sidesOf("or", bound);
}

function sidesOf(operator: "and" | "or", bound: BoundExpression): BoundExpression[] {
	const sides: BoundExpression[] = [];
	addSides(operator, bound, sides);
	return sides;
}

function addSides(operator: "and" | "or", bound: BoundExpression, sides: BoundExpression[]): void {
	if (bound.kind === "call" && bound.definition.name === operator) {
		const { operands } = bound;
		for (let at = 0; at < operands.length; at++) {
			addSides(operator, operands[at]!, sides);
		}
	} else {
		sides.push(bound);
	}
}

const found = new WeakMap<BoundExpression, ReadonlySet<ScopeTable>>();
const noTables: ReadonlySet<ScopeTable> = new Set();

/** Tables whose columns an expression reads. Kept for trees: an entry of a WeakMap costs more than a leaf's set. */
export function tablesOf(bound: BoundExpression): ReadonlySet<ScopeTable> {
	if (bound.kind === "column") {
		return bound.origin === undefined ? noTables : new Set([bound.origin.source]);
	}
	if (partsOf(bound).length === 0) {
		return noTables;
	}
	let tables = found.get(bound);
	if (tables === undefined) {
		const reads = new Set<ScopeTable>();
		addTables(bound, reads);
		tables = reads;
		found.set(bound, tables);
	}
	return tables;
}

function addTables(bound: BoundExpression, reads: Set<ScopeTable>): void {
	if (bound.kind === "column" && bound.origin !== undefined) {
		reads.add(bound.origin.source);
	}
	const parts = partsOf(bound);
	for (let at = 0; at < parts.length; at++) {
		addTables(parts[at]!, reads);
	}
}

/** A constant that is no truth: WHERE 0, WHERE NULL. */
export function isAlwaysFalse(bound: BoundExpression): boolean {
	return bound.kind === "constant" && (bound.value === null || bound.value === 0);
}

/** All values that a key range is made of. */
export function valuesOfSpan({ equal, low, high, like }: KeySpan): BoundExpression[] {
	return [...equal.map(({ value }) => value), low?.value, high?.value, like].filter((value) => value !== undefined);
}

/** Tables that subqueries of an expression read. */
export function subqueryTables(bound: BoundExpression): Table[] {
	const tables: Table[] = [];
	someBound(bound, (node) => {
		if (node.kind === "subquery") {
			tables.push(...node.plan.tables);
		}
		return false;
	});
	return tables;
}
