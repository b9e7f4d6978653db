/**
 * Stored form of a view's query: `*` expanded, expressions named, tables of other databases qualified.
 *
 * The query was planned before, so it is known to be valid. Throws 1350, 1351 for queries a view may not have.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { bindFrom } from "./from-clause.ts";
import type { Planning } from "../tree/planning.ts";
import { withoutTurns } from "../tree/planning-turns.ts";
import { isNamed } from "../bind/scope.ts";
import type { Query, Select, SelectItem } from "../../sql/tree/expression.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** `names`: of the query's columns. `database`: the view's. */
export function viewDefinition(query: Query, names: readonly string[], database: string, planning: Planning): Query {
	if (query.into !== undefined) {
		throw sqlError("viewSelectClause", "INTO");
	}
	if (query.kind === "select" && query.analyse !== undefined) {
		throw sqlError("viewSelectClause", "PROCEDURE");
	}
	return rewritten(writeOut(query, names, planning), (name) => qualified(name, database, planning)) as Query;
}

function writeOut(query: Query, names: readonly string[], planning: Planning): Query {
	return query.kind === "union"
		? { ...query, parts: query.parts.map((part) => writeOut(part, names, planning)) }
		: { ...query, items: named(starless(query, planning), names) };
}

function starless({ items, from }: Select, planning: Planning): readonly SelectItem[] {
	if (from === undefined || items.every(({ kind }) => kind !== "star")) {
		return items;
	}
	const { scope } = bindFrom(from, withoutTurns(planning));
	return items.flatMap((item): readonly SelectItem[] => {
		if (item.kind !== "star") {
			return [item];
		}
		const columns =
			item.table === undefined
				? scope.visible
				: scope.tables.filter((table) => isNamed(table, item)).flatMap((table) => table.columns);
		return columns.map(({ name, source }) => ({
			kind: "item",
			text: name,
			expression: { kind: "column", table: source.alias, name },
		}));
	});
}

/** Columns keep their names; expressions get their present name as alias, since they may be printed differently. */
function named(items: readonly SelectItem[], names: readonly string[]): readonly SelectItem[] {
	return items.map((item, at) =>
		item.kind === "star" || item.alias !== undefined || item.expression.kind === "column"
			? item
			: { ...item, alias: names[at] ?? item.text },
	);
}

function qualified(table: TableName, database: string, planning: Planning): TableName {
	const own = table.database ?? planning.database ?? database;
	const { database: _written, ...bare } = table;
	return own.toLowerCase() === database.toLowerCase() ? bare : { ...bare, database: own };
}

const variables = new Set(["parameter", "user-variable", "system-variable", "assign-variable"]);

/** Copies a tree with other table names. */
function rewritten(node: unknown, rename: (table: TableName) => TableName): unknown {
	if (Array.isArray(node)) {
		return node.map((each) => rewritten(each, rename));
	}
	if (typeof node !== "object" || node === null) {
		return node;
	}
	const { kind } = node as { readonly kind?: string };
	if (kind !== undefined && variables.has(kind)) {
		throw sqlError("viewSelectVariable");
	}
	const copy = Object.fromEntries(Object.entries(node).map(([member, value]) => [member, rewritten(value, rename)]));
	return kind === "table" ? rename(copy as unknown as TableName) : copy;
}
