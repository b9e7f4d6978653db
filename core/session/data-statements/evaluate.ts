/**
 * Evaluates expressions outside of any row: those of SET, DO, KILL, PREPARE.
 */
import { after } from "../../async/maybe-promise.ts";
import { inTurns } from "../../async/sequential.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Execution } from "../../exec/execution.ts";
import { retrying } from "../../async/suspension.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { type BoundExpression, storedInVariable } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { isLong } from "../../plan/tree/long-expression.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import { emptyScope } from "../../plan/bind/scope.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";

export function evaluate(expression: Expression, planning: Planning, execution: Execution): MaybePromise<TypedValue> {
	return after(boundValue(expression, planning), (bound) => valueOf(bound, execution));
}

function boundValue(expression: Expression, planning: Planning): MaybePromise<BoundExpression> {
	const scope = emptyScope();
	return isLong(expression)
		? inOwnTurns(planning, (within) => bindExpression(expression, scope, within, "field list"))
		: bindExpression(expression, scope, planning, "field list");
}

/** Evaluates to a value that a user variable can store. */
export function evaluateKept(
	expression: Expression,
	planning: Planning,
	execution: Execution,
): MaybePromise<TypedValue> {
	return after(boundValue(expression, planning), (bound) => valueOf(storedInVariable(bound), execution));
}

function valueOf(bound: BoundExpression, execution: Execution): MaybePromise<TypedValue> {
	const compiled = compile(bound);
	return retrying(() => ({ type: bound.type, value: compiled([], execution) }));
}

/** Collects the privileges that expressions need, before they are evaluated. */
export function gatherNeeds(expressions: readonly Expression[], planning: Planning): void {
	for (const expression of expressions) {
		bindExpression(expression, emptyScope(), planning, "field list");
	}
}

/** The values of some expressions, from left to right. */
export function evaluateEach(
	expressions: readonly Expression[],
	planning: Planning,
	execution: Execution,
): MaybePromise<readonly TypedValue[]> {
	const values: TypedValue[] = [];
	const evaluated = inTurns(expressions, execution, (expression) =>
		after(evaluate(expression, planning, execution), (value) => {
			values.push(value);
		}),
	);
	return after(evaluated, () => values);
}

/** DO: evaluates for the side effects and drops the values. */
export function evaluateAll(
	expressions: readonly Expression[],
	planning: Planning,
	execution: Execution,
): MaybePromise<StatementResult> {
	return after(
		inTurns(expressions, execution, (expression) => evaluate(expression, planning, execution)),
		() => done(),
	);
}
