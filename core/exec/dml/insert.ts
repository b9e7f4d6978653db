/**
 * INSERT and REPLACE: takes rows from their source and writes them.
 *
 * Sources: `insert-draft.ts`, `insert-values.ts`, `insert-query.ts`; `insert-run.ts` handles duplicates.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { attempt } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { countOfValues, draftOne, draftRows } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { insertQuery } from "./insert-query.ts";
import { InsertRun } from "./insert-run.ts";
import { insertValues } from "./insert-values.ts";
import type { StatementResult } from "../statement-result.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";

/** Rows written between two yields to the event loop. */
const rowsInTurn = 32;

export function insert(plan: InsertPlan, execution: Execution): MaybePromise<StatementResult> {
	if (!plan.ignore && countOfValues(plan, execution) === 1) {
		return insertOne(plan, execution);
	}
	if (plan.query !== undefined) {
		return insertQuery(plan, execution);
	}
	return !plan.readsTables && plan.check === undefined ? insertValues(plan, execution) : insertAll(plan, execution);
}

/** Inserts one row of VALUES; synchronous where there is no duplicate. */
function insertOne(plan: InsertPlan, execution: Execution): MaybePromise<StatementResult> {
	const row = draftOne(plan, execution);
	return row instanceof Promise
		? row.then((drafted) => writeOne(plan, execution, drafted))
		: writeOne(plan, execution, row);
}

function writeOne(plan: InsertPlan, execution: Execution, row: Row): MaybePromise<StatementResult> {
	const run = new InsertRun(plan, execution);
	const written = run.write(row);
	return written instanceof Promise ? written.then(() => run.outcome(1)) : run.outcome(1);
}

async function insertAll(plan: InsertPlan, execution: Execution): Promise<StatementResult> {
	const rows = await draftRows(plan, execution);
	const run = new InsertRun(plan, execution, countOfValues(plan, execution));
	let at = 0;
	for (const batch of rows.batches()) {
		for (const row of batch) {
			if (at % rowsInTurn === 0 || isTurnOver()) {
				await execution.giveWay();
			}
			execution.rowNumber = ++at;
			const written = plan.ignore
				? attempt(
						() => run.write(row),
						(failure) => ignoreViolation(failure, execution),
					)
				: run.write(row);
			if (written instanceof Promise) {
				await written;
			}
		}
	}
	rows.close();
	return run.outcome(at);
}
