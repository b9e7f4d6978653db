/**
 * INSERT ... SELECT, row after row: each is computed and written before the next one is.
 *
 * In: a plan with a query. Out: rows written, and how many. So an earlier row's duplicate is told before a later row's wrong value,
 * and what a row leaves behind (warnings, user variables, LAST_INSERT_ID(n)) the next one finds. Of a query that reads the table
 * it fills, or one that a foreign key's action may change, all rows are read before the first is written, as into MySQL's
 * temporary table. It refuses to know what a row in the way leads to (`insert-run.ts`).
 */
import type { Row } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { attempt } from "./answer.ts";
import { collectRows } from "./collect-rows.ts";
import type { Execution, RowSource } from "./execution.ts";
import { blankRow } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { InsertRun } from "./insert-run.ts";
import type { StatementOutcome } from "./outcome.ts";
import { referencesTo } from "./reference.ts";
import { openQuery } from "./run.ts";
import { leaveOut } from "./violation.ts";

/** Written before somebody looks whether others want their turn. */
const rowsInTurn = 32;

export async function insertQuery(plan: InsertPlan, execution: Execution): Promise<StatementOutcome> {
	const insert = new QueryInsert(plan, execution);
	if (readsFirst(plan, execution)) {
		const rows = await collectRows(openQuery(plan.query!, execution), execution);
		for (const batch of rows.batches()) {
			await insert.write(batch);
		}
		rows.close();
	} else {
		await writeThrough(openQuery(plan.query!, execution, true), insert);
	}
	return { ...insert.run.outcome(insert.count), queriedRows: insert.count };
}

function readsFirst({ table, query, onDuplicate }: InsertPlan, { schema }: Execution): boolean {
	const removes = onDuplicate === "replace" || onDuplicate === "update";
	return query!.tables.includes(table) || (removes && table.record.temporary !== true && referencesTo(table, schema).length > 0);
}

async function writeThrough(source: RowSource, insert: QueryInsert): Promise<void> {
	try {
		for (;;) {
			const answer = source.next();
			const batch = answer instanceof Promise ? await answer : answer;
			if (batch === null) {
				return;
			}
			const written = insert.write(batch);
			if (written instanceof Promise) {
				await written;
			}
		}
	} catch (failure) {
		source.close();
		throw failure;
	}
}

class QueryInsert {
	count = 0;
	readonly run: InsertRun;
	readonly #plan: InsertPlan;
	readonly #execution: Execution;
	readonly #admission: Admission;
	readonly #blank: Row;

	constructor(plan: InsertPlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.run = new InsertRun(plan, execution);
		this.#admission = new Admission(execution, false);
		this.#blank = blankRow(plan.table, plan.omitted, execution);
	}

	async write(batch: readonly Row[]): Promise<void> {
		for (const values of batch) {
			if (this.count % rowsInTurn === 0) {
				await this.#execution.giveWay();
			}
			this.#execution.rowNumber = ++this.count;
			const row = this.#made(values);
			const written = this.#plan.ignore ? attempt(() => this.run.write(row), (failure) => leaveOut(failure, this.#execution)) : this.run.write(row);
			if (written instanceof Promise) {
				await written;
			}
		}
	}

	/** What the columns become; behind them stands what ON DUPLICATE KEY UPDATE reads of the query. */
	#made(values: Row): Row {
		const { columns, converters } = this.#plan;
		const row = this.#blank.slice();
		for (let at = 0; at < columns.length; at++) {
			const column = columns[at]!;
			row[column.offset] = this.#admission.admit(column, converters[at]!(values[at]!, this.#execution));
		}
		for (let at = columns.length; at < values.length; at++) {
			row.push(values[at]!);
		}
		return row;
	}
}
