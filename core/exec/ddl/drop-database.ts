/**
 * DROP DATABASE: removes the records of the database, its tables, views and routines; 1008, or a note under IF EXISTS.
 */
import { fold } from "../../catalog/identifier.ts";
import { hasOwnRecord } from "../../catalog/record.ts";
import type { Database } from "../../catalog/table.ts";
import { removeDatabase, removeRoutine, removeTable, removeView } from "../../catalog/write.ts";
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
	return after(removeObjects(database, execution), () =>
		after(removeDatabase(transaction, database.record), () => ({
			...done(),
			...(isCurrent ? { database: null } : {}),
		})),
	);
}

function removeObjects({ record, tables, views, routines }: Database, execution: Execution): MaybePromise<void> {
	const { transaction } = execution;
	const removals = [
		...[...tables.values()].map((table) => (): MaybePromise<void> => {
			refuseOthersBarrier(table, execution);
			return removeTable(transaction, table.record);
		}),
		...[...views.values()].map((view) => (): MaybePromise<void> => removeView(transaction, view.record)),
		...[...routines.values()]
			// Others go with the database's record.
			.filter(hasOwnRecord)
			.map((routine) => (): MaybePromise<void> => removeRoutine(transaction, routine, record)),
	];
	return inTurns(removals, execution, (remove) => remove());
}
