/**
 * Fast path for SELECT without FROM and subqueries: `select 1`, `select @@version, now()`.
 *
 * Needs neither schema nor snapshot. The general operators are the specification: SQL_CALC_FOUND_ROWS selects them.
 *
 * Why: loading the schema and opening a snapshot was a third of the cost of `select 1`. No lower bound: always one
 * row.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import { blankRow } from "../row-source.ts";
import { type OpenPointLookup, SingleSource } from "./point-lookup.ts";
import { retrying } from "../../async/suspension.ts";
import { hasSubquery } from "../../plan/tree/tree-facts.ts";

export function constantRead({ node, width, countFoundRows }: QueryPlan): OpenPointLookup | undefined {
	const isConstant =
		node.kind === "project" &&
		node.input.kind === "one-row" &&
		!countFoundRows &&
		usesFastPath("constant-read") &&
		!node.expressions.some(hasSubquery);
	if (!isConstant) {
		return undefined;
	}
	const values = node.expressions.map(compile);
	return (execution) =>
		new SingleSource(() =>
			retrying(() => {
				const row = blankRow(width);
				return values.map((value) => value(row, execution));
			}),
		);
}
