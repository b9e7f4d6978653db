/**
 * HANDLER: reading a table row by row.
 *
 * In: nothing. Out: node types.
 */
import type { Expression, Limit } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export interface HandlerOpen {
	readonly kind: "handler-open";
	/** With the name that READ and CLOSE call it by, if it isn't the table's. */
	readonly table: TableName;
}

export type HandlerDirection = "first" | "next" | "prev" | "last";

/** What a row is wanted that is found by its key: of the index's first parts. */
export interface HandlerKey {
	readonly comparison: "=" | ">=" | "<=" | ">" | "<";
	readonly values: readonly Expression[];
}

export interface HandlerRead {
	readonly kind: "handler-read";
	readonly name: string;
	/** Undefined: in the order the rows lie in. */
	readonly index?: string;
	readonly wanted: HandlerDirection | HandlerKey;
	readonly where?: Expression;
	readonly limit?: Limit;
}

export interface HandlerClose {
	readonly kind: "handler-close";
	readonly name: string;
}

export type HandlerStatement = HandlerOpen | HandlerRead | HandlerClose;
