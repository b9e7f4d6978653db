/**
 * Syntax of PREPARE, EXECUTE and DEALLOCATE PREPARE.
 */
import type { Expression } from "./expression.ts";

/** PREPARE name FROM 'text' | @variable */
export interface Prepare {
	readonly kind: "prepare";
	readonly name: string;
	readonly source: Expression;
}

export interface Execute {
	readonly kind: "execute";
	readonly name: string;
	/** User variables. */
	readonly using: readonly string[];
}

export interface Deallocate {
	readonly kind: "deallocate";
	readonly name: string;
}
