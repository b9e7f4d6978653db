/**
 * What a client is told of one column of a result.
 *
 * In: nothing. Out: one type, made by plans and by statements with fixed answers, handed to the apps through
 * `session/api/result.ts`; and such a column of a fixed answer.
 */
import { type SqlType, sqlType } from "../../types/type.ts";

export interface ResultColumn {
	/** Empty where the column is no table's. Names are JavaScript text. */
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

/** A column of a statement with a fixed answer, which is no table's. */
export function fixedColumn(name: string, type: SqlType, nullable = true): ResultColumn {
	return {
		database: "",
		table: "",
		originalTable: "",
		name,
		originalName: name,
		type,
		nullable,
		primaryKey: false,
		uniqueKey: false,
		multipleKey: false,
		autoIncrement: false,
		noDefault: false,
	};
}

/** The same that holds text of so many characters. */
export function fixedTextColumn(name: string, length: number): ResultColumn {
	return fixedColumn(name, sqlType("varchar", { length, charset: "utf8", collation: "utf8_general_ci" }));
}
