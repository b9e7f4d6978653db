/**
 * Evaluates expressions without recording warnings.
 *
 * They answer as they would for a row, but warnings go to the caller alone and no wrong value is an error.
 */
import { work } from "../../async/work-meter.ts";
import type { QueryEvaluation } from "../../plan/tree/query-evaluation.ts";
import type { Execution } from "../execution.ts";

export function silentEvaluation(execution: Execution, warn: () => void): QueryEvaluation {
	return {
		serial: ++work.evaluations,
		mode: execution.mode,
		nowMicroseconds: execution.nowMicroseconds,
		offsetSeconds: (epochSeconds) => execution.offsetSeconds(epochSeconds),
		parameters: execution.parameters,
		warn,
		strictWrite: false,
		rowNumber: 1,
		session: execution.session,
		outer: execution.outer,
		visitRows: execution.visitRows,
		keySet: () => execution.keySet(),
	};
}
