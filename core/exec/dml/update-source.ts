/**
 * ON DUPLICATE KEY UPDATE of INSERT ... SELECT: assignments may name columns of the SELECT's tables.
 *
 * Adds an item to the query for each column so named, and a scope in which they follow the proposed row. Queries
 * whose rows are not those of tables are refused: groups and UNION; DISTINCT for columns that it does not select.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { bindFrom } from "../../plan/from/from-clause.ts";
import type { TablePrivileges } from "../../plan/tree/required-privileges.ts";
import type { Planning, Scope } from "../../plan/tree/planning.ts";
import { withoutTurns } from "../../plan/tree/planning-turns.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { insertScope, printName, TableScope } from "../../plan/bind/scope.ts";
import type { ScopeColumn, ScopeTable } from "../../plan/tree/scope-table.ts";
import type { Insert } from "../../sql/tree/data.ts";
import type { ColumnName, Query, Select } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";

/** Whether its rows are those of tables: neither groups nor a union. */
function isOfTables(query: Query | undefined): query is Select & Required<Pick<Select, "from">> {
	return (
		query?.kind === "select" &&
		query.from !== undefined &&
		query.groupBy === undefined &&
		!hasAggregate([query.items, query.having, query.orderBy])
	);
}

/** The column names in assignments that the target table does not have. */
export function foreignNames({ query, onDuplicate }: Insert, table: Table): readonly ColumnName[] {
	if (onDuplicate === undefined || !isOfTables(query)) {
		return [];
	}
	const scope = insertScope(table);
	const names: ColumnName[] = [];
	for (const { value } of onDuplicate) {
		eachName(value, (name) => {
			const isKnown = names.some((other) => other.name === name.name && other.table === name.table);
			if (!isKnown && (!query.distinct || isSelected(name, query)) && scope.find(name, "field list") === undefined) {
				names.push(name);
			}
		});
	}
	return names;
}

/** Another item of such a column makes no two rows differ that were alike. */
function isSelected({ name }: ColumnName, { items }: Select): boolean {
	return items.some(
		(item) =>
			item.kind !== "item" ||
			(item.expression.kind === "column" && item.expression.name.toLowerCase() === name.toLowerCase()),
	);
}

/** Throws 1052 for a name of both the target table and a table of the SELECT. */
export function refuseAmbiguous({ query, onDuplicate = [] }: Insert, table: Table, planning: Planning): void {
	if (!isOfTables(query)) {
		return;
	}
	const own = insertScope(table);
	const names: ColumnName[] = [];
	onDuplicate.forEach(({ value }) =>
		eachName(value, (name) => {
			if (own.find(name, "field list") !== undefined) {
				names.push(name);
			}
		}),
	);
	if (names.length === 0) {
		return;
	}
	const { scope } = bindFrom(query.from, { ...withoutTurns(planning), needs: [] });
	const ambiguous = names.find((name) => scope.find(name, "field list") !== undefined);
	if (ambiguous !== undefined) {
		throw sqlError("ambiguousColumn", encodeText(printName(ambiguous)), "field list");
	}
}

function hasAggregate(node: unknown): boolean {
	if (typeof node !== "object" || node === null) {
		return false;
	}
	const { kind } = node as { readonly kind?: string };
	return kind === "aggregate" || (kind !== "select" && kind !== "union" && Object.values(node).some(hasAggregate));
}

/** Visits every column name of an expression outside of subqueries and VALUES(). */
function eachName(node: unknown, visit: (name: ColumnName) => void): void {
	if (typeof node !== "object" || node === null) {
		return;
	}
	const { kind } = node as { readonly kind?: string };
	if (kind === "column") {
		visit(node as ColumnName);
	} else if (kind !== "select" && kind !== "union" && kind !== "values-of") {
		for (const part of Object.values(node)) {
			eachName(part, visit);
		}
	}
}

export function withNames(query: Query, names: readonly ColumnName[]): Query {
	return query.kind !== "select" || names.length === 0
		? query
		: {
				...query,
				items: [
					...query.items,
					...names.map((expression) => ({ kind: "item" as const, expression, text: expression.name })),
				],
			};
}

/** The existing row, the proposed one, then the query's columns of these names. */
export function updateScope(
	table: Table,
	names: readonly ColumnName[],
	columns: readonly ResultColumn[],
	need?: TablePrivileges,
): Scope {
	const own = insertScope(table, need);
	const sources = new Map<string, ScopeTable & { readonly columns: ScopeColumn[] }>();
	names.forEach(({ database = "", table: alias = "", name }, at) => {
		const key = `${database}.${alias}`.toLowerCase();
		const source = sources.get(key) ?? {
			database,
			alias,
			name: alias,
			table: undefined,
			firstSlot: own.width,
			keySlot: own.width,
			columns: [],
		};
		const { type, nullable } = columns[columns.length - names.length + at]!;
		source.columns.push({ name, slot: own.width + at, type, nullable, source, column: undefined });
		sources.set(key, source);
	});
	const others = [...sources.values()];
	const unqualified = others.filter(({ alias }) => alias === "").flatMap((source) => source.columns);
	return new TableScope(
		[...own.tables, ...others],
		[...own.visible, ...unqualified],
		own.width + names.length,
		undefined,
		own.proposedSlot,
	);
}
