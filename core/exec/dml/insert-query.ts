/**
 * INSERT ... SELECT: computes, converts and writes row after row.
 *
 * So an earlier row's duplicate is reported before a later row's wrong value, and side effects of a row (warnings,
 * user variables, LAST_INSERT_ID(n)) are visible to the next. A query that reads the target table, or one that a
 * foreign key's action may change, is read to the end before the first row is written, as into MySQL's temporary
 * table, which does not hold constants: those are computed where the row is written. `insert-run.ts` handles
 * duplicates.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { RowSource } from "../row-source.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { isConstantItem } from "../../plan/tree/tree-facts.ts";
import { boundConstant } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { mayReplaceNull } from "../write/row-triggers.ts";
import { attempt } from "../../async/maybe-promise.ts";
import { collectRows } from "../operators/collect-rows.ts";
import type { Execution } from "../execution.ts";
import { blankRow } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { InsertRun } from "./insert-run.ts";
import type { StatementResult } from "../statement-result.ts";
import { referencesTo } from "../write/reference.ts";
import { openQuery } from "../query/open-query.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";

/** Rows written between two yields to the event loop. */
const rowsInTurn = 32;

export async function insertQuery(plan: InsertPlan, execution: Execution): Promise<StatementResult> {
	const isReadFirst = readsFirst(plan, execution);
	const { query, late } = isReadFirst ? withoutConstants(plan.query!) : { query: plan.query!, late: [] };
	const insert = new QueryInsert(plan, execution, late);
	if (isReadFirst) {
		const rows = await collectRows(openQuery(query, execution), execution);
		for (const batch of rows.batches()) {
			await insert.write(batch);
		}
		rows.close();
	} else {
		await writeThrough(
			openQuery(query, execution, true, (value, at) => insert.take(value, at)),
			insert,
		);
	}
	return { ...insert.run.outcome(insert.count), queriedRows: insert.count };
}

function readsFirst({ table, query, onDuplicate }: InsertPlan, { schema }: Execution): boolean {
	const removes = onDuplicate === "replace" || onDuplicate === "update";
	return query!.tables.includes(table) || (removes && referencesTo(table, schema).length > 0);
}

/** `late`: by column, the expression of a constant that may fail. */
function withoutConstants(query: QueryPlan): {
	readonly query: QueryPlan;
	readonly late: readonly (Compiled | undefined)[];
} {
	const { node } = query;
	if (node.kind !== "project") {
		return { query, late: [] };
	}
	const isLate = node.expressions.map((expression) => expression.kind === "call" && isConstantItem(expression));
	const expressions = node.expressions.map((expression, at) =>
		isLate[at] ? boundConstant(null, expression.type) : expression,
	);
	return {
		query: { ...query, node: { ...node, expressions } },
		late: node.expressions.map((expression, at) => (isLate[at] ? compile(expression) : undefined)),
	};
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
	readonly #late: readonly (Compiled | undefined)[];
	/** Values are converted as soon as they are computed. */
	#takes = false;

	constructor(plan: InsertPlan, execution: Execution, late: readonly (Compiled | undefined)[]) {
		this.#late = late;
		this.#plan = plan;
		this.#execution = execution;
		this.run = new InsertRun(plan, execution);
		this.#admission = new Admission(execution, false, "drawn", mayReplaceNull(plan.table, "insert"));
		this.#blank = blankRow(plan.table, plan.omitted, execution);
	}

	async write(batch: readonly Row[]): Promise<void> {
		for (const values of batch) {
			if (this.count % rowsInTurn === 0 || isTurnOver()) {
				await this.#execution.giveWay();
			}
			this.#execution.rowNumber = ++this.count;
			const row = this.#made(values);
			const written = this.#plan.ignore
				? attempt(
						() => this.run.write(row),
						(failure) => ignoreViolation(failure, this.#execution),
					)
				: this.run.write(row);
			if (written instanceof Promise) {
				await written;
			}
		}
	}

	/** Converts a value to its column's. */
	take(value: Value, at: number): Value {
		this.#takes = true;
		this.#execution.rowNumber = this.count + 1;
		return this.#converted(value, at);
	}

	#converted(value: Value, at: number): Value {
		const column = this.#plan.columns[at];
		return column === undefined
			? value
			: this.#admission.admit(column, this.#plan.converters[at]!(value, this.#execution));
	}

	/** The row's columns, followed by the query's columns that ON DUPLICATE KEY UPDATE reads. */
	#made(values: Row): Row {
		const { columns } = this.#plan;
		const row = this.#blank.slice();
		for (let at = 0; at < values.length; at++) {
			const late = this.#late[at];
			const value = late === undefined ? values[at]! : late(row, this.#execution);
			const made = this.#takes ? value : this.#converted(value, at);
			if (at < columns.length) {
				row[columns[at]!.offset] = made;
			} else {
				row.push(made);
			}
		}
		return row;
	}
}
