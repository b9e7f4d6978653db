/**
 * Syntax of INTO (variables, OUTFILE, DUMPFILE), of file formats, and of PROCEDURE ANALYSE.
 */

/** Limits of ANALYSE(): values of a column, and bytes of them. */
export interface Analyse {
	readonly maximumElements: number;
	readonly maximumBytes: number;
}

/** The name of a user variable, or the slot of a local variable of a stored program. */
export type VariableTarget = string | number;

export type IntoTarget =
	| { readonly kind: "variables"; readonly targets: readonly VariableTarget[] }
	| { readonly kind: "outfile" | "dumpfile"; readonly path: string; readonly fields?: FieldFormat };

/** FIELDS and LINES clauses of OUTFILE and LOAD DATA; byte strings, undefined: MySQL's default. */
export interface FieldFormat {
	readonly charset?: string;
	readonly terminatedBy?: string;
	readonly enclosedBy?: string;
	readonly optionallyEnclosed?: boolean;
	readonly escapedBy?: string;
	readonly linesStartingBy?: string;
	readonly linesTerminatedBy?: string;
}
