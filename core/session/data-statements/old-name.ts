/**
 * Old names of functions: warning 1287 for each call, at every execution of a statement, whatever its plan is.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Execution } from "../../exec/execution.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import type { Planning } from "../../plan/tree/planning.ts";

interface OldNames {
	/** For planning: an expression that is bound twice is one call. */
	readonly note: NonNullable<Planning["noteOldName"]>;
	/** A plan's `run`, with the warnings before it. */
	warning<Result>(run: (execution: Execution) => Result): (execution: Execution) => Result;
}

export function oldNames(): OldNames {
	const calls = new Map<object, FunctionDefinition>();
	return {
		note: (call, definition) => calls.set(call, definition),
		warning(run) {
			const noted = [...calls.values()];
			return noted.length === 0
				? run
				: (execution) => {
						for (const definition of noted) {
							execution.warn("Warning", "deprecatedName", ...oldNameAndNew(definition));
						}
						return run(execution);
					};
		},
	};
}

/** For the message. */
export function oldNameAndNew({ name, replacedBy }: FunctionDefinition): [old: string, replacement: string] {
	invariant(replacedBy !== undefined, "An old name has a replacement.");
	return [name.toUpperCase(), replacedBy];
}
