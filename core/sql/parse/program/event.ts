/**
 * Parses CREATE EVENT and ALTER EVENT: schedule, status and the body after DO.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { EventClauses, EventSchedule, EventStatus } from "../../tree/event.ts";
import type { AlterEvent, CreateEvent, EventBody } from "../../tree/statement.ts";
import { definerClause, objectAhead } from "../cursor/account-name.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { ifNotExists, objectName } from "../cursor/name.ts";
import { ProgramScope } from "../cursor/program-scope.ts";
import { unit } from "../expression/interval.ts";
import { bodyOf } from "./create-program.ts";

/** Whether the statement makes or changes an event: its body may have semicolons. */
export function isEventStatement(cursor: Cursor): boolean {
	return (cursor.is("create") || cursor.is("alter")) && cursor.wordAhead(objectAhead(cursor)) === "event";
}

/** After CREATE. */
export function createEvent(cursor: Cursor): CreateEvent {
	const definer = definerClause(cursor);
	cursor.expect("event");
	const exists = ifNotExists(cursor);
	const name = objectName(cursor);
	cursor.expectPhrase("on", "schedule");
	return {
		kind: "create-event",
		name,
		ifNotExists: exists,
		...(definer === undefined ? {} : { definer }),
		schedule: schedule(cursor),
		...completion(cursor),
		...statusAndComment(cursor),
		...(body(cursor) ?? cursor.fail()),
	};
}

/** After ALTER: at least one clause follows the name. */
export function alterEvent(cursor: Cursor): AlterEvent {
	const definer = definerClause(cursor);
	cursor.expect("event");
	const name = objectName(cursor);
	const first = cursor.at;
	const when = cursor.acceptPhrase("on", "schedule") ? { schedule: schedule(cursor) } : {};
	const preserved = completion(cursor);
	const to = cursor.acceptPhrase("rename", "to") ? { to: objectName(cursor) } : {};
	const others = statusAndComment(cursor);
	const done = body(cursor);
	if (cursor.at === first) {
		cursor.fail();
	}
	return {
		kind: "alter-event",
		name,
		...(definer === undefined ? {} : { definer }),
		...when,
		...preserved,
		...to,
		...others,
		...(done === undefined ? {} : { body: done }),
	};
}

function schedule(cursor: Cursor): EventSchedule {
	if (cursor.accept("at")) {
		return { kind: "at", at: cursor.expression() };
	}
	cursor.expect("every");
	const amount = cursor.expression();
	return {
		kind: "every",
		amount,
		unit: unit(cursor),
		...(cursor.accept("starts") ? { starts: cursor.expression() } : {}),
		...(cursor.accept("ends") ? { ends: cursor.expression() } : {}),
	};
}

function completion(cursor: Cursor): Pick<EventClauses, "preserve"> {
	if (!cursor.acceptPhrase("on", "completion")) {
		return {};
	}
	const preserve = !cursor.accept("not");
	cursor.expect("preserve");
	return { preserve };
}

function statusAndComment(cursor: Cursor): Pick<EventClauses, "status" | "comment"> {
	const status = statusOf(cursor);
	return {
		...(status === undefined ? {} : { status }),
		...(cursor.accept("comment") ? { comment: cursor.string() } : {}),
	};
}

function statusOf(cursor: Cursor): EventStatus | undefined {
	if (cursor.accept("enable")) {
		return "ENABLED";
	}
	if (!cursor.accept("disable")) {
		return undefined;
	}
	return cursor.acceptPhrase("on", "slave") ? "SLAVESIDE_DISABLED" : "DISABLED";
}

function body(cursor: Cursor): EventBody | undefined {
	if (!cursor.accept("do")) {
		return undefined;
	}
	if (cursor.program !== undefined) {
		throw sqlError("eventInProgram");
	}
	return bodyOf(cursor, new ProgramScope("event"));
}
