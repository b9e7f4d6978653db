/**
 * The syntax of queries: SELECT, UNION, and the tables they read.
 *
 * In: nothing. Out: node types. It refuses to know which tables exist.
 */
import type { Expression, OrderItem } from "./expression.ts";

export type Query = Select | Union;

export interface Select {
	readonly kind: "select";
	readonly distinct: boolean;
	/** SQL_CALC_FOUND_ROWS, SQL_NO_CACHE, HIGH_PRIORITY, STRAIGHT_JOIN ... in lower case. */
	readonly modifiers: readonly string[];
	/** The hint MAX_EXECUTION_TIME, in milliseconds; 0: no limit. It counts in the first SELECT of a statement. */
	readonly maximumMs?: number;
	readonly items: readonly SelectItem[];
	/** Comma-separated; undefined without FROM (or FROM DUAL). */
	readonly from?: readonly TableReference[];
	readonly where?: Expression;
	readonly groupBy?: readonly OrderItem[];
	readonly rollup?: boolean;
	readonly having?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
	/** PROCEDURE ANALYSE(): of the outermost SELECT alone. */
	readonly analyse?: Analyse;
}

/** How many values of a column, and bytes of them, ANALYSE() may keep. */
export interface Analyse {
	readonly maximumElements: number;
	readonly maximumBytes: number;
}

/**
 * A chain `a union b union all c`: parts in order, the operators between them. ORDER BY and LIMIT are of the whole.
 */
export interface Union {
	readonly kind: "union";
	readonly parts: readonly Query[];
	/** `operators[i]` stands between `parts[i]` and `parts[i + 1]`. */
	readonly operators: readonly ("distinct" | "all")[];
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
}

export type SelectItem =
	/** `text` is the source text of the expression: it names the column where no alias does. */
	| { readonly kind: "item"; readonly expression: Expression; readonly alias?: string; readonly text: string }
	/** `*`, `t.*`, `d.t.*` */
	| { readonly kind: "star"; readonly database?: string; readonly table?: string };

/** Integers or parameters. */
export interface Limit {
	readonly count: Expression;
	readonly offset?: Expression;
}

export type IntoTarget =
	| { readonly kind: "variables"; readonly names: readonly string[] }
	| { readonly kind: "outfile" | "dumpfile"; readonly path: string; readonly fields?: FieldFormat };

/** FIELDS and LINES clauses of OUTFILE and LOAD DATA; byte strings, MySQL's defaults where not written. */
export interface FieldFormat {
	readonly charset?: string;
	readonly terminatedBy?: string;
	readonly enclosedBy?: string;
	readonly optionallyEnclosed?: boolean;
	readonly escapedBy?: string;
	readonly linesStartingBy?: string;
	readonly linesTerminatedBy?: string;
}

export type TableReference = TableName | DerivedTable | Join;

/** A table in a FROM clause, or the target of a statement. */
export interface TableName {
	readonly kind: "table";
	readonly database?: string;
	readonly name: string;
	readonly alias?: string;
	readonly partitions?: readonly string[];
	readonly indexHints?: readonly IndexHint[];
}

export interface IndexHint {
	readonly action: "use" | "force" | "ignore";
	readonly purpose?: "join" | "order by" | "group by";
	readonly indexes: readonly string[];
}

export interface DerivedTable {
	readonly kind: "derived";
	readonly query: Query;
	readonly alias?: string;
}

export interface Join {
	readonly kind: "join";
	/** A right join stays one here. Comma and CROSS are `inner` without a condition. */
	readonly type: "inner" | "left" | "right" | "straight";
	readonly natural: boolean;
	readonly left: TableReference;
	readonly right: TableReference;
	readonly on?: Expression;
	readonly using?: readonly string[];
}
