/**
 * DROP DATABASE: removes the records of the database, its tables and views; 1008, or a note under IF EXISTS.
 */
import { fold } from "../../catalog/identifier.ts";
import { removeDatabase, removeTable, removeView } from "../../catalog/write.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { DropDatabase } from "../../sql/tree/database.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseOthersBarrier } from "../write/ddl-write-barrier.ts";
import { refuseDropOfParents } from "./foreign-key-definition.ts";
import { refuseComputedDatabase } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { inTurns } from "../../async/sequential.ts";
import { sharedSchema } from "../temporary-table.ts";

export function dropDatabase(
	statement: DropDatabase,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { name } = statement;
	refuseComputedDatabase(name, planning);
	const database = sharedSchema(execution.schema).databases.get(fold(name));
	if (database === undefined) {
		if (!statement.ifExists) {
			throw sqlError("cantDropDatabaseMissing", encodeText(name));
		}
		execution.warn("Note", "cantDropDatabaseMissing", encodeText(name));
		return done();
	}
	refuseDropOfParents([...database.tables.values()], execution);
	const { transaction } = execution;
	const isCurrent = planning.database !== null && fold(planning.database) === fold(name);
	return after(
		inTurns([...database.tables.values()], execution, (table) => {
			refuseOthersBarrier(table, execution);
			return removeTable(transaction, table.record);
		}),
		() =>
			after(
				inTurns([...database.views.values()], execution, ({ record }) => removeView(transaction, record)),
				() =>
					after(removeDatabase(transaction, database.record), () => ({
						...done(),
						...(isCurrent ? { database: null } : {}),
					})),
			),
	);
}
