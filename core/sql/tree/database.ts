/**
 * The syntax of CREATE, ALTER and DROP DATABASE.
 *
 * In: nothing. Out: node types. Charset words are kept as written, the last one of each kind winning.
 */
export interface CreateDatabase {
	readonly kind: "create-database";
	readonly name: string;
	readonly ifNotExists: boolean;
	readonly charset?: string;
	readonly collation?: string;
}

export interface AlterDatabase {
	readonly kind: "alter-database";
	/** undefined: the current one. */
	readonly name?: string;
	readonly charset?: string;
	readonly collation?: string;
}

export interface DropDatabase {
	readonly kind: "drop-database";
	readonly name: string;
	readonly ifExists: boolean;
}
