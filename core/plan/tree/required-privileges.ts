/**
 * What a statement needs privileges for: gathered while it is planned, whoever runs it.
 *
 * In: tables as names are bound to them, columns as expressions use them. Out: needs, which are kept with the plan.
 * It refuses to know who has which privilege: the session checks needs, once a plan and a state of the privileges.
 */
import { onColumns, privilegeBit, type Privileges } from "../../catalog/privilege.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { Query } from "../../sql/tree/expression.ts";

const select = privilegeBit("SELECT");

/** A table or a view, and what is done with it. */
export interface TablePrivileges {
	readonly kind: "table";
	readonly database: string;
	readonly table: string;
	/** The views through which it is reached, outermost first. */
	readonly views: readonly View[];
	/** On the table; what may be granted on columns, on one of them at least. */
	whole: Privileges;
	/** On columns, by name as it is in the table. */
	readonly columns: Map<string, Privileges>;
	/** What is asked of the columns since all of them are meant: `*`, INSERT without a list. */
	all: Privileges;
}

export type RequiredPrivileges =
	| TablePrivileges
	/** One of these, on everything. */
	| { readonly kind: "global"; readonly anyOf: Privileges }
	/** All of these, on everything; refused as a login is. */
	| { readonly kind: "everywhere"; readonly privileges: Privileges }
	/** All of these, on the database. */
	| { readonly kind: "database"; readonly database: string; readonly privileges: Privileges }
	/** Any privilege on the database or on something in it. */
	| { readonly kind: "inside"; readonly database: string }
	/** One of these on the table, or on one of its columns; refused in this word. */
	| {
			readonly kind: "some";
			readonly database: string;
			readonly table: string;
			readonly anyOf: Privileges;
			readonly word: string;
	  }
	/** This on the database `mysql`, or else the global privilege. */
	| { readonly kind: "accounts"; readonly onTables: Privileges; readonly global: Privileges };

export function tableNeed(
	database: string,
	table: string,
	whole: Privileges,
	views: readonly View[] = [],
): TablePrivileges {
	return { kind: "table", database, table, views, whole, columns: new Map(), all: 0 };
}

/** Where needs are gathered, and through which views. Parts of what planning may know. */
export interface Gathering {
	readonly needs?: RequiredPrivileges[];
	/** The views whose queries are being planned, outermost first. */
	readonly through?: readonly View[];
	/** Throws where the account may not do what is needed. */
	readonly admit?: (needs: readonly RequiredPrivileges[]) => void;
	/** Throws where it may not even know of what a query names, which can't be planned. */
	readonly admitWritten?: (query: Query, anyWord?: string) => void;
}

/** A table that is read. Undefined: nobody asks, or the table is the session's own. */
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

/** Whoever may do nothing at all to the rows of a table is refused in this word. */
export function anyOnRows(need: RequiredPrivileges, word: string): readonly RequiredPrivileges[] {
	return need.kind === "table" && need.views.length === 0
		? [{ kind: "some", database: need.database, table: need.table, anyOf: rows, word }]
		: [];
}

const rows = ["SELECT", "INSERT", "UPDATE", "DELETE"].reduce((sum, name) => sum | privilegeBit(name), 0);

/** A column is used. */
export function needColumn(need: TablePrivileges | undefined, column: string, privilege: Privileges = select): void {
	need?.columns.set(column, (need.columns.get(column) ?? 0) | privilege);
}

/** All columns are, without being named. */
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
