/**
 * Assigns a value to a user variable, or to a local variable of the running stored program.
 */
import { invariant } from "../../errors/invariant.ts";
import type { VariableTarget } from "../../sql/tree/into-target.ts";
import type { Evaluation, TypedValue } from "../../types/evaluation/evaluation.ts";

export function assignVariable(target: VariableTarget, value: TypedValue, { session }: Evaluation): void {
	if (typeof target === "string") {
		session.setUserVariable(target, value);
		return;
	}
	invariant(session.locals !== undefined, "Only stored programs name local variables.");
	session.locals.assign(target, value);
}
