/**
 * SELECT without FROM: `select 1`, `select @@version, now()`.
 *
 * In: a planned query. Out: how to open it, or undefined where it reads anything: a table, or a subquery. So it needs
 * neither a schema nor a snapshot of the store; asking for those was a third of what `select 1` cost. The general
 * path stays the specification: SQL_CALC_FOUND_ROWS chooses it.
 */
import { someBound } from "../../plan/tree/bound-tree.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import { blankRow } from "../row-source.ts";
import { type OpenPointLookup, SingleSource } from "./point-lookup.ts";
import { retrying } from "../../async/suspension.ts";

export function constantRead({ node, width, countFoundRows }: QueryPlan): OpenPointLookup | undefined {
	const isConstant =
		node.kind === "project" &&
		node.input.kind === "one-row" &&
		!countFoundRows &&
		!node.expressions.some((expression) => someBound(expression, ({ kind }) => kind === "subquery"));
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
