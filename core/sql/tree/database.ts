/**
 * Syntax of CREATE, ALTER and DROP DATABASE; the last charset and collation written win.
 */
export interface CreateDatabase {
	readonly kind: "create-database";
	readonly name: string;
	readonly ifNotExists: boolean;
	readonly charset?: string;
	/** An earlier word of the same statement. */
	readonly formerCharset?: string;
	readonly collation?: string;
}

export interface AlterDatabase {
	readonly kind: "alter-database";
	/** undefined: the current database. */
	readonly name?: string;
	readonly charset?: string;
	/** An earlier word of the same statement. */
	readonly formerCharset?: string;
	readonly collation?: string;
}

export interface DropDatabase {
	readonly kind: "drop-database";
	readonly name: string;
	readonly ifExists: boolean;
}
