/**
 * Code generation for a pipeline: a row of the page, its joins and filters; the first part of every loop.
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
