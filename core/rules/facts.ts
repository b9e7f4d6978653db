/**
 * Facts that rules receive about databases, tables and columns: plain data, copied from the catalog.
 *
 * They hold what was written, how it was resolved at creation, the creating release, and the charset in force now.
 */
import type { CharsetPair, Clause } from "../catalog/record.ts";
import type { TypeName } from "../types/value/type.ts";

export type { CharsetPair, Clause } from "../catalog/record.ts";

/** The charset facts recorded when an object was created. */
export interface BirthFacts {
	/** As written in the object's own clause. */
	readonly written: Clause;
	/** As resolved by the rules in force at its creation, and as later changed by DDL. */
	readonly resolved: CharsetPair;
	/** The creating release. */
	readonly release: string;
	/** The object version it was created with. */
	readonly objectVersion: number;
}

/** Facts of a database. */
export interface DatabaseFacts extends BirthFacts {
	readonly name: string;
}

/** Facts of a table. */
export interface TableFacts extends BirthFacts {
	readonly name: string;
	readonly database: string;
	/** As it is read now; an empty word where none was written. */
	readonly stated: CharsetPair;
	/** In force now; never empty words. */
	readonly inForce: CharsetPair;
}

/** Facts of a column. */
export interface ColumnFacts extends BirthFacts {
	readonly name: string;
	readonly type: TypeName;
	/** In force now; `binary` for types without a charset. */
	readonly inForce: CharsetPair;
}

/** The candidates for an absent clause, from near to far; an empty word was not written. */
export interface Surroundings {
	/** As the running statement makes it. */
	readonly table: CharsetPair;
	readonly database: CharsetPair;
	readonly server: CharsetPair;
}

/** The properties of a column that CHANGE and MODIFY compare. */
export interface ColumnShape {
	readonly type: TypeName;
	/** The type's code in metadata records. */
	readonly typeCode: number;
	/** As in metadata records: characters, bytes, digits or display width. */
	readonly length: number;
	/** Digits behind the point; -1 for types without them. */
	readonly decimals: number;
	readonly unsigned: boolean;
	/** ENUM and SET: the elements as text. */
	readonly elements: readonly string[];
	readonly nullable: boolean;
	readonly autoIncrement: boolean;
	/** `binary` for types without a charset. */
	readonly charset: CharsetPair;
	/** Whether the type has a charset. */
	readonly isCharacterType: boolean;
}

/** A table as a statement would make it. */
export interface TableShape {
	readonly name: string;
	readonly database: string;
	readonly columns: readonly {
		readonly name: string;
		readonly type: TypeName;
		/** As resolved; `binary` for types without a charset. */
		readonly charset: CharsetPair;
		readonly nullable: boolean;
		readonly autoIncrement: boolean;
	}[];
	readonly indexes: readonly {
		/** `PRIMARY` for the primary key. */
		readonly name: string;
		readonly type: "primary" | "unique" | "plain" | "fulltext" | "spatial";
		readonly columns: readonly string[];
	}[];
}

/** A CHANGE or MODIFY of a column. */
export interface ColumnChange {
	readonly column: ColumnFacts;
	readonly table: TableFacts;
	readonly from: ColumnShape;
	readonly to: ColumnShape;
}

/** An ALTER TABLE clause about the table's charset. */
export interface TableChange {
	readonly table: TableFacts;
	readonly kind: TableChangeKind;
	readonly written: Clause;
	readonly around: Surroundings;
}

/** `convert`: CONVERT TO; `default`: [DEFAULT] CHARSET= or COLLATE=. */
export type TableChangeKind = "convert" | "default";

/** Its outcome: nothing, another default for columns to come, or changed columns, too. */
export interface TableOutcome {
	readonly reach: "nothing" | "default" | "columns";
	readonly to: CharsetPair;
	/** Whether every VARCHAR must still fit in the new charset. */
	readonly checksLengths: boolean;
}
