/**
 * Did a statement change a row, and what follows from that?
 *
 * In: the row before and after its assignments. Out: whether they differ, with ON UPDATE CURRENT_TIMESTAMP done where they do.
 */
import type { Column, Table } from "../catalog/table.ts";
import type { Row } from "../types/value.ts";
import { currentTimestamp } from "./column-default.ts";
import type { Execution } from "./execution.ts";

/** Sets the columns that follow every change, unless they were assigned to; false where nothing changed. */
export function touchRow(table: Table, before: Row, row: Row, assigned: readonly Column[], execution: Execution): boolean {
	if (row.every((value, at) => value === before[at])) {
		return false;
	}
	for (const column of table.columns) {
		if (column.onUpdateNow && !assigned.includes(column)) {
			row[column.offset] = currentTimestamp(column.type, execution);
		}
	}
	return true;
}
