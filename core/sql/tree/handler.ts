/**
 * Syntax of HANDLER statements: reading a table row by row.
 */
import type { Expression, Limit } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export interface HandlerOpen {
	readonly kind: "handler-open";
	/** The alias is the name that READ and CLOSE use. */
	readonly table: TableName;
}

export type HandlerDirection = "first" | "next" | "prev" | "last";

/** A key lookup, by the index's first parts. */
export interface HandlerKey {
	readonly comparison: "=" | ">=" | "<=" | ">" | "<";
	readonly values: readonly Expression[];
}

export interface HandlerRead {
	readonly kind: "handler-read";
	readonly name: string;
	/** Undefined: in storage order. */
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
