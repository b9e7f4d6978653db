/**
 * ALTER EVENT: other clauses, name or body; the account that alters becomes the definer. 1539, 1537, 1551, 1589.
 */
import { findEvent } from "../../../catalog/event.ts";
import { fold } from "../../../catalog/identifier.ts";
import type { EventRecord } from "../../../catalog/record.ts";
import type { Database } from "../../../catalog/table.ts";
import { putDatabase } from "../../../catalog/write.ts";
import { after, type MaybePromise } from "../../../async/maybe-promise.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { AlterEvent } from "../../../sql/tree/statement.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { databaseOf } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { sharedSchema } from "../../temporary-table.ts";
import { cutComment, sessionZone } from "./create-event.ts";
import { checkBody } from "./create-program.ts";
import { evaluateSchedule, statusOnDefinition } from "./event-schedule.ts";
import { checkProgramName, definerOf, programRecord } from "./program-record.ts";

export function alterEvent(
	statement: AlterEvent,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	if (statement.to !== undefined) {
		checkProgramName({ name: statement.to });
	}
	if (statement.body !== undefined) {
		checkBody(statement.body.program, planning);
	}
	const shared = { ...planning, schema: sharedSchema(planning.schema) };
	const written = statement.schedule;
	return after(written === undefined ? undefined : evaluateSchedule(written, { execution, planning }), (schedule) => {
		const database = databaseOf(statement.name, shared);
		const target = statement.to === undefined ? database : renamedTo(statement.to, statement, database, shared);
		const former = findEvent(database, statement.name.name);
		if (former === undefined) {
			throw sqlError("eventMissing", encodeText(statement.name.name));
		}
		const changed = changedEvent(former, statement, schedule, { database, execution, planning });
		return after(replaceEvent(former, changed, database, target, execution), () => done());
	});
}

/** Returns the database of the new name. Throws 1551 and 1537 for a name that is taken. */
function renamedTo(
	to: NonNullable<AlterEvent["to"]>,
	{ name }: AlterEvent,
	database: Database,
	planning: Planning,
): Database {
	const target = databaseOf(to, planning);
	if (target === database && fold(to.name) === fold(name.name)) {
		throw sqlError("sameEventName");
	}
	if (findEvent(target, to.name) !== undefined) {
		throw sqlError("eventExists", encodeText(to.name));
	}
	return target;
}

interface Place {
	readonly database: Database;
	readonly execution: Execution;
	readonly planning: Planning;
}

function changedEvent(
	former: EventRecord,
	statement: AlterEvent,
	schedule: EventRecord["schedule"] | undefined,
	{ database, execution, planning }: Place,
): EventRecord {
	const { name, definer, to, body, comment, preserve = former.preserve } = statement;
	const given = {
		...former,
		// The settings are those of the session that wrote the body.
		...(body && programRecord({ name, ...body }, database, execution, planning)),
		...(schedule && { timeZone: sessionZone(planning) }),
	};
	const wanted = statement.status ?? former.status;
	const status = schedule === undefined ? wanted : statusOnDefinition(schedule, preserve, wanted, execution);
	if (status === "gone") {
		throw sqlError("eventUnchanged");
	}
	return {
		...given,
		name: to?.name ?? former.name,
		definer: definerOf(definer, planning),
		schedule: schedule === undefined ? former.schedule : withFormerEnd(schedule, statement, former),
		preserve,
		status,
		comment: comment === undefined ? former.comment : cutComment(comment),
		createdMicroseconds: former.createdMicroseconds,
		updatedMicroseconds: execution.nowMicroseconds,
	};
}

/** As in MySQL, EVERY without ENDS leaves the end as it was. */
function withFormerEnd(
	schedule: EventRecord["schedule"],
	{ schedule: written }: AlterEvent,
	{ schedule: former }: EventRecord,
): EventRecord["schedule"] {
	return schedule.kind === "every" && written?.kind === "every" && written.ends === undefined && former.kind === "every"
		? { ...schedule, ends: former.ends }
		: schedule;
}

function replaceEvent(
	former: EventRecord,
	changed: EventRecord,
	database: Database,
	target: Database,
	{ transaction }: Execution,
): MaybePromise<void> {
	const events = database.record.events ?? [];
	if (target === database) {
		const replaced = events.map((each) => (each === former ? changed : each));
		return putDatabase(transaction, { ...database.record, events: replaced });
	}
	const left = events.filter((each) => each !== former);
	const joined = [...(target.record.events ?? []), changed];
	return after(putDatabase(transaction, { ...database.record, events: left }), () =>
		putDatabase(transaction, { ...target.record, events: joined }),
	);
}
