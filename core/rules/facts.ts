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
	readonly engine: string;
	readonly comment: string;
	/** A session's temporary table. */
	readonly temporary: boolean;
}

/** A column's definition beside its name, type and charset. */
export interface ColumnDefinitionFacts {
	/** Characters, bytes, digits or display width, as in metadata records; -1 for ENUM and SET. */
	readonly length: number;
	/** Digits behind the point, of times and numbers. */
	readonly decimals: number;
	readonly unsigned: boolean;
	/** ENUM and SET: the elements as text. */
	readonly elements: readonly string[];
	readonly nullable: boolean;
	readonly autoIncrement: boolean;
	/** As SHOW COLUMNS prints it, null for NULL; undefined where a value must be given. */
	readonly default: string | null | undefined;
	/** ON UPDATE CURRENT_TIMESTAMP. */
	readonly updatesItself: boolean;
	readonly comment: string;
	readonly generated: { readonly expression: string; readonly stored: boolean } | undefined;
}

/** Facts of a column. */
export interface ColumnFacts extends BirthFacts, ColumnDefinitionFacts {
	readonly name: string;
	readonly table: string;
	readonly database: string;
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
	/** Of columns to come, as resolved; an empty word where none was written. */
	readonly charset: CharsetPair;
	readonly engine: string;
	readonly comment: string;
	/** ROW_FORMAT as written. */
	readonly rowFormat: string | undefined;
	readonly temporary: boolean;
	readonly partitioned: boolean;
	readonly columns: readonly ShapedColumn[];
	readonly indexes: readonly ShapedIndex[];
	readonly foreignKeys: readonly ShapedForeignKey[];
	/** CHECK constraints. */
	readonly checks: readonly { readonly name: string; readonly expression: string }[];
}

/** A column of a table as a statement would make it. */
export interface ShapedColumn extends ColumnDefinitionFacts {
	readonly name: string;
	readonly type: TypeName;
	/** As resolved; `binary` for types without a charset. */
	readonly charset: CharsetPair;
}

/** An index of such a table. */
export interface ShapedIndex {
	/** `PRIMARY` for the primary key. */
	readonly name: string;
	readonly type: "primary" | "unique" | "plain" | "fulltext" | "spatial";
	readonly columns: readonly string[];
	/** In the order of `columns`. */
	readonly parts: readonly {
		readonly column: string;
		/** Of a prefix: its characters, bytes for binary types; undefined: the whole column. */
		readonly prefix: number | undefined;
		/** The most bytes that the part takes. */
		readonly bytes: number;
	}[];
	/** The most bytes that an entry takes: the sum of its parts; 0 for FULLTEXT and SPATIAL. */
	readonly bytes: number;
	readonly comment: string;
}

/** A foreign key of such a table. */
export interface ShapedForeignKey {
	readonly name: string;
	readonly columns: readonly string[];
	readonly references: { readonly database: string; readonly table: string; readonly columns: readonly string[] };
	/** As written, in capitals; undefined: RESTRICT. */
	readonly onDelete: string | undefined;
	readonly onUpdate: string | undefined;
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
