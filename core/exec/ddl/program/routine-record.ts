/**
 * Records of stored procedures and functions: each has one of its own, so that a change of one costs the same beside
 * thousands. Those that were made before stand in their database's record, until they change.
 */
import { after, type MaybePromise } from "../../../async/maybe-promise.ts";
import { hasOwnRecord, type KeptRoutine, type RoutineRecord } from "../../../catalog/record.ts";
import type { Database } from "../../../catalog/table.ts";
import { putRoutine, removeRoutine, takeId } from "../../../catalog/write.ts";
import type { Execution } from "../../execution.ts";

/** Keeps a new routine. */
export function keepRoutine(
	record: RoutineRecord,
	{ id: databaseId }: Database,
	{ transaction }: Execution,
): MaybePromise<void> {
	return after(takeId(transaction), (id) => putRoutine(transaction, { ...record, id, databaseId }));
}

/** `changed`: a copy of the former record with other characteristics. */
export function replaceRoutine(
	former: RoutineRecord,
	changed: RoutineRecord,
	database: Database,
	execution: Execution,
): MaybePromise<void> {
	const { transaction } = execution;
	return hasOwnRecord(former)
		? putRoutine(transaction, changed as KeptRoutine)
		: after(removeRoutine(transaction, former, database.record), () => keepRoutine(changed, database, execution));
}
