/**
 * SELECT ... INTO @a, @b: sets variables from the single row of a query.
 *
 * INTO OUTFILE and DUMPFILE are in `exec/file/outfile.ts`. Error 1172 for more than one row, a warning for none.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { collectRows } from "../../exec/operators/collect-rows.ts";
import type { Execution } from "../../exec/execution.ts";
import { selectIntoFile } from "../../exec/file/outfile.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import { openQuery } from "../../exec/query/open-query.ts";
import { assignVariable } from "./variable-target.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";

export async function selectInto(plan: QueryPlan, execution: Execution): Promise<StatementResult> {
	const { into, columns } = plan;
	invariant(into !== undefined, "Only a query with INTO is run here.");
	if (into.kind !== "variables") {
		return selectIntoFile(into, plan, execution);
	}
	if (into.targets.length !== columns.length) {
		throw sqlError("wrongValueCountOnSelect");
	}
	const rows = [...(await collectRows(openQuery(plan, execution), execution))];
	const [row] = rows;
	if (row === undefined) {
		execution.warn("Warning", "noData");
		return done(0);
	}
	into.targets.forEach((target, at) => assignVariable(target, { type: columns[at].type, value: row[at] }, execution));
	if (rows.length > 1) {
		// By then the variables hold the first row's values, as in MySQL.
		throw sqlError("tooManyRows");
	}
	return done(1);
}
