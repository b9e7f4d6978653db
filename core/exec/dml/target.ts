/**
 * Runs the plan of the rows that an UPDATE or DELETE is about.
 *
 * In: a plan and the execution of its statement. Out: rows in the slots that the plan's scope and tables say. It
 * refuses to change rows; whoever does, reads to the end first, or the change may be read again.
 */
import type { TargetPlan } from "../../plan/query/dml-target.ts";
import type { Execution, RowSource } from "../execution.ts";
import { blankRow } from "../operator.ts";
import { operatorsOf } from "../operators.ts";

export function openTargets(plan: TargetPlan, execution: Execution): RowSource {
	return operatorsOf(execution).of(plan.node).open(blankRow(plan.width));
}
