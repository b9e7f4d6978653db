/**
 * Metadata of a result column, as sent to clients.
 */
import { type SqlType, sqlType } from "../../types/value/type.ts";

export interface ResultColumn {
	/** Empty for columns of no table. Names are JavaScript text. */
	readonly database: string;
	/** The table's alias, and its own name. */
	readonly table: string;
	readonly originalTable: string;
	/** The column's alias, and its own name. */
	readonly name: string;
	readonly originalName: string;
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly primaryKey: boolean;
	readonly uniqueKey: boolean;
	readonly multipleKey: boolean;
	readonly autoIncrement: boolean;
	readonly noDefault: boolean;
}

/** A column of no table: of an expression, or of a statement with fixed result columns (SHOW, EXPLAIN ...). */
export function fixedColumn(name: string, type: SqlType, nullable = true, originalName = name): ResultColumn {
	return {
		database: "",
		table: "",
		originalTable: "",
		name,
		originalName,
		type,
		nullable,
		primaryKey: false,
		uniqueKey: false,
		multipleKey: false,
		autoIncrement: false,
		noDefault: false,
	};
}

/** The same for text of at most this many characters. */
export function fixedTextColumn(name: string, length: number): ResultColumn {
	return fixedColumn(name, sqlType("varchar", { length, charset: "utf8", collation: "utf8_general_ci" }));
}
