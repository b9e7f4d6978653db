/**
 * CREATE TABLE t LIKE s: an empty table of the same definition.
 *
 * In: two names. Out: a copy of the record, facts and births included, so that the copy is read as its model is; foreign
 * keys and the id counter are not copied.
 */
import type { Database } from "../catalog/table.ts";
import { putTable, takeId } from "../catalog/write.ts";
import type { Planning } from "../plan/planning.ts";
import type { TableName } from "../sql/tree/query.ts";
import type { Answer } from "../store/store.ts";
import { after } from "./answer.ts";
import type { Execution } from "./execution.ts";
import { withoutFence } from "./fence.ts";
import { existingTable } from "./named-table.ts";
import { done, type StatementOutcome } from "./outcome.ts";

export function createTableLike(name: string, like: TableName, database: Database, execution: Execution, planning: Planning): Answer<StatementOutcome> {
	const record = withoutFence(existingTable(like, planning).record);
	return after(takeId(execution.transaction), (id) => {
		const copy = {
			...record,
			id,
			name,
			databaseId: database.id,
			foreignKeys: [],
			autoIncrementStart: null,
			createdMicroseconds: execution.nowMicroseconds,
			updatedMicroseconds: execution.nowMicroseconds,
			definitionVersion: 1,
		};
		return after(putTable(execution.transaction, copy), () => done());
	});
}
