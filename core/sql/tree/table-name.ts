/**
 * Syntax of table names: database, name, alias, partitions and index hints.
 */

/** A table in FROM, or the target of a statement. */
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
