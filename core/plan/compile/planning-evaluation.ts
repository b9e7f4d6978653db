/**
 * What expressions are evaluated with while a plan is made: literals, and what can be folded from them.
 *
 * In: the planning and what to do with a warning. Out: an evaluation that knows the sql_mode and nothing that may
 * differ when the plan runs: whoever asks the time, the session or a parameter gets an `Unknowable` thrown.
 */
import type { Planning } from "../tree/planning.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";

/** The value can't be known while planning. */
class UnknownWhilePlanning extends Error {
	override readonly name = "Unknowable";
}

export function unknownWhilePlanning(): never {
	throw new UnknownWhilePlanning("Known only while the statement runs.");
}

export function planningEvaluation({ mode }: Pick<Planning, "mode">, warn: () => void): QueryEvaluation {
	return {
		mode,
		get nowMicroseconds(): number {
			return unknownWhilePlanning();
		},
		offsetSeconds: unknownWhilePlanning,
		get parameters(): never {
			return unknownWhilePlanning();
		},
		warn,
		strictWrite: false,
		rowNumber: 1,
		get session(): never {
			return unknownWhilePlanning();
		},
		outer: [],
		visitRows: unknownWhilePlanning,
		keySet: unknownWhilePlanning,
	};
}
