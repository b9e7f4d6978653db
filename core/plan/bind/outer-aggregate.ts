/**
 * Whose an aggregate is: `max(a.x)` within a subquery that does not read `a` is the enclosing query's.
 *
 * In: the call as written and the scope it stands in. Out: yes or no. It refuses to bind anything.
 */
import type { AggregateCall, ColumnName } from "../../sql/tree/expression.ts";
import type { Scope } from "../tree/planning.ts";

/** It names columns, and none of them is found here. */
export function isOfEnclosing(call: AggregateCall, scope: Scope, clause: string): boolean {
	const names = [...columnNames(call.arguments)];
	return names.length > 0 && names.every((name) => scope.find(name, clause) === undefined);
}

/** Every column that is named anywhere below; names within subqueries count as well. */
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
