/**
 * Expressions outside of any row: of SET, DO, KILL, PREPARE.
 *
 * In: expressions and the running statement. Out: values with their types.
 */
import { after } from "../../async/maybe-promise.ts";
import { sequentially } from "../../async/sequential.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Execution } from "../../exec/execution.ts";
import { retrying } from "../../async/suspension.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { type BoundExpression, storedInVariable } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { emptyScope } from "../../plan/bind/scope.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";

export function evaluate(expression: Expression, planning: Planning, execution: Execution): MaybePromise<TypedValue> {
	return valueOf(bindExpression(expression, emptyScope(), planning, "field list"), execution);
}

/** As a user variable keeps it. */
export function evaluateKept(
	expression: Expression,
	planning: Planning,
	execution: Execution,
): MaybePromise<TypedValue> {
	return valueOf(storedInVariable(bindExpression(expression, emptyScope(), planning, "field list")), execution);
}

function valueOf(bound: BoundExpression, execution: Execution): MaybePromise<TypedValue> {
	const compiled = compile(bound);
	return retrying(() => ({ type: bound.type, value: compiled([], execution) }));
}

/** What expressions need privileges for is known before they are evaluated. */
export function gatherNeeds(expressions: readonly Expression[], planning: Planning): void {
	for (const expression of expressions) {
		bindExpression(expression, emptyScope(), planning, "field list");
	}
}

/** DO: for what the expressions do, not for what they are. */
export function evaluateAll(
	expressions: readonly Expression[],
	planning: Planning,
	execution: Execution,
): MaybePromise<StatementResult> {
	return after(
		sequentially(expressions, (expression) => evaluate(expression, planning, execution)),
		() => done(),
	);
}
