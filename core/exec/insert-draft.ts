/**
 * The rows an INSERT proposes, complete but for generated ids.
 *
 * In: a plan and the running statement. Out: full rows, every value converted and admitted, in the order given; the
 * AUTO_INCREMENT column is NULL where an id is to be generated. It refuses to write.
 *
 * All rows are made before the first is written, so that a bad value in the last one costs no write, and a
 * query that reads the table it fills sees it as it was.
 */
import type { Row, Value } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { columnDefault, givenDefault, impliedDefault } from "./column-default.ts";
import type { Execution } from "./execution.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { openQuery } from "./run.ts";

export async function draftRows(plan: InsertPlan, execution: Execution): Promise<Row[]> {
	const blank = blankRow(plan, execution);
	if (plan.rows !== undefined) {
		// MySQL takes NULL for a NOT NULL column where rows come in numbers, unless it is strict.
		const admission = new Admission(execution, plan.rows.length === 1 && !plan.ignore);
		return plan.rows.map((cells, at) => {
			execution.rowNumber = at + 1;
			const row = [...blank];
			for (const { column, compute } of cells) {
				row[column.offset] = admission.admit(column, compute(row, execution));
			}
			return row;
		});
	}
	return draftFromQuery(plan, execution, blank);
}

async function draftFromQuery(plan: InsertPlan, execution: Execution, blank: Row): Promise<Row[]> {
	const admission = new Admission(execution, false);
	const source = openQuery(plan.query!, execution);
	const drafts: Row[] = [];
	for (;;) {
		const answer = source.next();
		const batch = answer instanceof Promise ? await answer : answer;
		if (batch === null) {
			return drafts;
		}
		execution.throwIfKilled();
		for (const values of batch) {
			execution.rowNumber = drafts.length + 1;
			const row = [...blank];
			plan.columns.forEach((column, at) => {
				row[column.offset] = admission.admit(column, plan.converters[at](values[at], execution));
			});
			drafts.push(row);
		}
	}
}

/** The defaults, before any value is given. Omitted columns that have none are judged here, once a statement. */
function blankRow(plan: InsertPlan, execution: Execution): Row {
	const row: Row = plan.table.columns.map((column): Value => givenDefault(column, execution) ?? impliedDefault(column));
	for (const column of plan.omitted) {
		row[column.offset] = columnDefault(column, execution);
	}
	return row;
}
