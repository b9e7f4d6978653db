/**
 * Name resolution: column names to bound columns, in a scope of tables and the scopes around it.
 *
 * Throws 1052, 1054, 1109. A subquery that names a column of an enclosing query captures its value (`Enclosing`).
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { ColumnName } from "../../sql/tree/expression.ts";
import { familyOf } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import { boundColumn, type BoundExpression, type BoundOuter } from "../tree/bound-expression.ts";
import { sameExpression } from "../tree/bound-tree.ts";
import { needColumn, type TablePrivileges } from "../tree/required-privileges.ts";
import type { Scope, Enclosing } from "../tree/planning.ts";
import type { ScopeColumn, ScopeTable } from "../tree/scope-table.ts";

/** The columns of tables, by name and table. */
export class TableScope implements Scope {
	readonly tables: readonly ScopeTable[];
	readonly visible: readonly ScopeColumn[];
	readonly width: number;
	readonly enclosing: Enclosing | undefined;
	readonly proposedSlot: number | undefined;
	/** By lower-case name; null: ambiguous. */
	#byName: Map<string, ScopeColumn | null> | undefined;

	constructor(
		tables: readonly ScopeTable[],
		visible: readonly ScopeColumn[],
		width: number,
		enclosing?: Enclosing,
		proposedSlot?: number,
	) {
		this.tables = tables;
		this.visible = visible;
		this.width = width;
		this.enclosing = enclosing;
		this.proposedSlot = proposedSlot;
	}

	find(name: ColumnName, clause: string): BoundExpression | undefined {
		const column = name.table === undefined ? this.#unqualified(name, clause) : this.#qualified(name, clause);
		return column && boundOrigin(column);
	}

	#unqualified(name: ColumnName, clause: string): ScopeColumn | undefined {
		this.#byName ??= indexByName(this.visible);
		const column = this.#byName.get(name.name.toLowerCase());
		if (column === null) {
			throw ambiguous(name, clause);
		}
		return column ?? (isRowId(name.name) ? this.tables.map(rowIdOf).find((found) => found !== undefined) : undefined);
	}

	#qualified(name: ColumnName, clause: string): ScopeColumn | undefined {
		let found: ScopeColumn | undefined;
		for (const table of this.tables) {
			const column = isNamed(table, name) ? columnOf(table, name.name) : undefined;
			if (column !== undefined && found !== undefined) {
				throw ambiguous(name, clause);
			}
			found ??= column;
		}
		return found;
	}
}

function indexByName(columns: readonly ScopeColumn[]): Map<string, ScopeColumn | null> {
	const byName = new Map<string, ScopeColumn | null>();
	for (const column of columns) {
		const name = column.name.toLowerCase();
		byName.set(name, byName.has(name) ? null : column);
	}
	return byName;
}

/** Whether `t` or `d.t` names this table reference. */
export function isNamed(table: ScopeTable, name: { readonly database?: string; readonly table?: string }): boolean {
	return (
		table.alias.toLowerCase() === name.table?.toLowerCase() &&
		(name.database === undefined || table.database.toLowerCase() === name.database.toLowerCase())
	);
}

function columnOf(table: ScopeTable, name: string): ScopeColumn | undefined {
	const wanted = name.toLowerCase();
	if (table.table !== undefined) {
		const column = table.table.columnsByName.get(wanted);
		return column === undefined && isRowId(wanted) ? rowIdOf(table) : column && table.columns[column.offset];
	}
	return table.columns.find((column) => column.name.toLowerCase() === wanted);
}

function isRowId(name: string): boolean {
	return name.length === 6 && name.toLowerCase() === "_rowid";
}

/**
 * `_rowid`, if no column has that name: the single integer column of the primary key, or of the first unique key
 * without NULLs.
 */
function rowIdOf({ table, columns }: ScopeTable): ScopeColumn | undefined {
	const key =
		table?.primaryKey ??
		table?.indexes.find(({ unique, parts }) => unique && parts.every(({ column }) => !column.nullable));
	const column = key?.parts.length === 1 ? key.parts[0]!.column : undefined;
	return column !== undefined && familyOf(column.type) === "integer" ? columns[column.offset] : undefined;
}

export function boundOrigin(column: ScopeColumn): BoundExpression {
	return boundColumn(column.slot, column.type, column.nullable, column);
}

function ambiguous(name: ColumnName, clause: string): Error {
	return sqlError("ambiguousColumn", encodeText(printName(name)), clause);
}

export function printName({ database, table, name }: ColumnName): string {
	return [database, table, name].filter((part) => part !== undefined).join(".");
}

/** Resolves a column name in a scope or those around it, and records that it is read; throws 1054. */
export function resolveColumn(name: ColumnName, scope: Scope, clause: string): BoundExpression {
	const found = nameColumn(name, scope, clause);
	const origin = found.kind === "column" || found.kind === "outer" ? found.origin : undefined;
	if (origin !== undefined) {
		needColumn(origin.source.need, origin.name);
	}
	return found;
}

/** The same for a column whose value is not read. */
export function nameColumn(name: ColumnName, scope: Scope, clause: string): BoundExpression {
	const found = scope.find(name, clause) ?? resolveOuter(name, scope.enclosing);
	if (found === undefined) {
		throw unresolved(name, scope, clause);
	}
	return found;
}

/** 1109 for a qualified name where no tables are read, otherwise 1054. */
function unresolved(column: ColumnName, scope: Scope, clause: string): Error {
	const { database, table } = column;
	return table !== undefined && !readsTables(scope)
		? sqlError("unknownTableInClause", encodeText(database === undefined ? table : `${database}.${table}`), clause)
		: sqlError("unknownColumn", encodeText(printName(column)), clause);
}

function readsTables({ tables, enclosing }: Scope): boolean {
	return tables.length > 0 || (enclosing !== undefined && readsTables(enclosing.scope));
}

function resolveOuter(name: ColumnName, enclosing: Enclosing | undefined): BoundOuter | undefined {
	if (enclosing === undefined) {
		return undefined;
	}
	const { scope, clause, captures } = enclosing;
	const found = scope.find(name, clause) ?? resolveOuter(name, scope.enclosing);
	return found && capture(found, captures);
}

/** Captures an expression over the enclosing query's row; equal ones share a capture. */
export function capture(bound: BoundExpression, captures: BoundExpression[]): BoundOuter {
	let index = captures.findIndex((captured) => sameExpression(captured, bound));
	if (index < 0) {
		index = captures.push(bound) - 1;
	}
	const { type, nullable, coercibility } = bound;
	const origin = bound.kind === "column" || bound.kind === "outer" ? bound.origin : undefined;
	return { kind: "outer", index, type, nullable, coercibility, origin };
}

/** Places a table reference in slots from `firstSlot`. `nullable`: on the inner side of an outer join. */
export function scopeTable(
	table: Table,
	alias: string,
	firstSlot: number,
	{ nullable = false, need, isAliased = false }: Reference = {},
): ScopeTable {
	const columns: ScopeColumn[] = [];
	const source: ScopeTable = {
		database: table.database,
		alias,
		name: table.name,
		isAliased,
		table,
		firstSlot,
		keySlot: firstSlot + table.columns.length,
		columns,
		need,
	};
	for (const column of table.columns) {
		const { name, type, offset } = column;
		columns.push({ name, slot: firstSlot + offset, type, nullable: nullable || column.nullable, source, column });
	}
	return source;
}

interface Reference {
	readonly nullable?: boolean;
	readonly need?: TablePrivileges | undefined;
	readonly isAliased?: boolean;
}

/** A single table's row, in slots from 0. */
export function tableScope(table: Table, alias: string = table.name, need?: TablePrivileges): Scope {
	const source = scopeTable(table, alias, 0, { need });
	return new TableScope([source], source.columns, table.columns.length + 1);
}

/** ON DUPLICATE KEY UPDATE: the existing row in slots 0 to n - 1, the proposed one in n to 2n - 1. */
export function insertScope(table: Table, need?: TablePrivileges): Scope {
	const source = scopeTable(table, table.name, 0, { need });
	return new TableScope([source], source.columns, 2 * table.columns.length, undefined, table.columns.length);
}

/** No tables: SELECT without FROM, VALUES of an INSERT. */
export function emptyScope(enclosing?: Enclosing): Scope {
	return new TableScope([], [], 0, enclosing);
}
