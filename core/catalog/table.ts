/**
 * Databases and tables as the running release sees them: what plans are made of.
 *
 * In: records (`record.ts`) after the schema-load question was asked (`load.ts`). Out: frozen objects with settled
 * types. It refuses to know rules: what they decided is already in the types here.
 */
import type { SqlType } from "../types/type.ts";
import type { Value } from "../types/value.ts";
import type { CharsetPair, ColumnRecord, DatabaseRecord, IndexRecord, TableRecord } from "./record.ts";
import type { View } from "./view.ts";

export interface Database {
	readonly id: number;
	readonly name: string;
	readonly record: DatabaseRecord;
	/** The charset and collation in force for tables without a clause. */
	readonly charset: string;
	readonly collation: string;
	/** By lower-case name. */
	readonly tables: ReadonlyMap<string, Table>;
	/** Those with foreign keys: most changes of a schema ask for them, and they are few. */
	readonly referring: readonly Table[];
	/** By lower-case name, which is no table's. */
	readonly views: ReadonlyMap<string, View>;
}

export interface Column {
	readonly record: ColumnRecord;
	readonly id: number;
	readonly name: string;
	/** Position from 0, which is also the column's slot in a full row of the table. */
	readonly offset: number;
	/** The type that values have, with the charset their text is in and the collation it is compared by. */
	readonly type: SqlType;
	/** The charset and collation by name, as they are shown and rules are told of them; `binary` for other types. */
	readonly charset: string;
	readonly collation: string;
	readonly nullable: boolean;
	readonly autoIncrement: boolean;
	readonly onUpdateNow: boolean;
	/** `constant` values are of the column's type; `none`: a value must be given (1364); `null` is a constant too. */
	readonly default:
		| { readonly kind: "constant"; readonly value: Value }
		| { readonly kind: "now" }
		| { readonly kind: "none" };
	readonly originDefault: Value;
	readonly comment: string;
}

export interface IndexPart {
	readonly column: Column;
	readonly length: number | undefined;
}

export interface Index {
	readonly record: IndexRecord;
	readonly id: number;
	readonly name: string;
	readonly unique: boolean;
	readonly primary: boolean;
	readonly parts: readonly IndexPart[];
}

export interface Table {
	readonly id: number;
	readonly name: string;
	readonly database: string;
	readonly databaseId: number;
	readonly record: TableRecord;
	/** In force: never empty words. */
	readonly charset: string;
	readonly collation: string;
	/** As they are read: an empty word where none was recorded. */
	readonly stated: CharsetPair;
	readonly columns: readonly Column[];
	/** By lower-case name. */
	readonly columnsByName: ReadonlyMap<string, Column>;
	/** The primary key first, if there is one; indexes of type fulltext and spatial are recorded but not here. */
	readonly indexes: readonly Index[];
	/** Rows are keyed by it; undefined: by a hidden row id. */
	readonly primaryKey: Index | undefined;
	readonly autoIncrementColumn: Column | undefined;
	readonly definitionVersion: number;
}

/** All databases at one schema version. */
export interface Schema {
	/** Where a session's temporary tables stand in front of others: the schema that all sessions share. */
	readonly shared?: Schema;
	readonly version: number;
	/** By lower-case name. */
	readonly databases: ReadonlyMap<string, Database>;
}

/** What the schema-load question answers for one table: the charsets that hold from now on. */
export interface LoadedCharsets {
	readonly table: TableCharset;
	/** In column order. */
	readonly columns: readonly ColumnCharset[];
}

export interface TableCharset {
	/** As it is read: an empty word where none was recorded. */
	readonly stated: CharsetPair;
	/** With empty words filled in. */
	readonly inForce: CharsetPair;
}

export interface ColumnCharset {
	readonly inForce: CharsetPair;
	/** The charset whose bytes the text is, and the collation it is compared by. */
	readonly text: CharsetPair;
}
