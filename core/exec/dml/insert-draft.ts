/**
 * Rows proposed by INSERT ... VALUES: full rows in the order given, values converted and admitted, without ids.
 *
 * Values that read tables are computed before the first row is written: a subquery on the target table reads its
 * previous contents.
 */
import type { Column, Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { isAscii } from "../../types/text/utf8.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { Admission } from "../rows/admission.ts";
import { mayReplaceNull } from "../write/row-triggers.ts";
import { checkedValue } from "../rows/row-check.ts";
import type { ColumnAssignment } from "../rows/column-assignment.ts";
import { columnDefault, constantDefault, currentTimestamp, impliedDefault, isTimed } from "../rows/column-default.ts";
import type { Execution } from "../execution.ts";
import type { InsertPlan } from "./insert-plan.ts";
import { type RowList, rowList } from "../spill/row-list.ts";
import { retrying } from "../../async/suspension.ts";

/** The number of rows of VALUES; undefined: a query returns them. */
export function countOfValues({ rows, late }: InsertPlan, { parameters }: Execution): number | undefined {
	return late?.length ?? (rows && (parameters.rows?.count ?? rows.length));
}

/** Makes the one row of VALUES, as `draftRows` does. */
export function draftOne(plan: InsertPlan, execution: Execution): MaybePromise<Row> {
	const { rows: given } = execution.parameters;
	given?.rewind();
	const cells = plan.rows![given?.next() ?? 0]!;
	const blank = blankRow(plan.table, plan.omitted, execution);
	const admission = new Admission(execution, !plan.ignore, "drawn", mayReplaceNull(plan.table, "insert"));
	execution.rowNumber = 1;
	return retrying(() => onlyRow(cells, blank, admission, execution));
}

/** Makes the rows of VALUES: those of the plan, or as many as were lifted out of a parameterized statement. */
export async function draftRows(plan: InsertPlan, execution: Execution): Promise<RowList<Row>> {
	const rows = plan.rows!;
	const blank = blankRow(plan.table, plan.omitted, execution);
	const given = execution.parameters.rows;
	given?.rewind();
	const count = given?.count ?? rows.length;
	// Without strict mode MySQL accepts NULL for a NOT NULL column in statements of several rows.
	const admission = new Admission(
		execution,
		count === 1 && !plan.ignore,
		"drawn",
		mayReplaceNull(plan.table, "insert"),
	);
	const drafts = rowList(execution);
	for (let at = 0; at < count; at++) {
		execution.rowNumber = at + 1;
		const cells = rows[given?.next() ?? at]!;
		const made = retrying(() => valuesRow(cells, blank, admission, execution));
		drafts.add(made instanceof Promise ? await made : made);
	}
	return drafts;
}

/** Starts from the blank row again after a wait: a value may read another column's default. */
function onlyRow(cells: readonly ColumnAssignment[], blank: Row, admission: Admission, execution: Execution): Row {
	const row = blank.slice();
	for (let at = 0; at < cells.length; at++) {
		const { column, compute } = cells[at]!;
		row[column.offset] = admission.admitOnly(column, compute(row, execution));
	}
	return row;
}

function valuesRow(cells: readonly ColumnAssignment[], blank: Row, admission: Admission, execution: Execution): Row {
	const row = [...blank];
	for (const { column, compute } of cells) {
		row[column.offset] = admission.admit(column, compute(row, execution));
	}
	return row;
}

interface TableDefaults {
	readonly defaults: Row;
	/** Columns whose default is the statement's time. */
	readonly timed: readonly Column[];
}

const known = new WeakMap<Table, TableDefaults>();

function defaultsOf(table: Table): TableDefaults {
	let found = known.get(table);
	if (found === undefined) {
		found = {
			defaults: table.columns.map((column): Value => constantDefault(column) ?? impliedDefault(column)),
			timed: table.columns.filter(isTimed),
		};
		known.set(table, found);
	}
	return found;
}

/** Makes a row of defaults. Omitted columns without one are checked here, once a statement. */
export function blankRow(table: Table, omitted: readonly Column[], execution: Execution): Row {
	const { defaults, timed } = defaultsOf(table);
	const row = defaults.slice();
	for (const column of timed) {
		row[column.offset] = currentTimestamp(column.type, execution);
	}
	// Lenient, MySQL implies a value at once; strict, a trigger may still give one.
	const mayBeSet = execution.strictWrite && mayReplaceNull(table, "insert");
	for (const column of omitted) {
		const isDeferred = mayBeSet && column.default.kind === "none" && column.type.name !== "enum";
		row[column.offset] = isDeferred ? null : admittedDefault(column, execution);
	}
	return row;
}

/** The default is checked as a written value: it may be older than the rule or setting that refuses it. */
function admittedDefault(column: Column, execution: Execution): Value {
	const value = columnDefault(column, execution);
	const isPlain = typeof value === "string" ? isAscii(value) : column.type.elements.length === 0;
	return value === null || isPlain || !isCharacterType(column.type) ? value : checkedValue(column, value, execution);
}
