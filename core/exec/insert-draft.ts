/**
 * The rows an INSERT proposes.
 *
 * In: a plan and the running statement. Out: full rows, every value converted and admitted, ids generated, in the order
 * given. It refuses to write.
 *
 * All rows are made before the first is written, so that a bad value in the last one costs no write, and a
 * query that reads the table it fills sees it as it was. Ids taken for rows before a bad one stay taken.
 */
import type { Column, Table } from "../catalog/table.ts";
import { autoIncrementKey } from "../store/keys.ts";
import type { Answer } from "../store/store.ts";
import type { Integer, Row, Value } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { after } from "./answer.ts";
import type { Cell } from "./cell.ts";
import { columnDefault, givenDefault, impliedDefault } from "./column-default.ts";
import type { Execution } from "./execution.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { openQuery } from "./run.ts";
import { rowBytes } from "./spill/row-bytes.ts";
import { type RowForm, RowList } from "./spill/row-list.ts";
import { retrying } from "./waiting.ts";

/** Made of a query before somebody looks whether others want their turn. */
const rowsInTurn = 64;

export interface Draft {
	/** Behind the table's columns may stand values of the query that ON DUPLICATE KEY UPDATE names. */
	readonly row: Row;
	/** Its id was generated. */
	generated: boolean;
}

const draftForm: RowForm<Draft> = {
	bytes: ({ row }) => rowBytes(row),
	pack: ({ row, generated }) => [...row, generated ? 1 : 0],
	unpack: (row) => ({ generated: row.pop() === 1, row }),
};

export async function draftRows(plan: InsertPlan, execution: Execution): Promise<RowList<Draft>> {
	const blank = blankRow(plan.table, plan.omitted, execution);
	return plan.rows === undefined ? draftFromQuery(plan, execution, blank) : draftFromValues(plan.rows, plan, execution, blank);
}

/** How many rows VALUES has; undefined: a query answers with them. */
export function countOfValues({ rows }: InsertPlan, { parameters }: Execution): number | undefined {
	return rows && (parameters.rows?.count ?? rows.length);
}

/** The one row of VALUES, as `draftRows` makes it. */
export function draftOne(plan: InsertPlan, execution: Execution): Answer<Draft> {
	const { rows: given } = execution.parameters;
	given?.rewind();
	const cells = plan.rows![given?.next() ?? 0]!;
	const blank = blankRow(plan.table, plan.omitted, execution);
	const admission = new Admission(execution, !plan.ignore);
	execution.rowNumber = 1;
	return after(retrying(() => valuesRow(cells, blank, admission, execution)), (row) =>
		after(giveId(row, plan.table, execution), (generated) => ({ row, generated })));
}

/** Rows as they are written, or as many as were lifted out of the statement, each of the form of one that is written. */
async function draftFromValues(rows: readonly (readonly Cell[])[], plan: InsertPlan, execution: Execution, blank: Row): Promise<RowList<Draft>> {
	const given = execution.parameters.rows;
	given?.rewind();
	const count = given?.count ?? rows.length;
	// MySQL takes NULL for a NOT NULL column where rows come in numbers, unless it is strict.
	const admission = new Admission(execution, count === 1 && !plan.ignore);
	const drafts = new RowList(execution, draftForm);
	for (let at = 0; at < count; at++) {
		execution.rowNumber = at + 1;
		const cells = rows[given?.next() ?? at]!;
		const made = retrying(() => valuesRow(cells, blank, admission, execution));
		const row = made instanceof Promise ? await made : made;
		const withId = giveId(row, plan.table, execution);
		drafts.add({ row, generated: withId instanceof Promise ? await withId : withId });
	}
	return drafts;
}

function valuesRow(cells: readonly Cell[], blank: Row, admission: Admission, execution: Execution): Row {
	const row = [...blank];
	for (const { column, compute } of cells) {
		row[column.offset] = admission.admit(column, compute(row, execution));
	}
	return row;
}

async function draftFromQuery(plan: InsertPlan, execution: Execution, blank: Row): Promise<RowList<Draft>> {
	const admission = new Admission(execution, false);
	const source = openQuery(plan.query!, execution);
	const drafts = new RowList(execution, draftForm);
	for (;;) {
		const answer = source.next();
		const batch = answer instanceof Promise ? await answer : answer;
		if (batch === null) {
			return drafts;
		}
		for (const values of batch) {
			if (drafts.length % rowsInTurn === 0) {
				await execution.giveWay();
			}
			execution.rowNumber = drafts.length + 1;
			const row = [...blank];
			plan.columns.forEach((column, at) => {
				row[column.offset] = admission.admit(column, plan.converters[at](values[at], execution));
			});
			row.push(...values.slice(plan.columns.length));
			drafts.add({ row, generated: await giveId(row, plan.table, execution) });
		}
	}
}

/** Generates the id where none was given; says whether it did. */
export function giveId(row: Row, table: Table, execution: Execution): Answer<boolean> {
	const { autoIncrement, transaction } = execution;
	const column = table.autoIncrementColumn;
	if (column === undefined) {
		return false;
	}
	if (isIdWanted(row, column, execution)) {
		const relied = autoIncrement.isShared === true ? transaction.rely(autoIncrementKey(table.id)) : undefined;
		return after(after(relied, () => autoIncrement.take(table, 1)), (id) => {
			row[column.offset] = id;
			return true;
		});
	}
	return after(autoIncrement.pass(table, row[column.offset] as Integer), () => false);
}

/** NULL, and 0 unless the mode says otherwise: the id is to be generated. */
export function isIdWanted(row: Row, column: Column, { mode }: Execution): boolean {
	const given = row[column.offset];
	return given === null || (given === 0 && !mode.noAutoValueOnZero);
}

/** The defaults, before any value is given. Omitted columns that have none are judged here, once a statement. */
export function blankRow(table: Table, omitted: readonly Column[], execution: Execution): Row {
	const row: Row = table.columns.map((column): Value => givenDefault(column, execution) ?? impliedDefault(column));
	for (const column of omitted) {
		row[column.offset] = columnDefault(column, execution);
	}
	return row;
}
