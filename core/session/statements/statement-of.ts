/**
 * Statements by kind, for tables of executors.
 */
import type { Statement } from "../../sql/tree/statement.ts";
import type { Integer } from "../../types/value/value.ts";

export type StatementKind = Statement["kind"];

/** The node type whose `kind` may be `K`. */
export type StatementOf<K extends StatementKind, S = Statement> = S extends { readonly kind: infer T }
	? K extends T
		? S
		: never
	: never;

/** Statements that tell of the last one and leave its warnings alone. */
export function isDiagnostic(statement: Statement): boolean {
	return (
		statement.kind === "get-diagnostics" ||
		(statement.kind === "show" && ["warnings", "errors", "count warnings", "count errors"].includes(statement.subject))
	);
}

export const noLimit = 18446744073709551615n;

/** How many rows it may answer with: a query that doesn't say has the session's limit. */
export function rowLimitOf(statement: Statement, usual: Integer): Integer {
	const isQuery = statement.kind === "select" || statement.kind === "union";
	return isQuery && statement.limit === undefined ? usual : noLimit;
}

/**
 * How long a statement may run: only queries have a limit, that of the hint in their first SELECT before that of the
 * session. 0: none.
 */
export function maximumMsOf(statement: Statement, usualMs: number): number {
	switch (statement.kind) {
		case "select":
			return statement.maximumMs ?? usualMs;
		case "union":
			return maximumMsOf(statement.parts[0]!, usualMs);
		default:
			return 0;
	}
}
