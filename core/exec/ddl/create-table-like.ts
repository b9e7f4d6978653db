/**
 * CREATE TABLE ... LIKE: an empty table of the same definition.
 *
 * Facts recorded at creation are copied, so that the copy is read as its model is; foreign keys and the id counter
 * are not.
 */
import type { TableRecord } from "../../catalog/record.ts";
import type { Database } from "../../catalog/table.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { withoutBarrier } from "../write/ddl-write-barrier.ts";
import { existingTable } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { checkAwaitedTable } from "./foreign-key-definition.ts";
import { tableOf } from "./schema-questions.ts";
import { checkNewTable } from "./table-shape.ts";
import { newTableId, storeTable } from "../temporary-table.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** `temporary`: whether the copy is, whatever its model is. */
export function createTableLike(
	name: string,
	like: TableName,
	temporary: TableRecord["temporary"],
	database: Database,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const model = existingTable(like, planning);
	const { temporary: _model, ...record } = withoutBarrier(model.record);
	const rules = execution.book.ask(DefaultCharset);
	return after(newTableId(temporary === true, execution), (id) => {
		const copy: TableRecord = {
			...record,
			id,
			name,
			databaseId: database.id,
			resolved: rules.copyPair(record.resolved, model.stated),
			columns: model.columns.map(({ record: column, charset, collation }) => ({
				...column,
				resolved: rules.copyPair(column.resolved, { charset, collation }),
			})),
			foreignKeys: [],
			triggers: [],
			autoIncrementStart: null,
			createdMicroseconds: execution.nowMicroseconds,
			updatedMicroseconds: execution.nowMicroseconds,
			definitionVersion: 1,
			copied: true,
			...(temporary === true ? { temporary } : {}),
		};
		checkNewTable(copy, database.name, execution);
		checkAwaitedTable(tableOf(copy, database.name, execution), execution);
		return after(storeTable(copy, undefined, execution), () => done());
	});
}
