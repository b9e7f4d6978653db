/**
 * A statement that is evaluated on the quiet.
 *
 * In: a statement at work, who is to hear of warnings. Out: what expressions may ask of it, so that they answer as
 * they would for a row, but nobody else hears a warning and no wrong value is an error. It refuses to know what is
 * tried out.
 */
import type { QueryEvaluation } from "../plan/tree/query-evaluation.ts";
import type { Execution } from "../exec/execution.ts";

export function muted(execution: Execution, warn: () => void): QueryEvaluation {
	return {
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
