/**
 * DELETE from one table or several joined ones; all rows are found before the first is removed.
 *
 * `plan/query/dml-target.ts` finds the rows.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { Table } from "../../catalog/table.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { planTargets, type TargetPlan } from "../../plan/query/dml-target.ts";
import type { Delete } from "../../sql/tree/data.ts";
import { IncrementalHashMap } from "../../store/memtable/incremental-hash-map.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Row } from "../../types/value/value.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import { type BulkDelete, bulkDelete } from "../bulk/delete.ts";
import { collectRows } from "../operators/collect-rows.ts";
import type { Execution } from "../execution.ts";
import { type FindTarget, pointTarget } from "../point/point-target.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { rowTriggers, type RowTriggers } from "../write/row-triggers.ts";
import { type TableWriter, tableWriter } from "../write/table-writer.ts";
import { openTargets } from "./target.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";

interface DeletePlan {
	readonly targets: TargetPlan;
	readonly ignore: boolean;
	/** All tables that the statement reads or writes. */
	readonly tables: readonly Table[];
	/** Set for a point delete: one row by its key. */
	readonly find: FindTarget | undefined;
	/** Set for many rows of one table. */
	readonly bulk: BulkDelete | undefined;
}

export function planDelete(statement: Delete, planning: Planning): DeletePlan {
	const { from, where, orderBy, limit } = statement;
	const targets = planTargets({ from, where, orderBy, limit, targets: statement.targets }, planning);
	const { ignore } = statement;
	return {
		targets,
		ignore,
		tables: targets.read,
		find: pointTarget(targets),
		bulk: ignore ? undefined : bulkDelete(targets),
	};
}

export function deleteRows(plan: DeletePlan, execution: Execution): MaybePromise<StatementResult> {
	const found = plan.ignore ? undefined : plan.find?.(execution);
	return found === undefined
		? deleteMany(plan, execution)
		: after(found, (row) => (row === undefined ? deleteMany(plan, execution) : deleteOne(plan, row, execution)));
}

function deleteMany(plan: DeletePlan, execution: Execution): MaybePromise<StatementResult> {
	const removed = plan.bulk?.expected.isBulk === true ? plan.bulk.run(execution) : undefined;
	return removed === undefined ? deleteAll(plan, execution) : after(removed, (count) => done(count));
}

/** Deletes the row that was found by its key, or none. */
function deleteOne(plan: DeletePlan, row: Row | null, execution: Execution): MaybePromise<StatementResult> {
	if (row === null) {
		return done(0);
	}
	const { table, firstSlot, keySlot } = plan.targets.tables[0]!;
	const gone = row.slice(firstSlot, firstSlot + table.columns.length);
	const writer = tableWriter(table, execution);
	return after(removeRow(writer, gone, row[keySlot] as Key, rowTriggers(table, "delete", execution)), () => done(1));
}

function removeRow(writer: TableWriter, row: Row, key: Key, triggers: RowTriggers | undefined): MaybePromise<void> {
	return triggers === undefined
		? writer.remove(row, key)
		: after(triggers.before(row, undefined), () =>
				after(writer.remove(row, key), () => triggers.after(row, undefined)),
			);
}

/** Rows deleted between two yields to the event loop. */
const rowsInTurn = 64;

async function deleteAll(plan: DeletePlan, execution: Execution): Promise<StatementResult> {
	const rows = await collectRows(openTargets(plan.targets, execution), execution);
	let removed = 0;
	for (const { table, firstSlot, keySlot } of plan.targets.tables) {
		const writer = tableWriter(table, execution);
		const triggers = rowTriggers(table, "delete", execution);
		const gone = new IncrementalHashMap<true>();
		let count = 0;
		for (const row of rows) {
			if (++count % rowsInTurn === 0 || isTurnOver()) {
				await execution.giveWay();
			}
			const key = row[keySlot] as Key | null;
			if (key === null || gone.has(key)) {
				continue;
			}
			const answer = attempt(
				() =>
					after(removeRow(writer, row.slice(firstSlot, firstSlot + table.columns.length), key, triggers), () =>
						gone.set(key, true),
					),
				(failure) =>
					plan.ignore ? after(ignoreViolation(failure, execution), () => undefined) : Promise.reject(failure),
			);
			if (answer instanceof Promise) {
				await answer;
			}
		}
		removed += gone.size;
		await execution.giveWay();
	}
	plan.bulk?.expected.note(removed);
	return done(removed);
}
