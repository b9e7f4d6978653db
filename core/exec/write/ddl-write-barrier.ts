/**
 * The fence around a table whose rows are all being looked at: by an index that is built, by rows that are converted.
 *
 * In: tables. Out: marks in their records, and errors for who comes in the way. It refuses to know who waits.
 *
 * A transaction sees one state of the store, so a row that another commits meanwhile would have no entry in the new
 * index. So such a statement commits twice. First the fence: it counts the table's definition up, which refuses every
 * commit that began before; who begins now sees the fence and waits with writing (reading goes on). Then, on a new
 * snapshot, the work, and with it the fence is gone. A failure takes it away in a commit of its own; a process that
 * died has none.
 */
import type { Fence, TableRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import { putTable } from "../../catalog/write.ts";
import { catalogue, SqlError } from "../../errors.ts";
import { randomName } from "../../random-bytes.ts";
import { birthOf, isRunningProcess } from "../../store/platform/running-process.ts";
import type { MaybePromise } from "../../store/store.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "../rows/index-entry.ts";

const run = randomName();
/** After this nobody is still at work. */
const longestWorkMs = 3600000;

/** A statement must raise a fence around the table and begin anew. */
export class BarrierNeeded extends Error {
	override readonly name = "FenceNeeded";
	readonly tableId: number;

	constructor(tableId: number) {
		super("A fence is needed.");
		this.tableId = tableId;
	}
}

/** Somebody else is at work on the table's rows: 1205 for who can't wait. */
export class TableBarred extends SqlError {
	readonly raisedMs: number;

	constructor(raisedMs: number) {
		const [code, state, sentence] = catalogue.lockWaitTimeout;
		super(code, state, sentence);
		this.raisedMs = raisedMs;
	}
}

/** This run of this process. A number is given again when its process is over, the moment it began is not. */
export const thisProcess: Owner = { processId: process.pid, run, began: birthOf(process.pid) ?? undefined };

interface Owner {
	readonly processId: number;
	readonly run: string;
	/** Where the system tells. */
	readonly began?: string | undefined;
}

export function makeBarrier(): Fence {
	return { ...thisProcess, statement: randomName(), raisedMs: Date.now() };
}

/** For who changes a table's definition: throws TableFenced where another statement's fence stands. */
export function refuseOthersBarrier(table: Table, execution: Execution): void {
	if (execution.fence === undefined || table.record.fence?.statement !== execution.fence.statement) {
		refuseBarred(table);
	}
}

/**
 * Nobody else writes a temporary table, and an empty one has no rows to look at: its commit is refused if it has some
 * by then. Throws FenceNeeded unless this statement's own fence stands around the table, TableFenced if another's
 * does.
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

/** Throws TableFenced where a fence stands. */
export function refuseBarred(table: Table): void {
	const { fence } = table.record;
	if (fence !== undefined && stands(fence)) {
		throw new TableBarred(fence.raisedMs);
	}
}

function stands(fence: Fence): boolean {
	if (Date.now() - fence.raisedMs > longestWorkMs) {
		return false;
	}
	return isRunning(fence);
}

/** Is the run of the process not over yet? */
export function isRunning(owner: Owner): boolean {
	return owner.processId === process.pid ? owner.run === run : isRunningProcess(owner.processId, owner.began ?? null);
}

/** Puts the fence around a table, if it is still there. */
export function raiseBarrier(tableId: number, fence: Fence, execution: Execution): MaybePromise<void> {
	const table = tableWithId(tableId, execution);
	if (table !== undefined) {
		refuseBarred(table);
		return putTable(execution.transaction, { ...table.record, fence, definitionVersion: table.definitionVersion + 1 });
	}
}

/** Takes the statement's fence away, if it still stands. */
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
