/**
 * Contract of a session's stored programs: procedures are called as statements, functions and triggers within one.
 */
import type { Routine } from "../../catalog/program.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { StoredPrograms, TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ResultSink } from "./result.ts";

export interface SessionPrograms extends StoredPrograms {
	/**
	 * Runs a procedure, whose result sets go to the sink. `around`: the statement whose function or trigger calls it.
	 * Throws 1318, 1370, 1414, 1456.
	 */
	callProcedure(
		routine: Routine,
		statement: CallProcedure,
		given: readonly TypedValue[],
		sink: ResultSink,
		around?: Execution,
	): MaybePromise<StatementResult>;
}
