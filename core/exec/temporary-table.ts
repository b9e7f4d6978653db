/**
 * Stores a table's definition in the catalog, or in the session for a temporary table.
 */
import type { TableRecord } from "../catalog/record.ts";
import type { Schema } from "../catalog/table.ts";
import { putTable, removeSmallContents, removeTable, takeId } from "../catalog/write.ts";
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Execution } from "./execution.ts";

/** Returns an id for a new table, or for one whose rows are rewritten. */
export function newTableId(isTemporary: boolean, execution: Execution): MaybePromise<number> {
	return isTemporary ? execution.temporary.takeId() : takeId(execution.transaction);
}

export function storeTable(
	record: TableRecord,
	former: TableRecord | undefined,
	execution: Execution,
): MaybePromise<void> {
	return record.temporary === true
		? execution.temporary.put(record, former)
		: putTable(execution.transaction, record, former);
}

/** After a table's rows were moved to another id, or emptied by it. */
export function dropFormerRows({ id, temporary }: TableRecord, { transaction }: Execution): MaybePromise<void> {
	return temporary === true ? undefined : removeSmallContents(transaction, id);
}

export function dropStored(record: TableRecord, execution: Execution): MaybePromise<void> {
	return record.temporary === true ? execution.temporary.remove(record) : removeTable(execution.transaction, record);
}

/** Returns the schema without temporary tables, on which DDL of shared tables works. */
export function sharedSchema(schema: Schema): Schema {
	return schema.shared ?? schema;
}
