/**
 * Types and predicates of statements by kind, for tables of executors.
 */
import type { Statement } from "../../sql/tree/statement.ts";

export type StatementKind = Statement["kind"];

/** The node type whose `kind` may be `K`. */
export type StatementOf<K extends StatementKind, S = Statement> = S extends { readonly kind: infer T }
	? K extends T
		? S
		: never
	: never;

/** Diagnostic statements: they report on the previous one and keep its warnings. */
export function isDiagnostic(statement: Statement): boolean {
	return (
		statement.kind === "get-diagnostics" ||
		(statement.kind === "show" && ["warnings", "errors", "count warnings", "count errors"].includes(statement.subject))
	);
}

export const noLimit = 18446744073709551615n;

/** A query without a LIMIT of its own: `sql_select_limit` applies. */
export function takesSelectLimit(statement: Statement): boolean {
	return (statement.kind === "select" || statement.kind === "union") && statement.limit === undefined;
}

/**
 * Returns the time limit of a query: the hint in its first SELECT takes precedence over the session's (undefined). 0:
 * no limit. Only queries have one.
 */
export function maximumMsOf(statement: Statement): number | undefined {
	switch (statement.kind) {
		case "select":
			return statement.maximumMs;
		case "union":
			return maximumMsOf(statement.parts[0]!);
		default:
			return 0;
	}
}

const secretKinds: ReadonlySet<StatementKind> = new Set([
	"create-user",
	"alter-user",
	"grant",
	"revoke",
	"set",
	"prepare",
]);

/** The kinds whose text may hold a password (`log/secret-text.ts`). */
export function mayHoldSecret(kind: StatementKind): boolean {
	return secretKinds.has(kind);
}
