/**
 * TIMESTAMP columns: stored in UTC, converted to the session's time zone while a statement runs.
 *
 * Values are packed datetimes (`types/value/value.ts`) on both sides. Readers of rows convert with `sessionTime`,
 * writers of rows and keys with `storedTime`. When clocks go back, two instants have one local time: code that has
 * the stored value must not recompute it from the local one.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { fractionOf, joinDatetime, secondsOf } from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { epochSecondsOf, localSeconds } from "../../types/temporal/timezone.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";

const utc = (): number => 0;

const found = new WeakMap<Table, readonly Column[]>();

/** Whether the stored value is another than the session's. */
export function isInstant({ type }: Column): boolean {
	return type.name === "timestamp";
}

/** Returns the columns that need a conversion: none in most tables, which then have no cost per row. */
export function timestampColumns(table: Table): readonly Column[] {
	let columns = found.get(table);
	if (columns === undefined) {
		columns = table.columns.filter(isInstant);
		found.set(table, columns);
	}
	return columns;
}

/** Converts a stored value to session time. The zero timestamp is not an instant and unchanged. */
export function sessionTime(stored: Value, scale: number, evaluation: Evaluation): Value {
	if (stored === null || stored === 0) {
		return stored;
	}
	const offset = (epochSeconds: number): number => evaluation.offsetSeconds(epochSeconds);
	const instant = epochSecondsOf(secondsOf(stored as Integer, scale), utc);
	return joinDatetime(localSeconds(instant, offset) ?? 0, fractionOf(stored as Integer, scale), scale);
}

export function storedTime(value: Value, scale: number, evaluation: Evaluation): Value {
	if (value === null || value === 0) {
		return value;
	}
	const offset = (epochSeconds: number): number => evaluation.offsetSeconds(epochSeconds);
	const instant = epochSecondsOf(secondsOf(value as Integer, scale), offset);
	return joinDatetime(localSeconds(instant, utc) ?? 0, fractionOf(value as Integer, scale), scale);
}

/** Returns the row with timestamps as stored: a copy, or the row itself if nothing differs. */
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
