/**
 * DDL write barrier: keeps other writers off a table while an index build or a table copy reads all its rows.
 *
 * A transaction reads one snapshot, so a row that another commits meanwhile would lack an entry in the new index. So
 * such a statement commits twice. The first commit raises the barrier: it increments the table's definition version,
 * which fails the validation of every commit that began before; later statements see the barrier and wait with writes
 * (reads continue). The second does the work on a new snapshot and removes the barrier. After a failure a commit of
 * its own removes it; the barrier of a dead process does not count.
 */
import { nowMs } from "../../async/timers.ts";
import type { Fence, TableRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import { putTable } from "../../catalog/write.ts";
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import { randomName } from "../../async/random-bytes.ts";
import type { Members } from "../../store/fast-store.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "../rows/index-entry.ts";
import { isRunning, thisOwner } from "./owner.ts";

/** After this the work is over in any case. */
const longestWorkMs = 3600000;

/** The statement must raise a barrier on the table and start again. */
export class BarrierNeeded extends Error {
	override readonly name = "FenceNeeded";
	readonly tableId: number;

	constructor(tableId: number) {
		super("A fence is needed.");
		this.tableId = tableId;
	}
}

/** Another statement works on the table's rows: 1205 where it cannot be waited for. */
export class TableBarred extends SqlError {
	readonly raisedMs: number;

	constructor(raisedMs: number) {
		const [code, state, sentence] = catalogue.lockWaitTimeout;
		super(code, state, sentence);
		this.raisedMs = raisedMs;
	}
}

export function makeBarrier(members: Members | undefined): Fence {
	return { ...thisOwner(members), statement: randomName(), raisedMs: nowMs() };
}

/** For changes of a table's definition: throws TableBarred where another statement's barrier is up. */
export function refuseOthersBarrier(table: Table, execution: Execution): void {
	if (execution.fence === undefined || table.record.fence?.statement !== execution.fence.statement) {
		refuseBarred(table, execution.transaction.store.members);
	}
}

/**
 * Throws BarrierNeeded unless this statement's own barrier is up, TableBarred if another's is. Temporary tables have
 * no other writers, and an empty table no rows to read: its commit is refused if it has some by then.
 */
export function requireBarrier(table: Table, execution: Execution): MaybePromise<void> {
	if (table.record.temporary === true) {
		return;
	}
	refuseOthersBarrier(table, execution);
	if (table.record.fence !== undefined && table.record.fence.statement === execution.fence?.statement) {
		return;
	}
	const range = tableRange(table);
	const scan = execution.transaction.scan({ ...range, limit: 1 });
	return after(scan.next(), (entries) => {
		scan.close();
		if (entries !== null) {
			throw new BarrierNeeded(table.id);
		}
		execution.transaction.empty = range;
	});
}

/** Throws TableBarred where a barrier is up. */
export function refuseBarred(table: Table, members: Members | undefined): void {
	const { fence } = table.record;
	if (fence !== undefined && stands(fence, members)) {
		throw new TableBarred(fence.raisedMs);
	}
}

function stands(fence: Fence, members: Members | undefined): boolean {
	return nowMs() - fence.raisedMs <= longestWorkMs && isRunning(fence, members);
}

/** Raises the barrier on a table, if the table is still there. */
export function raiseBarrier(tableId: number, fence: Fence, execution: Execution): MaybePromise<void> {
	const table = tableWithId(tableId, execution);
	if (table !== undefined) {
		refuseBarred(table, execution.transaction.store.members);
		return putTable(execution.transaction, { ...table.record, fence, definitionVersion: table.definitionVersion + 1 });
	}
}

/** Removes the statement's barrier, if it is still up. */
export function lowerBarrier(tableId: number, fence: Fence, execution: Execution): MaybePromise<void> {
	const table = tableWithId(tableId, execution);
	if (table?.record.fence?.statement === fence.statement) {
		return putTable(execution.transaction, {
			...withoutBarrier(table.record),
			definitionVersion: table.definitionVersion + 1,
		});
	}
}

export function withoutBarrier({ fence: _fence, ...record }: TableRecord): TableRecord {
	return record;
}

function tableWithId(tableId: number, execution: Execution): Table | undefined {
	for (const { tables } of execution.schema.databases.values()) {
		for (const table of tables.values()) {
			if (table.id === tableId) {
				return table;
			}
		}
	}
	return undefined;
}
