/**
 * UPDATE of one table or several joined ones: finds all rows, runs all assignments, then writes.
 *
 * `update-run.ts` changes rows, `bulk/update.ts` many of one table at a time.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import { collectRows } from "../operators/collect-rows.ts";
import type { Execution } from "../execution.ts";
import type { StatementResult } from "../statement-result.ts";
import { RowList } from "../spill/row-list.ts";
import { openTargets } from "./target.ts";
import type { UpdatePlan } from "./update-plan.ts";
import { changeForm, type RowChange, updateOutcome, UpdateRun } from "./update-run.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";
import { eachRow, retrying } from "../../async/suspension.ts";

/** Rows written between two yields to the event loop. */
const rowsInTurn = 32;

export function update(plan: UpdatePlan, execution: Execution): MaybePromise<StatementResult> {
	const found = plan.ignore ? undefined : plan.find?.(execution);
	return found === undefined
		? updateMany(plan, execution)
		: after(found, (row) => (row === undefined ? updateMany(plan, execution) : updateOne(plan, row, execution)));
}

function updateMany(plan: UpdatePlan, execution: Execution): MaybePromise<StatementResult> {
	const counted = plan.bulk?.expected.isBulk === true ? plan.bulk.run(execution) : undefined;
	return counted === undefined
		? updateAll(plan, execution)
		: after(counted, ({ matched, changed }) => updateOutcome(matched, changed, execution));
}

/** Updates the row that was found by its key, or none. */
function updateOne(plan: UpdatePlan, row: Row | null, execution: Execution): MaybePromise<StatementResult> {
	const run = new UpdateRun(plan, execution);
	if (row === null) {
		return run.outcome();
	}
	let change: RowChange | undefined;
	const keep = (made: RowChange): void => {
		change = made;
	};
	return after(
		retrying(() => run.assign(row, keep)),
		() => after(change && run.write(change), () => run.outcome()),
	);
}

async function updateAll(plan: UpdatePlan, execution: Execution): Promise<StatementResult> {
	const rows = await collectRows(openTargets(plan.targets, execution), execution);
	const run = new UpdateRun(plan, execution);
	// All assignments run before the first row is written, as INSERT makes all its rows first.
	const changes = new RowList(execution, changeForm(run.writers));
	const keep = (change: RowChange): void => changes.add(change);
	for (const batch of rows.batches()) {
		await eachRow(batch, (row) => run.assign(row, keep), execution);
		await execution.giveWay();
	}
	rows.close();
	let count = 0;
	for (const batch of changes.batches()) {
		for (const change of batch) {
			if (++count % rowsInTurn === 0 || isTurnOver()) {
				await execution.giveWay();
			}
			const written = plan.ignore
				? attempt(
						() => run.write(change),
						(failure) => ignoreViolation(failure, execution),
					)
				: run.write(change);
			if (written instanceof Promise) {
				await written;
			}
		}
	}
	changes.close();
	plan.bulk?.expected.note(run.matched);
	return run.outcome();
}
