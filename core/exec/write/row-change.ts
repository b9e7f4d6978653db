/**
 * Change detection of a row, and ON UPDATE CURRENT_TIMESTAMP where it changed.
 *
 * | touch     | the row after                                          | ON UPDATE CURRENT_TIMESTAMP |
 * |-----------|--------------------------------------------------------|-----------------------------|
 * | changed   | differs                                                | done                        |
 * | rewritten | is the same, but counts as changed                     | done, without effect        |
 * | same      | is the same                                            | no                          |
 */
import type { Column, Table } from "../../catalog/table.ts";
import type { Row } from "../../types/value/value.ts";
import { currentTimestamp, zeroOf } from "../rows/column-default.ts";
import type { Execution } from "../execution.ts";

type Touch = "changed" | "rewritten" | "same";

/** Sets the ON UPDATE columns that were not assigned. */
export function touchRow(
	table: Table,
	before: Row,
	row: Row,
	assigned: readonly Column[],
	execution: Execution,
): Touch {
	if (isSame(before, row) && !assigned.some((column) => isNullRewritten(column, before, row))) {
		return "same";
	}
	for (const column of table.columns) {
		if (column.onUpdateNow && !assigned.includes(column)) {
			row[column.offset] = currentTimestamp(column.type, execution);
		}
	}
	return isSame(before, row) ? "rewritten" : "changed";
}

function isSame(before: Row, row: Row): boolean {
	for (let at = 0; at < row.length; at++) {
		if (row[at] !== before[at]) {
			return false;
		}
	}
	return true;
}

/**
 * MySQL compares the bytes behind a NULL, too: those of the column's default where the row was read, none where it
 * was assigned.
 */
function isNullRewritten(column: Column, before: Row, row: Row): boolean {
	return row[column.offset] === null && before[column.offset] === null && mayRewriteNull(column);
}

/** Whether NULL assigned to NULL may count as a change. */
export function mayRewriteNull({ default: initial, type }: Column): boolean {
	return initial.kind === "constant" && initial.value !== null && initial.value !== zeroOf(type);
}
