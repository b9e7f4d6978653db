/**
 * TIMESTAMP columns: stored as an instant, seen as the clock of the session's time zone.
 *
 * In: packed datetimes (`types/value.ts`). Out: packed datetimes. A stored row and its keys hold the UTC datetime of
 * the instant in the same packed form; while a statement runs, a row holds what the session's clocks show. Whoever
 * reads rows converts with `sessionTime`, whoever writes rows or keys with `storedTime`. Where a zone's clocks go
 * back, two instants have one local time: whoever has the stored value must not make it anew from the local one.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { fractionOf, joinDatetime, secondsOf } from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation.ts";
import { epochSecondsOf, localSeconds } from "../../types/temporal/timezone.ts";
import type { Integer, Row, Value } from "../../types/value.ts";

const utc = (): number => 0;

const found = new WeakMap<Table, readonly Column[]>();

/**
 * The columns whose values differ between store and session: most tables have none, and then nothing is asked per
 * row.
 */
export function timestampColumns(table: Table): readonly Column[] {
	let columns = found.get(table);
	if (columns === undefined) {
		columns = table.columns.filter((column) => column.type.name === "timestamp");
		found.set(table, columns);
	}
	return columns;
}

/** A stored value as the session sees it. The zero timestamp is no instant and stays what it is. */
export function sessionTime(stored: Value, scale: number, evaluation: Evaluation): Value {
	if (stored === null || stored === 0) {
		return stored;
	}
	const offset = (epochSeconds: number): number => evaluation.offsetSeconds(epochSeconds);
	const instant = epochSecondsOf(secondsOf(stored as Integer, scale), utc);
	return joinDatetime(localSeconds(instant, offset) ?? 0, fractionOf(stored as Integer, scale), scale);
}

/** What the session sees as it is stored. */
export function storedTime(value: Value, scale: number, evaluation: Evaluation): Value {
	if (value === null || value === 0) {
		return value;
	}
	const offset = (epochSeconds: number): number => evaluation.offsetSeconds(epochSeconds);
	const instant = epochSecondsOf(secondsOf(value as Integer, scale), offset);
	return joinDatetime(localSeconds(instant, utc) ?? 0, fractionOf(value as Integer, scale), scale);
}

/** A row of the table with timestamps as they are stored: a copy, or the row itself where nothing differs. */
export function storedRow(table: Table, row: Row, evaluation: Evaluation): Row {
	const columns = timestampColumns(table);
	if (columns.length === 0) {
		return row;
	}
	const stored = row.slice();
	for (const { offset, type } of columns) {
		stored[offset] = storedTime(row[offset]!, type.scale, evaluation);
	}
	return stored;
}
