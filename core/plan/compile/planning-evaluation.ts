/**
 * What expressions are evaluated with while a plan is made: literals, and what can be folded from them.
 *
 * In: the planning and what to do with a warning. Out: an evaluation that knows the sql_mode and nothing that may
 * differ when the plan runs: whoever asks the time, the session or a parameter gets an `Unknowable` thrown.
 */
import type { Planning } from "../tree/planning.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";

/** The value can't be known while planning. */
class Unknowable extends Error {
	override readonly name = "Unknowable";
}

export function unknowable(): never {
	throw new Unknowable("Known only while the statement runs.");
}

export function planningEvaluation({ mode }: Pick<Planning, "mode">, warn: () => void): QueryEvaluation {
	return {
		mode,
		get nowMicroseconds(): number {
			return unknowable();
		},
		offsetSeconds: unknowable,
		get parameters(): never {
			return unknowable();
		},
		warn,
		strictWrite: false,
		rowNumber: 1,
		get session(): never {
			return unknowable();
		},
		outer: [],
		visitRows: unknowable,
		keySet: unknowable,
	};
}
