/**
 * Select list: binds `*` and expressions, and names the result columns.
 *
 * Throws 1051 and 1096.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Index, Table } from "../../catalog/table.ts";
import type { Expression, SelectItem } from "../../sql/tree/expression.ts";
import { cutBytes } from "../../types/text/characters.ts";
import { decodeText, encodeText } from "../../types/value/value.ts";
import { bindExpression } from "./bind-expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { padded, withoutPadding } from "./padded-char.ts";
import { ListScope, type BoundItem } from "./select-list-scope.ts";
import { needColumns } from "../tree/required-privileges.ts";
import type { Planning, AggregatePlaces, Scope } from "../tree/planning.ts";
import { fixedColumn, type ResultColumn } from "../tree/result-column.ts";
import { boundOrigin, isNamed } from "./scope.ts";
import type { ScopeColumn } from "../tree/scope-table.ts";

export function bindItems(
	items: readonly SelectItem[],
	scope: Scope,
	planning: Planning,
	aggregates: AggregatePlaces,
): BoundItem[] {
	const all: BoundItem[] = [];
	// Backwards: the end of a long list is cheaply cut.
	const later = items.map((item) => (item.kind === "star" ? "" : (item.alias ?? "").toLowerCase())).reverse();
	const list = new ListScope(scope, all, later);
	for (const item of items) {
		if (item.kind === "star") {
			const columns = starColumns(item, scope);
			for (const { source, name } of columns) {
				needColumns(source.need, [{ name }]);
			}
			all.push(
				...columns.map((column) => ({
					name: column.name,
					alias: undefined,
					expression: undefined,
					bound: padded(boundOrigin(column), planning),
				})),
			);
		} else {
			const { expression, alias, text } = item;
			const bound = padded(bindExpression(expression, list, planning, "field list", aggregates), planning);
			all.push({ name: alias ?? shortName(nameOf(expression, text)), alias, expression, bound });
		}
		later.pop();
	}
	return all;
}

function starColumns(star: SelectItem & { kind: "star" }, scope: Scope): readonly ScopeColumn[] {
	if (scope.tables.length === 0) {
		throw sqlError("noTablesUsed");
	}
	if (star.table === undefined) {
		return scope.visible;
	}
	const tables = scope.tables.filter((table) => isNamed(table, star));
	if (tables.length === 0) {
		throw sqlError(
			"unknownTable",
			encodeText(star.database === undefined ? star.table : `${star.database}.${star.table}`),
		);
	}
	return tables.flatMap((table) => table.columns);
}

/** Bytes of the longest name that is made of an expression, as in MySQL. */
const longestName = 256;

/** The first characters of a long text: a name that is sent with every result. */
function shortName(name: string): string {
	if (name.length <= longestName / 4) {
		return name;
	}
	return decodeText(cutBytes(encodeText(name), "utf8mb4", longestName));
}

/** The name of an expression without alias: a column's name, a string's text, else the source text. */
function nameOf(expression: Expression, text: string): string {
	if (expression.kind === "column") {
		return expression.name;
	}
	if (expression.kind === "call" && expression.name === "name_const") {
		const [name] = expression.arguments;
		return name?.kind === "literal" ? nameOf(name, text) : text;
	}
	if (expression.kind !== "literal") {
		return text;
	}
	switch (expression.type) {
		case "string":
			// From the first character on that can be seen.
			return decodeText(expression.bytes).replace(/^[\0- \x7f]+/, "");
		case "null":
			return "NULL";
		case "boolean":
			return expression.value ? "TRUE" : "FALSE";
		default:
			return text;
	}
}

/** Client-visible metadata of an expression. */
export function resultColumn(name: string, bound: BoundExpression): ResultColumn {
	const own = withoutPadding(bound);
	const origin = own.kind === "column" || own.kind === "outer" ? own.origin : undefined;
	const { type, nullable } = bound;
	if (origin === undefined) {
		return fixedColumn(name, type, nullable, "");
	}
	const { source, column } = origin;
	const keys = source.table === undefined || column === undefined ? noKeys : keysOf(source.table, column.id);
	return {
		database: source.database,
		table: source.alias,
		originalTable: source.name,
		name,
		originalName: column?.name ?? origin.name,
		type,
		nullable,
		primaryKey: keys.primaryKey,
		uniqueKey: keys.uniqueKey,
		multipleKey: keys.multipleKey,
		autoIncrement: column?.autoIncrement ?? false,
		noDefault: column?.default.kind === "none" && !column.autoIncrement,
	};
}

type Keys = Pick<ResultColumn, "primaryKey" | "uniqueKey" | "multipleKey">;

const noKeys: Keys = { primaryKey: false, uniqueKey: false, multipleKey: false };

/** By table, then column. */
const known = new WeakMap<Table, Map<number, Keys>>();

function keysOf(table: Table, columnId: number): Keys {
	let byColumn = known.get(table);
	if (byColumn === undefined) {
		byColumn = new Map();
		known.set(table, byColumn);
	}
	let keys = byColumn.get(columnId);
	if (keys === undefined) {
		keys = findKeys(table, columnId);
		byColumn.set(columnId, keys);
	}
	return keys;
}

/** A column that alone is a unique key is flagged unique; the first column of any other key, multiple. */
function findKeys(table: Table, columnId: number): Keys {
	const begins = (index: Index): boolean => index.parts[0]?.column.id === columnId;
	const secondary = table.indexes.filter((index) => !index.primary && begins(index));
	return {
		primaryKey: table.primaryKey?.parts.some((part) => part.column.id === columnId) ?? false,
		uniqueKey: secondary.some((index) => index.unique && index.parts.length === 1),
		multipleKey: secondary.some((index) => !index.unique || index.parts.length > 1),
	};
}
