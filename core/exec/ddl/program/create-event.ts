/**
 * CREATE EVENT: the event is recorded with its database; 1537, or a note under IF NOT EXISTS.
 *
 * One whose time has passed is not made (note 1588), or made disabled where it is to be preserved (note 1544).
 */
import { findEvent } from "../../../catalog/event.ts";
import type { EventRecord } from "../../../catalog/record.ts";
import { putDatabase } from "../../../catalog/write.ts";
import { after, type MaybePromise } from "../../../async/maybe-promise.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { CreateEvent } from "../../../sql/tree/statement.ts";
import { decodeText, encodeText } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { databaseOf } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { sharedSchema } from "../../temporary-table.ts";
import { checkBody } from "./create-program.ts";
import { evaluateSchedule, statusOnDefinition } from "./event-schedule.ts";
import { checkProgramName, programRecord } from "./program-record.ts";

/** Longer comments are cut, as MySQL's column cuts them. */
const longestComment = 64;

export function createEvent(
	statement: CreateEvent,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	checkProgramName(statement);
	checkBody(statement.program, planning);
	const { name, ifNotExists, preserve = false, comment = "" } = statement;
	return after(evaluateSchedule(statement.schedule, { execution, planning }), (schedule) => {
		const database = databaseOf(name, { ...planning, schema: sharedSchema(planning.schema) });
		const status = statusOnDefinition(schedule, preserve, statement.status ?? "ENABLED", execution);
		if (status === "gone") {
			execution.warn("Note", "eventDroppedAtOnce");
			return done();
		}
		if (findEvent(database, name.name) !== undefined) {
			if (!ifNotExists) {
				throw sqlError("eventExists", encodeText(name.name));
			}
			execution.warn("Note", "eventExists", encodeText(name.name));
			return done();
		}
		const record: EventRecord = {
			...programRecord(statement, database, execution, planning),
			schedule,
			timeZone: sessionZone(planning),
			preserve,
			status,
			comment: cutComment(comment),
			lastExecuted: null,
			originator: Number(planning.session.systemVariable("server_id", "global")?.value ?? 0),
		};
		const events = [...(database.record.events ?? []), record];
		return after(putDatabase(execution.transaction, { ...database.record, events }), () => done());
	});
}

/** The name of the session's time zone. */
export function sessionZone({ session }: Planning): string {
	return decodeText(String(session.systemVariable("time_zone", "session")?.value ?? "SYSTEM"));
}

export function cutComment(comment: string): string {
	return [...comment].slice(0, longestComment).join("");
}
