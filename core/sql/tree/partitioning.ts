/**
 * Syntax of PARTITION BY, and of ALTER TABLE's partition changes.
 *
 * Expressions are kept as text as well, since a definition is shown as written.
 */
import type { Expression } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export interface Partitioning extends PartitionMethod {
	/** PARTITIONS n; undefined: the number listed, or one. */
	readonly count?: number;
	readonly below?: PartitionMethod & { readonly count?: number };
	readonly parts: readonly Part[];
}

export interface PartitionMethod {
	/** `RANGE`, `LINEAR HASH`, `LIST COLUMNS` ... */
	readonly method: string;
	/** The text in parentheses. */
	readonly expression: string;
	/** KEY and COLUMNS only. */
	readonly columns?: readonly string[];
}

export interface Part {
	readonly name: string;
	readonly bound?: PartBound;
	readonly comment?: string;
	/** As written. */
	readonly engine?: string;
	readonly parts: readonly Part[];
}

/** VALUES LESS THAN a tuple, or VALUES IN several. */
export interface PartBound {
	readonly kind: "less than" | "in";
	readonly tuples: readonly (readonly PartValue[])[];
}

export type PartValue = Expression | { readonly kind: "maxvalue" };

/** Partition names, or ALL. */
export type PartNames = readonly string[] | "all";

export type PartitionChange =
	| { readonly action: "by"; readonly partitioning: Partitioning }
	| { readonly action: "remove" | "upgrade" }
	| {
			readonly action:
				| "drop"
				| "truncate"
				| "analyze"
				| "check"
				| "optimize"
				| "rebuild"
				| "repair"
				| "discard"
				| "import";
			readonly names: PartNames;
	  }
	| { readonly action: "add"; readonly parts: readonly Part[]; readonly count?: number }
	| { readonly action: "coalesce"; readonly count: number }
	| { readonly action: "exchange"; readonly name: string; readonly table: TableName; readonly isChecked: boolean }
	| { readonly action: "reorganize"; readonly names: readonly string[]; readonly parts: readonly Part[] };
