/**
 * Resolved schema: databases, tables, columns and indexes as plans see them; frozen, with charsets decided by rules.
 *
 * `schema/load.ts` makes it from records (`record.ts`).
 */
import type { SqlType } from "../types/value/type.ts";
import type { Value } from "../types/value/value.ts";
import type { CharsetPair, ColumnRecord, DatabaseRecord, IndexRecord, RoutineRecord, TableRecord } from "./record.ts";
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
	/** By lower-case name, which no table has. */
	readonly views: ReadonlyMap<string, View>;
	/** By `routineName`. */
	readonly routines: ReadonlyMap<string, RoutineRecord>;
}

export interface Column {
	readonly record: ColumnRecord;
	readonly id: number;
	readonly name: string;
	/** Position from 0, also the column's slot in a full row of the table. */
	readonly offset: number;
	/** The values' type, with the charset and collation of text. */
	readonly type: SqlType;
	/** Charset and collation by name, as shown and as passed to rules; `binary` for other types. */
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
	/** The table that it is a column of, as rules receive it. */
	readonly place: ColumnPlace;
}

/** Names of a column's table and database: one object for all columns of a table. */
export interface ColumnPlace {
	readonly table: string;
	readonly database: string;
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
	/** As read: an empty word where none was recorded. */
	readonly stated: CharsetPair;
	readonly columns: readonly Column[];
	/** By lower-case name. */
	readonly columnsByName: ReadonlyMap<string, Column>;
	/** The primary key first, if there is one; fulltext and spatial indexes are recorded but not here. */
	readonly indexes: readonly Index[];
	/** The key of rows; undefined: a hidden row id. */
	readonly primaryKey: Index | undefined;
	readonly autoIncrementColumn: Column | undefined;
	readonly definitionVersion: number;
}

/** All databases at one schema version. */
export interface Schema {
	/** Where temporary tables hide others: the schema that all sessions share. */
	readonly shared?: Schema;
	readonly version: number;
	/** By lower-case name. */
	readonly databases: ReadonlyMap<string, Database>;
	/** The tables with foreign keys that name a table, by `tableNameKey` of that table. */
	readonly references: ReadonlyMap<string, ReferringTables>;
}

/** Tables whose foreign keys name one table, resolved when they are asked for. */
export interface ReferringTables {
	tables(): readonly Table[];
}

/** Answers of the schema-load question for one table: the charsets in force. */
export interface LoadedCharsets {
	readonly table: TableCharset;
	/** In column order. */
	readonly columns: readonly ColumnCharset[];
}

export interface TableCharset {
	/** As read: an empty word where none was recorded. */
	readonly stated: CharsetPair;
	/** With empty words filled in. */
	readonly inForce: CharsetPair;
}

export interface ColumnCharset {
	readonly inForce: CharsetPair;
	/** The charset of the stored bytes, and the collation they are compared by. */
	readonly text: CharsetPair;
}
