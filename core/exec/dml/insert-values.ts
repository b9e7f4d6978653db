/**
 * INSERT ... VALUES of many rows: makes and writes one row before the next, for plans whose values read no table.
 *
 * So an earlier row's duplicate key is reported before a later row's wrong value, and a thousand rows need no memory
 * beyond the write set. Values with subqueries go through `insert-draft.ts`.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { Column } from "../../catalog/table.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { type Converter, identity } from "../../types/assign/conversion.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { mayReplaceNull } from "../write/row-triggers.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import { type ColumnAssignment, columnConverter } from "../rows/column-assignment.ts";
import type { Execution } from "../execution.ts";
import type { ValuesRows } from "../values-rows.ts";
import { blankRow, countOfValues } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { InsertRun } from "./insert-run.ts";
import type { StatementResult } from "../statement-result.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";
import type { RowCheck } from "../rows/row-check.ts";
import { retrying } from "../../async/suspension.ts";

/** Rows between two yields to the event loop. */
const rowsInTurn = 1024;

export function insertValues(plan: InsertPlan, execution: Execution): MaybePromise<StatementResult> {
	const insert = new ValuesInsert(plan, execution);
	return after(insert.writeRows(), () => insert.run.outcome(insert.count));
}

/** An assignment, with what is resolved once a statement. */
interface Step {
	readonly column: Column;
	readonly offset: number;
	readonly compute: Compiled;
	/** The parameter whose value is converted; undefined: the value is computed. */
	readonly parameter: TypedValue | undefined;
	readonly convert: Converter;
	readonly check: RowCheck | null;
}

class ValuesInsert {
	readonly count: number;
	readonly run: InsertRun;
	readonly #plan: InsertPlan;
	readonly #execution: Execution;
	readonly #given: ValuesRows | undefined;
	readonly #admission: Admission;
	readonly #blank: readonly Value[];
	/** By row form, or by row of VALUES. */
	readonly #steps: (readonly Step[] | undefined)[] = [];
	/** The current row. */
	readonly #row: Row;
	#rowSteps: readonly Step[] = [];
	readonly #makeRow = (): void => this.#make();
	#at = 0;

	constructor(plan: InsertPlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.#given = execution.parameters.rows;
		this.#given?.rewind();
		this.count = countOfValues(plan, execution)!;
		this.run = new InsertRun(plan, execution, this.count);
		// Without strict mode MySQL accepts NULL for a NOT NULL column in statements of several rows.
		this.#admission = new Admission(
			execution,
			this.count === 1 && !plan.ignore,
			"drawn",
			mayReplaceNull(plan.table, "insert"),
		);
		this.#blank = blankRow(plan.table, plan.omitted, execution);
		this.#row = this.#blank.slice();
	}

	writeRows(): MaybePromise<void> {
		while (this.#at < this.count) {
			const waiting =
				(this.#at > 0 && this.#at % rowsInTurn === 0) || isTurnOver()
					? after(this.#execution.giveWay(), () => this.#writeNext())
					: this.#writeNext();
			if (waiting instanceof Promise) {
				return waiting.then(() => this.writeRows());
			}
		}
	}

	#writeNext(): MaybePromise<void> {
		const form = this.#given?.next() ?? this.#at;
		const { late, rows } = this.#plan;
		this.#rowSteps =
			late === undefined ? (this.#steps[form] ??= this.#stepsOf(rows![form]!)) : this.#stepsOf(late.at(form));
		this.#at++;
		this.#execution.rowNumber = this.#at;
		const made = retrying(this.#makeRow);
		return made instanceof Promise ? made.then(() => this.#write()) : this.#write();
	}

	#stepsOf(cells: readonly ColumnAssignment[]): readonly Step[] {
		const { parameters } = this.#execution;
		return cells.map(({ column, bound, compute }) => {
			const found = bound?.kind === "parameter" ? parameters[bound.index] : undefined;
			const parameter = found?.type === bound?.type ? found : undefined;
			const convert = parameter === undefined ? identity : columnConverter(column, parameter.type);
			return { column, offset: column.offset, compute, parameter, convert, check: this.#admission.checkOf(column) };
		});
	}

	#make(): void {
		const row = this.#row;
		const blank = this.#blank;
		for (let at = 0; at < blank.length; at++) {
			row[at] = blank[at]!;
		}
		const steps = this.#rowSteps;
		for (let at = 0; at < steps.length; at++) {
			const { column, offset, compute, parameter, convert, check } = steps[at]!;
			const value =
				parameter === undefined
					? compute(row, this.#execution)
					: convert === identity
						? parameter.value
						: convert(parameter.value, this.#execution);
			row[offset] = value === null ? this.#admission.admit(column, null) : check === null ? value : check(value);
		}
	}

	#write(): MaybePromise<void> {
		const row = this.#row;
		return this.#plan.ignore
			? attempt(
					() => this.run.write(row),
					(failure) => ignoreViolation(failure, this.#execution),
				)
			: this.run.write(row);
	}
}
