/**
 * PARTITION BY as it was written: how rows are told apart, and the parts.
 *
 * In: nothing. Out: node types. Expressions and values are texts: no row is ever laid by them.
 */

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
}

export interface Part {
	readonly name: string;
	/** The values behind LESS THAN or IN, without the outer parentheses. */
	readonly values?: string;
	readonly comment?: string;
	readonly parts: readonly Part[];
}
