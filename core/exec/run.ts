/** Stub: signatures first, bodies follow. */
import { invariant } from "../invariant.ts";
import type { QueryPlan } from "../plan/query-plan.ts";
import type { Execution, RowSource } from "./execution.ts";

/** A query's rows, and how many there would have been without LIMIT. */
export interface QuerySource extends RowSource {
	/** After the last row, if SQL_CALC_FOUND_ROWS was asked. */
	foundRows(): number | undefined;
}

export function openQuery(_plan: QueryPlan, _execution: Execution): QuerySource {
	invariant(false, "Not there yet.");
}
