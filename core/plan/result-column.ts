/**
 * What a client is told of one column of a result.
 *
 * In: nothing. Out: one type, made by plans and by statements with fixed answers, handed to the apps through
 * `session/result.ts`.
 */
import type { SqlType } from "../types/type.ts";

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
