/**
 * Values that are constant during a run: literals, parameters, captured values of an outer query (constant folding).
 *
 * Evaluated once, in the form that the loop expects; `unfit` if the value is NULL, fails, warns or has another form:
 * then the general operators run, which define when it is evaluated and how often it warns.
 */
import { SqlError } from "../../errors/catalogue.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { isKnown, mayWait } from "../../plan/tree/tree-facts.ts";
import type { QueryEvaluation } from "../../plan/tree/query-evaluation.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { silentEvaluation } from "../rows/silent-evaluation.ts";

export const unfit = Symbol("unfit");

/** Warnings of `quiet` are only detected: they make the run unfit. */
export type Known = (base: Row, quiet: QueryEvaluation, execution: Execution) => unknown;

/** Converts the value to the loop's form. Never called with NULL. */
type Form = (value: Value, execution: Execution) => unknown;

export const asNumber: Form = (value) => (typeof value === "number" ? value : unfit);
export const asInteger: Form = (value) => (typeof value === "number" || typeof value === "bigint" ? value : unfit);
export const asBytes: Form = (value) => (typeof value === "string" ? Buffer.from(value, "latin1") : unfit);
export const asValue: Form = (value) => value;

/** True if it can be evaluated before the first row. */
export function isSteady(bound: BoundExpression): boolean {
	return bound.kind !== "row" && bound.kind !== "word" && isKnown(bound) && !mayWait(bound);
}

/** Returns the known value of a closure, in a form. */
export function known(compiled: Compiled, form: Form): Known {
	return (base, quiet, execution) => {
		const value = compiled(base, quiet);
		return value === null ? unfit : form(value, execution);
	};
}

export function readKnown(read: Known, base: Row, execution: Execution): unknown {
	let warned = false;
	const quiet = silentEvaluation(execution, () => {
		warned = true;
	});
	try {
		const value = read(base, quiet, execution);
		return warned ? unfit : value;
	} catch (failure) {
		if (failure instanceof SqlError) {
			return unfit;
		}
		throw failure;
	}
}
