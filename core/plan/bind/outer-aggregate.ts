/**
 * Outer references of aggregates: `max(a.x)` in a subquery that does not read `a` belongs to the enclosing query.
 */
import type { AggregateCall, ColumnName } from "../../sql/tree/expression.ts";
import type { Scope } from "../tree/planning.ts";

/** Whether the call names columns and none of them is found in this scope. */
export function isOfEnclosing(call: AggregateCall, scope: Scope, clause: string): boolean {
	const names = [...columnNames(call.arguments)];
	return names.length > 0 && names.every((name) => scope.find(name, clause) === undefined);
}

/** All column names below, those within subqueries included. */
function* columnNames(node: unknown): Generator<ColumnName> {
	if (typeof node !== "object" || node === null) {
		return;
	}
	if ("kind" in node && node.kind === "column") {
		yield node as ColumnName;
		return;
	}
	for (const part of Object.values(node)) {
		yield* columnNames(part);
	}
}
