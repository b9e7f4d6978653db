/**
 * PARTITION BY, and what ALTER TABLE changes of it.
 *
 * In: nothing. Out: node types. Expressions are kept as texts too, since a definition shows them as they were
 * written.
 */
import type { Expression } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export interface Partitioning extends PartitionMethod {
	/** PARTITIONS n; undefined: as many as are listed, or one. */
	readonly count?: number;
	readonly below?: PartitionMethod & { readonly count?: number };
	readonly parts: readonly Part[];
}

export interface PartitionMethod {
	/** `RANGE`, `LINEAR HASH`, `LIST COLUMNS` ... */
	readonly method: string;
	/** What stands in the parentheses. */
	readonly expression: string;
	/** Of KEY and COLUMNS. */
	readonly columns?: readonly string[];
}

export interface Part {
	readonly name: string;
	readonly bound?: PartBound;
	readonly comment?: string;
	/** As it was written. */
	readonly engine?: string;
	readonly parts: readonly Part[];
}

/** VALUES LESS THAN a tuple, or VALUES IN several. */
export interface PartBound {
	readonly kind: "less than" | "in";
	readonly tuples: readonly (readonly PartValue[])[];
}

export type PartValue = Expression | { readonly kind: "maxvalue" };

/** Names of parts, or all of them. */
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
