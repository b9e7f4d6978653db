/**
 * A table reference in a name scope: its names, and its columns' slots.
 */
import type { Column, Table } from "../../catalog/table.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { TablePrivileges } from "./required-privileges.ts";

/** In one query, as in MySQL; those of merged views count. */
export const mostTables = 61;

export interface ScopeTable {
	/** Empty for derived tables. */
	readonly database: string;
	/** The alias, or the table's name. */
	readonly alias: string;
	/** Whether the statement gives it a name of its own: it is then called by that alone. */
	readonly isAliased?: boolean;
	/** The table's own name; the alias for derived tables. */
	readonly name: string;
	/** Stored and computed tables; undefined for derived ones. */
	readonly table: Table | undefined;
	readonly firstSlot: number;
	/** The slot after the columns: the row's key, where a statement changes the row. */
	readonly keySlot: number;
	readonly columns: readonly ScopeColumn[];
	/** Collects the privileges required on it. */
	readonly need?: TablePrivileges | undefined;
}

export interface ScopeColumn {
	readonly name: string;
	readonly slot: number;
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly source: ScopeTable;
	/** Stored and computed tables only. */
	readonly column: Column | undefined;
	/** Of a mergeable derived table: the column that it selects, if it is one. */
	readonly selected?: ScopeColumn | undefined;
}
