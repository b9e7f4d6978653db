/**
 * Table copy: writes all rows in a new definition under a new table id, and returns their number.
 *
 * Values are converted as by an INSERT; 1062, 1138, and errors of conversion.
 */
import type { Column, Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { isSpatialType } from "../../../types/value/type.ts";
import { encodeText, type Integer, type Row, type Value } from "../../../types/value/value.ts";
import { Admission } from "../../rows/admission.ts";
import { after } from "../../../async/maybe-promise.ts";
import { currentTimestamp, zeroOf } from "../../rows/column-default.ts";
import { duplicateEntry } from "../../write/duplicate-entry.ts";
import type { Execution } from "../../execution.ts";
import { sequentially } from "../../../async/sequential.ts";
import { isIdWanted } from "../../auto-increment/insert-ids.ts";
import { rowCodec } from "../../rows/row-codec.ts";
import { rulesOfAdded } from "../../write/row-rules.ts";
import { unguardedWriter } from "../../write/table-writer.ts";
import { sessionTime } from "../../rows/timestamp-column.ts";
import { columnConverter } from "./column-converter.ts";
import { visitRows } from "../../rows/row-scan.ts";
import { keepsRows } from "./type-change.ts";

/** Makes one column's value from an old row. */
type CopyValue = (row: Row) => Value;

/** `added`: the virtual columns, where nothing else changes; other generated values are kept then. */
export function copyRows(
	former: Table,
	table: Table,
	execution: Execution,
	added?: ReadonlySet<Column>,
): MaybePromise<number> {
	const codec = rowCodec(former);
	const writer = unguardedWriter(table, execution, added && rulesOfAdded(table, added, execution));
	const counter = newCounter(former, table);
	const copies = columnCopies(former, table, execution, added !== undefined);
	let count = 0;
	const copyOne = (old: Row): MaybePromise<void> => {
		count++;
		execution.rowNumber = count;
		const row = copies.map((copy) => copy(old));
		return after(withId(row, counter, table, execution), () =>
			after(writer.insert(row), (duplicate) => {
				if (duplicate !== undefined) {
					throw duplicateEntry(duplicate.index, row, execution);
				}
			}),
		);
	};
	const all = visitRows(former, execution, (entries) =>
		sequentially(entries, ({ value }) => copyOne(codec.decode(value, execution))),
	);
	return after(all, () => count);
}

/** The column that was not AUTO_INCREMENT before: a former counter's ids are kept, even 0. */
function newCounter(former: Table, { autoIncrementColumn: counter }: Table): Column | undefined {
	return counter !== undefined && counter.id === former.autoIncrementColumn?.id ? undefined : counter;
}

/** A new AUTO_INCREMENT column numbers rows without an id after the existing ids. */
function withId(row: Row, counter: Column | undefined, table: Table, execution: Execution): MaybePromise<void> {
	if (counter === undefined) {
		return;
	}
	if (!isIdWanted(row, counter, execution)) {
		return execution.autoIncrement.pass(table, row[counter.offset] as Integer);
	}
	return after(execution.autoIncrement.take(table, 1), (id) => {
		row[counter.offset] = id;
	});
}

function columnCopies(
	former: Table,
	table: Table,
	execution: Execution,
	keepsGenerated: boolean,
): readonly CopyValue[] {
	const admission = new Admission(execution, true);
	const isConversion = table.columns.some(({ id, type }) => {
		const before = former.columns.find((column) => column.id === id);
		return before !== undefined && !keepsRows(before.type, type);
	});
	return table.columns.map((column) => {
		const before = former.columns.find(({ id }) => id === column.id);
		if (column.record.generated !== undefined && !(keepsGenerated && before !== undefined)) {
			// Computed when the row is written.
			return () => null;
		}
		if (before === undefined) {
			if (isSpatialType(column.type) && !column.nullable) {
				return () => {
					throw sqlError("invalidUseOfNull");
				};
			}
			const value = column.autoIncrement ? null : originValue(column, execution);
			return () => value;
		}
		return columnCopy(before, column, isConversion, admission, execution);
	});
}

/** A column that is NOT NULL only as part of the primary key has no NULL origin. */
function originValue(column: Column, execution: Execution): Value {
	if (column.originDefault === null && !column.nullable) {
		return zeroOf(column.type);
	}
	return column.type.name === "timestamp"
		? sessionTime(column.originDefault, column.type.scale, execution)
		: column.originDefault;
}

/** `isConversion`: some column's type changes, so dates are checked again as in every write. */
function columnCopy(
	before: Column,
	column: Column,
	isConversion: boolean,
	admission: Admission,
	execution: Execution,
): CopyValue {
	const at = before.offset;
	const isSame = keepsRows(before.type, column.type);
	const isJudged = isSame && isConversion && (column.type.name === "date" || column.type.name === "datetime");
	if (isSame && !isJudged && (column.nullable || !before.nullable)) {
		return (row) => row[at] as Value;
	}
	const convert = isSame && !isJudged ? undefined : columnConverter(before.type, column.type, column.name, before.name);
	return (row) => {
		const value = row[at] as Value;
		if (value === null) {
			return column.nullable || column.autoIncrement ? null : withoutNull(column, isSame, execution);
		}
		return convert === undefined ? value : admission.admit(column, convert(value, execution));
	};
}

/** The value for NULL in a column that becomes NOT NULL. A new TIMESTAMP gets the current time. */
function withoutNull(column: Column, isSame: boolean, execution: Execution): Value {
	if (column.type.name === "timestamp" && !isSame) {
		return currentTimestamp(column.type, execution);
	}
	if (execution.mode.strict || isSpatialType(column.type)) {
		throw isSame
			? sqlError("invalidUseOfNull")
			: sqlError("dataTruncated", encodeText(column.name), execution.rowNumber);
	}
	execution.warn("Warning", "dataTruncated", encodeText(column.name), execution.rowNumber);
	return zeroOf(column.type);
}
