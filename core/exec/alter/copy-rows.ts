/**
 * Rows of a table written anew as rows of its next definition.
 *
 * In: the table as it was and as it is to be, under another id. Out: rows and entries in the transaction, with values
 * converted as an INSERT would; 1062, 1138, and the errors of conversion. Answers how many rows.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import type { Answer } from "../../store/store.ts";
import { storeConverter } from "../../types/conversion.ts";
import type { Row, Value } from "../../types/value.ts";
import { Admission } from "../admission.ts";
import { after } from "../answer.ts";
import { zeroOf } from "../column-default.ts";
import { duplicateEntry } from "../duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import { inTurn } from "../in-turn.ts";
import { rowCodec } from "../row-codec.ts";
import { unguardedWriter } from "../table-writer.ts";
import { sessionTime } from "../timestamp-column.ts";
import { visitRows } from "./row-scan.ts";
import { keepsRows } from "./type-change.ts";

/** Makes one column's value of an old row. */
type CopyValue = (row: Row) => Value;

export function copyRows(former: Table, table: Table, execution: Execution): Answer<number> {
	const codec = rowCodec(former);
	const writer = unguardedWriter(table, execution);
	const counter = table.autoIncrementColumn;
	const copies = columnCopies(former, table, execution);
	let count = 0;
	const copyOne = (old: Row): Answer<void> => {
		count++;
		execution.rowNumber = count;
		const row = copies.map((copy) => copy(old));
		return after(withId(row, counter, table, execution), () =>
			after(writer.insert(row), (duplicate) => {
				if (duplicate !== undefined) {
					throw duplicateEntry(duplicate.index, row);
				}
			}),
		);
	};
	const all = visitRows(former, execution, (entries) => inTurn(entries, ({ value }) => copyOne(codec.decode(value, execution))));
	return after(all, () => count);
}

/** A counter that is new to the table counts the rows there are. */
function withId(row: Row, counter: Column | undefined, table: Table, execution: Execution): Answer<void> {
	if (counter === undefined || row[counter.offset] !== null) {
		return;
	}
	return after(execution.autoIncrement.take(table, 1), (id) => {
		row[counter.offset] = id;
	});
}

function columnCopies(former: Table, table: Table, execution: Execution): readonly CopyValue[] {
	const admission = new Admission(execution, true);
	return table.columns.map((column) => {
		const before = former.columns.find(({ id }) => id === column.id);
		if (column.record.generated !== undefined) {
			// Computed anew when the row is written.
			return () => null;
		}
		if (before === undefined) {
			const value = column.autoIncrement ? null : originValue(column, execution);
			return () => value;
		}
		return columnCopy(before, column, admission, execution);
	});
}

function originValue(column: Column, execution: Execution): Value {
	return column.type.name === "timestamp" ? sessionTime(column.originDefault, column.type.scale, execution) : column.originDefault;
}

function columnCopy(before: Column, column: Column, admission: Admission, execution: Execution): CopyValue {
	const at = before.offset;
	const isSame = keepsRows(before.type, column.type);
	if (isSame && (column.nullable || !before.nullable)) {
		return (row) => row[at] as Value;
	}
	const convert = isSame ? undefined : storeConverter(before.type, column.type, column.name);
	return (row) => {
		const value = row[at] as Value;
		if (value === null) {
			return column.nullable || column.autoIncrement ? null : withoutNull(column, execution);
		}
		return convert === undefined ? value : admission.admit(column, convert(value, execution));
	};
}

/** NULL in a column that becomes NOT NULL. */
function withoutNull(column: Column, execution: Execution): Value {
	if (execution.mode.strict) {
		throw sqlError("invalidUseOfNull");
	}
	execution.warn("Warning", "dataTruncated", column.name, execution.rowNumber);
	return zeroOf(column.type);
}
