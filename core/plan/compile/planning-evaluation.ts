/**
 * Evaluation at plan time: for literals and constant folding.
 *
 * Has the sql_mode and nothing that may differ at execution: reading the time, the session or a parameter throws
 * `UnknownWhilePlanning`.
 */
import { work } from "../../async/work-meter.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";

/** Thrown when an expression needs a value that is known at execution only. */
class UnknownWhilePlanning extends Error {
	override readonly name = "Unknowable";
}

export function unknownWhilePlanning(): never {
	throw new UnknownWhilePlanning("Known only while the statement runs.");
}

export function planningEvaluation({ mode }: Pick<Planning, "mode">, warn: () => void): QueryEvaluation {
	return {
		serial: ++work.evaluations,
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
