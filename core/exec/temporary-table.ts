/**
 * Where a table's definition goes: into the store, or into the memory of the session whose temporary table it is.
 *
 * In: records. Out: records kept, ids taken. It refuses to know what becomes of a session's tables when it ends.
 */
import type { TableRecord } from "../catalog/record.ts";
import type { Schema } from "../catalog/table.ts";
import { putTable, removeTable, takeId } from "../catalog/write.ts";
import type { MaybePromise } from "../store/store.ts";
import type { Execution } from "./execution.ts";

/** An id for a new table, or for one whose rows are written anew. */
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

export function dropStored(record: TableRecord, execution: Execution): MaybePromise<void> {
	return record.temporary === true ? execution.temporary.remove(record) : removeTable(execution.transaction, record);
}

/** The schema without temporary tables: what data definition of shared tables is about. */
export function sharedSchema(schema: Schema): Schema {
	return schema.shared ?? schema;
}
