/**
 * Syntax of INSERT, REPLACE, UPDATE, DELETE and LOAD DATA.
 */
import type { ColumnName, Expression, OrderItem, Limit, Query, TableReference } from "./expression.ts";
import type { FieldFormat } from "./into-target.ts";
import type { TableName } from "./table-name.ts";

export interface Assignment {
	readonly column: ColumnName;
	readonly value: Expression;
}

/** INSERT and REPLACE, in the VALUES, SET and SELECT forms. */
export interface Insert {
	readonly kind: "insert";
	readonly replace: boolean;
	readonly ignore: boolean;
	/** low_priority, delayed, high_priority: accepted, without effect. */
	readonly priority?: string;
	readonly table: TableName;
	/** undefined: no column list; the SET form fills it. */
	readonly columns?: readonly ColumnName[];
	/**
	 * Rows of VALUES, or the one row of SET; an empty row means all defaults. Exactly one of `rows` and `query` is set.
	 */
	readonly rows?: readonly (readonly Expression[])[];
	readonly query?: Query;
	readonly onDuplicate?: readonly Assignment[];
}

export interface Update {
	readonly kind: "update";
	readonly ignore: boolean;
	readonly tables: readonly TableReference[];
	readonly assignments: readonly Assignment[];
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
}

export interface Delete {
	readonly kind: "delete";
	readonly ignore: boolean;
	/** Tables to delete from, which may be aliases; equal to `from` in the single-table form. */
	readonly targets: readonly TableName[];
	readonly from: readonly TableReference[];
	/** The multi-table form. */
	readonly multiple: boolean;
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
}

export interface LoadData {
	readonly kind: "load-data";
	readonly local: boolean;
	readonly path: string;
	readonly onDuplicate?: "ignore" | "replace";
	readonly table: TableName;
	readonly format: FieldFormat;
	readonly ignoreLines: number;
	readonly targets?: readonly (ColumnName | { readonly kind: "user-variable"; readonly name: string })[];
	readonly assignments?: readonly Assignment[];
}
