/** Stub: signatures first, bodies follow. */
import { invariant } from "../invariant.ts";
import type { TargetPlan } from "../plan/target.ts";
import type { Execution, RowSource } from "./execution.ts";

/** Rows in the slots that the plan's scope and tables say. */
export function openTargets(_plan: TargetPlan, _execution: Execution): RowSource {
	invariant(false, "Not there yet.");
}
