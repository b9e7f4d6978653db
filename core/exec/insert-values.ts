/**
 * INSERT ... VALUES of many rows, one after the other: each is made and written before the next is looked at.
 *
 * In: a plan whose values read no table. Out: rows written. So an earlier row's duplicate key is told before a later row's wrong value,
 * and nothing of a thousand rows is kept but what is to be committed. It refuses values with subqueries: a query that
 * reads the table it fills sees it as it was (`insert-draft.ts`).
 */
import type { Answer } from "../store/store.ts";
import type { Row, Value } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { after, attempt } from "./answer.ts";
import type { Cell } from "./cell.ts";
import type { Execution } from "./execution.ts";
import type { GivenRows } from "./given-rows.ts";
import { blankRow, countOfValues } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { InsertRun } from "./insert-run.ts";
import type { StatementOutcome } from "./outcome.ts";
import { leaveOut } from "./violation.ts";
import { retrying } from "./waiting.ts";

/** Others have their turn after so many rows. */
const rowsInTurn = 1024;

export function insertValues(plan: InsertPlan, execution: Execution): Answer<StatementOutcome> {
	const insert = new ValuesInsert(plan, execution);
	return after(after(insert.writeRows(), () => insert.run.close()), () => insert.run.outcome(insert.count));
}

class ValuesInsert {
	readonly count: number;
	readonly run: InsertRun;
	readonly #plan: InsertPlan;
	readonly #execution: Execution;
	readonly #given: GivenRows | undefined;
	readonly #admission: Admission;
	readonly #blank: readonly Value[];
	/** The row at hand. */
	readonly #row: Row;
	#at = 0;

	constructor(plan: InsertPlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.#given = execution.parameters.rows;
		this.#given?.rewind();
		this.count = countOfValues(plan, execution)!;
		this.run = new InsertRun(plan, execution, this.count);
		// MySQL takes NULL for a NOT NULL column where rows come in numbers, unless it is strict.
		this.#admission = new Admission(execution, this.count === 1 && !plan.ignore);
		this.#blank = blankRow(plan.table, plan.omitted, execution);
		this.#row = this.#blank.slice();
	}

	writeRows(): Answer<void> {
		while (this.#at < this.count) {
			const waiting = this.#at > 0 && this.#at % rowsInTurn === 0 ? after(this.#execution.giveWay(), () => this.#writeNext()) : this.#writeNext();
			if (waiting instanceof Promise) {
				return waiting.then(() => this.writeRows());
			}
		}
	}

	#writeNext(): Answer<void> {
		const cells = this.#plan.rows![this.#given?.next() ?? this.#at]!;
		this.#at++;
		this.#execution.rowNumber = this.#at;
		return after(retrying(() => this.#make(cells)), () => after(this.run.giveId(this.#row), (generated) => this.#write(generated)));
	}

	#make(cells: readonly Cell[]): void {
		const row = this.#row;
		const blank = this.#blank;
		for (let at = 0; at < blank.length; at++) {
			row[at] = blank[at]!;
		}
		for (const { column, compute } of cells) {
			row[column.offset] = this.#admission.admit(column, compute(row, this.#execution));
		}
	}

	#write(generated: boolean): Answer<void> {
		const draft = { row: this.#row, generated };
		return this.#plan.ignore ? attempt(() => this.run.write(draft), (failure) => leaveOut(failure, this.#execution)) : this.run.write(draft);
	}
}
