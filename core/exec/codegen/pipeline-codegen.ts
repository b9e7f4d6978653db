/**
 * The beginning of every loop: a row of the page, what it is joined with, and the conditions it has to hold.
 *
 * In: a pipeline. Out: lines; from then on the columns have values. It refuses to know what becomes of the row.
 */
import { requireCondition } from "./condition-codegen.ts";
import type { ExpressionCode } from "./expression-codegen.ts";
import { joinCode } from "./join-codegen.ts";
import { PageColumns } from "./page-columns.ts";
import type { Pipeline } from "./pipeline.ts";

export function openPipeline({ table, steps }: Pipeline, expressions: ExpressionCode): void {
	const { source, columns } = table;
	expressions.add(new PageColumns(expressions.loop, source.table, source.firstSlot, columns));
	for (const step of steps) {
		if (step.kind === "join") {
			joinCode(step.join, expressions);
		} else {
			requireCondition(step.condition, expressions);
		}
	}
}
