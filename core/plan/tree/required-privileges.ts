/**
 * Privileges that a statement requires, collected while it is planned.
 *
 * Tables add a need as names are bound to them, columns as expressions use them. The needs are kept with the plan;
 * the session checks them once for each plan and state of the privileges.
 */
import { onColumns, privilegeBit, type Privileges } from "../../catalog/privilege.ts";
import type { Routine } from "../../catalog/program.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { Query } from "../../sql/tree/expression.ts";

const select = privilegeBit("SELECT");

/** A table or view, and the privileges required on it. */
export interface TablePrivileges {
	readonly kind: "table";
	readonly database: string;
	readonly table: string;
	/** The views through which it is reached, outermost first. */
	readonly views: readonly View[];
	/** On the table, or for privileges that can be granted on columns, on at least one column. */
	whole: Privileges;
	/** On columns, by name as spelled in the table. */
	readonly columns: Map<string, Privileges>;
	/** On all columns: `*`, INSERT without a column list. */
	all: Privileges;
}

export type RequiredPrivileges =
	| TablePrivileges
	/** One of these, globally. */
	| { readonly kind: "global"; readonly anyOf: Privileges }
	/** All of these, globally; refused with the error of a failed login. */
	| { readonly kind: "everywhere"; readonly privileges: Privileges }
	/** All of these, on the database, or on all that a pattern matches. */
	| {
			readonly kind: "database";
			readonly database: string;
			readonly privileges: Privileges;
			readonly isPattern?: boolean;
	  }
	/** Any privilege on the database or on an object in it. */
	| { readonly kind: "inside"; readonly database: string }
	/** One of these on the table or a column of it; the error names `word`. */
	| {
			readonly kind: "some";
			readonly database: string;
			readonly table: string;
			readonly anyOf: Privileges;
			readonly word: string;
			/** A privilege on a column is not enough: the whole definition is shown. */
			readonly whole?: boolean;
	  }
	/** On a routine, its database, or globally; its definer has them. */
	| {
			readonly kind: "routine";
			readonly routine: Routine;
			readonly privilege: "EXECUTE" | "ALTER ROUTINE";
			/** The views through which a function is called, outermost first. */
			readonly views?: readonly View[];
	  }
	/** All of these, on a routine, its database, or globally. */
	| { readonly kind: "routine-grant"; readonly routine: Routine; readonly privileges: Privileges }
	/** This privilege on the database `mysql`, else the global one. */
	| { readonly kind: "accounts"; readonly onTables: Privileges; readonly global: Privileges };

export function tableNeed(
	database: string,
	table: string,
	whole: Privileges,
	views: readonly View[] = [],
): TablePrivileges {
	return { kind: "table", database, table, views, whole, columns: new Map(), all: 0 };
}

/** Collector of needs, and the views being planned: part of `Planning`. */
export interface Gathering {
	readonly needs?: RequiredPrivileges[];
	/** The views being planned, outermost first. */
	readonly through?: readonly View[];
	/** Throws where the account lacks a privilege. */
	readonly admit?: (needs: readonly RequiredPrivileges[]) => void;
	/** For queries that cannot be planned: throws where the account may not even know the names in it. */
	readonly admitWritten?: (query: Query, anyWord?: string) => void;
}

/** Adds a table that is read. undefined: nothing is collected, or the table is the session's own. */
export function needTable(table: Table, gathering: Gathering, whole: Privileges = select): TablePrivileges | undefined {
	return table.record.temporary === true ? undefined : needNamed(table.database, table.name, gathering, whole);
}

export function needNamed(
	database: string,
	table: string,
	{ needs, through = [] }: Gathering,
	whole: Privileges = select,
): TablePrivileges | undefined {
	if (needs === undefined) {
		return undefined;
	}
	const need = tableNeed(database, table, whole, through);
	needs.push(need);
	return need;
}

/** Requires any privilege on a table's rows; the error names this word. */
export function anyOnRows(need: RequiredPrivileges, word: string): readonly RequiredPrivileges[] {
	return need.kind === "table" && need.views.length === 0
		? [{ kind: "some", database: need.database, table: need.table, anyOf: rows, word }]
		: [];
}

const rows = ["SELECT", "INSERT", "UPDATE", "DELETE"].reduce((sum, name) => sum | privilegeBit(name), 0);

/** Adds a column that is used. */
export function needColumn(need: TablePrivileges | undefined, column: string, privilege: Privileges = select): void {
	need?.columns.set(column, (need.columns.get(column) ?? 0) | privilege);
}

/** Adds all columns, without naming them. */
export function needColumns(
	need: TablePrivileges | undefined,
	columns: readonly { readonly name: string }[],
	privilege: Privileges = select,
): void {
	if (need !== undefined) {
		need.all |= privilege & onColumns;
		for (const { name } of columns) {
			needColumn(need, name, privilege);
		}
	}
}
