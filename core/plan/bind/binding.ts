/**
 * Binding of one expression: its scope, the statement's planning and the recursion into its parts.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { AggregatePlaces, Planning, Scope } from "../tree/planning.ts";
import { callNamed } from "./function-call.ts";

export interface Binding {
	readonly scope: Scope;
	readonly planning: Planning;
	/** The clause named by error 1054: `field list`, `where clause` ... */
	readonly clause: string;
	/** undefined: aggregates are not allowed here (1111). */
	readonly aggregates: AggregatePlaces | undefined;
	/** The recursion into parts, which may be rows. */
	readonly bindPart: (expression: Expression, binding: Binding) => BoundExpression;
}

/** Binds a value or a row. */
export function bind(expression: Expression, binding: Binding): BoundExpression {
	return binding.bindPart(expression, binding);
}

/** Binds a single value; a row is error 1241. */
export function bindValue(expression: Expression, binding: Binding): BoundExpression {
	const bound = bind(expression, binding);
	if (bound.kind === "row") {
		throw sqlError("operandColumns", 1);
	}
	return bound;
}

export function negated(bound: BoundExpression, isNegated: boolean, planning: Planning): BoundExpression {
	return isNegated ? callNamed("not", [bound], planning) : bound;
}
