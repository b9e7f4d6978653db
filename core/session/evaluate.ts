/**
 * Expressions outside of any row: of SET, DO, KILL, PREPARE.
 *
 * In: expressions and the running statement. Out: values with their types.
 */
import { done, type StatementOutcome } from "../exec/outcome.ts";
import type { Execution } from "../exec/execution.ts";
import { bindExpression } from "../plan/bind.ts";
import { compile } from "../plan/compile.ts";
import type { Planning } from "../plan/planning.ts";
import { emptyScope } from "../plan/scope.ts";
import type { Expression } from "../sql/tree/expression.ts";
import type { TypedValue } from "../types/evaluation.ts";

export function evaluate(expression: Expression, planning: Planning, execution: Execution): TypedValue {
	const bound = bindExpression(expression, emptyScope(), planning, "field list");
	return { type: bound.type, value: compile(bound)([], execution) };
}

/** DO: for what the expressions do, not for what they are. */
export function evaluateAll(expressions: readonly Expression[], planning: Planning, execution: Execution): StatementOutcome {
	for (const expression of expressions) {
		evaluate(expression, planning, execution);
	}
	return done();
}
