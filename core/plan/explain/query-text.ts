/**
 * EXPLAIN's note 1003 (SHOW WARNINGS): the query with `*` expanded and columns qualified.
 *
 * The query was planned before, so it is valid. Names of an enclosing query stay as written.
 */
import type { ColumnName, Literal, Query, Select, SelectItem, TableReference } from "../../sql/tree/expression.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { bindFrom } from "../from/from-clause.ts";
import type { Planning, Scope } from "../tree/planning.ts";
import { withoutTurns } from "../tree/planning-turns.ts";
import { isNamed } from "../bind/scope.ts";
import type { ScopeTable } from "../tree/scope-table.ts";

export function explainedQuery(query: Query, planning: Planning): Query {
	return query.kind === "union"
		? { ...query, parts: query.parts.map((part) => explainedQuery(part, planning)) }
		: explainedSelect(query, planning);
}

function explainedSelect(select: Select, planning: Planning): Select {
	const scope = select.from === undefined ? undefined : bindFrom(select.from, withoutTurns(planning)).scope;
	const items = select.items.flatMap((item): readonly SelectItem[] =>
		item.kind === "star" && scope !== undefined ? columnsOf(item, scope) : [item],
	);
	return rewritten({ ...select, items: items.map(named) }, scope, planning) as Select;
}

function columnsOf(item: SelectItem & { kind: "star" }, scope: Scope): readonly SelectItem[] {
	const columns =
		item.table === undefined
			? scope.visible
			: scope.tables.filter((table) => isNamed(table, item)).flatMap((table) => table.columns);
	return columns.map(({ name, source }) => ({ kind: "item", text: name, expression: pathOf(source, name) }));
}

function pathOf({ database, alias }: ScopeTable, name: string): ColumnName {
	return { kind: "column", ...(database === "" ? {} : { database }), table: alias, name };
}

function named(item: SelectItem): SelectItem {
	return item.kind === "star" || item.alias !== undefined
		? item
		: { ...item, alias: item.expression.kind === "column" ? item.expression.name : item.text };
}

function rewritten(node: unknown, scope: Scope | undefined, planning: Planning): unknown {
	if (Array.isArray(node)) {
		return node.map((each) => rewritten(each, scope, planning));
	}
	if (typeof node !== "object" || node === null) {
		return node;
	}
	const typed = node as { readonly kind?: string; readonly index?: number };
	switch (typed.kind) {
		case "parameter":
			return literalOf(planning.parameters?.[typed.index!]) ?? node;
		case "column":
			return qualified(node as ColumnName, scope);
		case "derived":
		case "subquery":
		case "exists":
			return nested(node as { readonly query: Query }, planning);
		case "table": {
			const table = node as TableReference & { kind: "table" };
			const database = table.database ?? planning.database;
			return database === null ? table : { ...table, database };
		}
	}
	return Object.fromEntries(Object.entries(node).map(([member, value]) => [member, rewritten(value, scope, planning)]));
}

function nested<T extends { readonly query: Query }>(node: T, planning: Planning): T {
	try {
		return { ...node, query: explainedQuery(node.query, planning) };
	} catch {
		return node;
	}
}

function qualified(name: ColumnName, scope: Scope | undefined): ColumnName {
	try {
		const found = scope?.find(name, "field list");
		return found?.kind === "column" && found.origin !== undefined
			? pathOf(found.origin.source, found.origin.name)
			: name;
	} catch {
		// Ambiguous: a clause chose one of two columns of this name.
		return name;
	}
}

function literalOf(given: TypedValue | undefined): Literal | undefined {
	if (given === undefined) {
		return undefined;
	}
	const { value, type } = given;
	if (value === null) {
		return { kind: "literal", type: "null" };
	}
	if (typeof value === "string") {
		return { kind: "literal", type: "string", bytes: value };
	}
	if (type.name === "decimal" && type.scale > 0) {
		const digits = String(value)
			.replace("-", "")
			.padStart(type.scale + 1, "0");
		return {
			kind: "literal",
			type: "decimal",
			text: `${value < 0 ? "-" : ""}${digits.slice(0, -type.scale)}.${digits.slice(-type.scale)}`,
		};
	}
	return { kind: "literal", type: "decimal", text: String(value) };
}
