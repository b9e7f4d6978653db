/**
 * Consequences of a changed or removed row beyond itself and its index entries: triggers, CHECK, generated columns,
 * partitions, questions of rules, foreign keys. Rows that have some are written by the general path.
 */
import type { Column, Table } from "../../catalog/table.ts";
import type { Execution } from "../execution.ts";
import { checksForeignKeys } from "../write/foreign-key-guard.ts";
import { referencesTo } from "../write/reference.ts";
import { rowQuestion } from "../write/row-question.ts";
import { rowRules } from "../write/row-rules.ts";
import { hasTriggers } from "../write/row-triggers.ts";

/** `assigned`: the changed columns; "removed": the rows are removed. */
export type RowChange = readonly Column[] | "removed";

export function hasConsequences(table: Table, change: RowChange, execution: Execution): boolean {
	return (
		hasTriggers(table, change === "removed" ? "delete" : "update") ||
		(change !== "removed" &&
			(rowRules(table, execution) !== undefined || rowQuestion(table, execution) !== undefined)) ||
		(isReferring(table, change, execution) && checksForeignKeys(execution))
	);
}

/** A child may go or keep its reference unasked; a parent may keep what others refer to. */
function isReferring(table: Table, change: RowChange, { schema }: Execution): boolean {
	const others = referencesTo(table, schema);
	return change === "removed"
		? others.length > 0
		: table.record.foreignKeys.some(({ columnIds }) => change.some(({ id }) => columnIds.includes(id))) ||
				others.some(({ parentColumns }) => change.some((column) => parentColumns.includes(column)));
}
