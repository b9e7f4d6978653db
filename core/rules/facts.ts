/**
 * What rules are told of databases, tables and columns: plain data, copied from the catalog.
 *
 * In: nothing. Out: types. A rule sees what was written, how it was resolved at creation, by which release, and the
 * charset in force now where there is one.
 */
import type { CharsetPair, Clause } from "../catalog/record.ts";
import type { TypeName } from "../types/type.ts";

export type { CharsetPair, Clause } from "../catalog/record.ts";

export interface BirthFacts {
	/** As written in the object's own clause. */
	readonly written: Clause;
	/** As resolved by the rules in force at its creation, and as later changed by DDL. */
	readonly resolved: CharsetPair;
	/** The release it was created under. */
	readonly release: string;
	/** The object version it was created with. */
	readonly objectVersion: number;
}

export interface DatabaseFacts extends BirthFacts {
	readonly name: string;
}

export interface TableFacts extends BirthFacts {
	readonly name: string;
	readonly database: string;
	/** As it is read now: an empty word where nobody wrote one. */
	readonly stated: CharsetPair;
	/** In force now; never empty words. */
	readonly inForce: CharsetPair;
}

export interface ColumnFacts extends BirthFacts {
	readonly name: string;
	readonly type: TypeName;
	/** In force now; `binary` for types without a charset. */
	readonly inForce: CharsetPair;
}

/** What an absent clause could mean, from near to far; an empty word is one nobody wrote. */
export interface Surroundings {
	/** As this statement makes it. */
	readonly table: CharsetPair;
	readonly database: CharsetPair;
	readonly server: CharsetPair;
}

/** What a CHANGE or MODIFY compares of a column. */
export interface ColumnShape {
	readonly type: TypeName;
	/** The type's code in metadata records. */
	readonly typeCode: number;
	/** As metadata records have it: characters, bytes, digits or display width. */
	readonly length: number;
	/** Digits behind the point; -1 where there is no such thing. */
	readonly decimals: number;
	readonly unsigned: boolean;
	/** ENUM and SET: the elements as text. */
	readonly elements: readonly string[];
	readonly nullable: boolean;
	readonly autoIncrement: boolean;
	/** `binary` for types without a charset. */
	readonly charset: CharsetPair;
	/** Does the type have a charset at all? */
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

export interface ColumnChange {
	readonly column: ColumnFacts;
	readonly table: TableFacts;
	readonly from: ColumnShape;
	readonly to: ColumnShape;
}

/** What ALTER TABLE says of a table's charset. */
export interface TableChange {
	readonly table: TableFacts;
	readonly kind: TableChangeKind;
	readonly written: Clause;
	readonly around: Surroundings;
}

export type TableChangeKind = "convert" | "default";

/** What comes of it: nothing, another default for columns to come, or other columns too. */
export interface TableOutcome {
	readonly reach: "nothing" | "default" | "columns";
	readonly to: CharsetPair;
	/** Must every VARCHAR still fit, in the new charset? */
	readonly checksLengths: boolean;
}
