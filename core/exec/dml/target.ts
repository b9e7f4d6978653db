/**
 * Target rows of an UPDATE or DELETE: runs their plan.
 *
 * The caller reads to the end before it changes rows, or a changed row may be read again (the Halloween problem).
 */
import type { TargetPlan } from "../../plan/query/dml-target.ts";
import type { Execution } from "../execution.ts";
import { blankRow, type RowSource } from "../row-source.ts";
import { operatorsOf } from "../query/operator-tree.ts";

export function openTargets(plan: TargetPlan, execution: Execution): RowSource {
	return operatorsOf(execution).of(plan.node).open(blankRow(plan.width));
}
