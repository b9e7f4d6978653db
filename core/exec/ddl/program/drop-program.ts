/**
 * DROP PROCEDURE, FUNCTION, TRIGGER and EVENT; a note under IF EXISTS.
 */
import { findEvent } from "../../../catalog/event.ts";
import { findTrigger, routineIn } from "../../../catalog/program.ts";
import type { Database } from "../../../catalog/table.ts";
import { putDatabase, putTable, removeRoutine } from "../../../catalog/write.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { type ErrorName, sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { DropProgram } from "../../../sql/tree/session.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { databaseNameOf, qualifiedName } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { sharedSchema } from "../../temporary-table.ts";
import { refuseOthersBarrier } from "../../write/ddl-write-barrier.ts";
import { fold } from "../../../catalog/identifier.ts";

export function dropProgram(
	statement: DropProgram,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { what, name, ifExists } = statement;
	const written = databaseNameOf(name, planning);
	const database = sharedSchema(planning.schema).databases.get(fold(written));
	const dropped = database === undefined ? undefined : dropFrom(database, statement, execution);
	if (dropped !== undefined) {
		return after(dropped.change, () => done());
	}
	const qualified = qualifiedName(name, planning);
	const plain = encodeText(name.name);
	const [error, ...words]: [ErrorName, ...string[]] =
		what === "trigger"
			? ["triggerMissing"]
			: what === "event"
				? ifExists
					? ["programMissing", "Event", plain]
					: ["eventMissing", plain]
				: ["programMissing", what.toUpperCase(), qualified];
	if (!ifExists) {
		throw sqlError(error, ...words);
	}
	execution.warn("Note", error, ...words);
	return done();
}

/** undefined: there is no such program. */
function dropFrom(
	database: Database,
	{ what, name }: DropProgram,
	execution: Execution,
): { readonly change: MaybePromise<void> } | undefined {
	const { transaction } = execution;
	if (what === "trigger") {
		const found = findTrigger(database, name.name);
		if (found === undefined) {
			return undefined;
		}
		const { record } = found.table;
		refuseOthersBarrier(found.table, execution);
		const triggers = (record.triggers ?? []).filter((each) => each !== found.record);
		const changed = { ...record, triggers, definitionVersion: record.definitionVersion + 1 };
		return { change: putTable(transaction, changed, record) };
	}
	if (what === "event") {
		const event = findEvent(database, name.name);
		const events = (database.record.events ?? []).filter((each) => each !== event);
		return event && { change: putDatabase(transaction, { ...database.record, events }) };
	}
	const routine = routineIn(database, what, name.name);
	if (routine === undefined) {
		return undefined;
	}
	return { change: removeRoutine(transaction, routine, database.record) };
}
