/**
 * Event tables: running and finished statements; tables of stages, waits and transactions are empty.
 */
import { canonical, type Integer, type Row } from "../../types/value/value.ts";
import { define, defineEmpty, gathering, rowByRow, type Definition } from "../information-schema/definition.ts";
import type { EventPlace, StatementEventFacts } from "../information-schema/providers.ts";
import { fromProcesses } from "./processes.ts";

const event = "THREAD_ID:unsigned EVENT_ID:unsigned END_EVENT_ID:unsigned? EVENT_NAME:128";
const timer = "TIMER_START:unsigned? TIMER_END:unsigned? TIMER_WAIT:unsigned?";
const nesting = "NESTING_EVENT_ID:unsigned? NESTING_EVENT_TYPE:11?";

const statementEvent = `${event} SOURCE:64? ${timer} LOCK_TIME:unsigned SQL_TEXT:longtext? DIGEST:32?
	DIGEST_TEXT:longtext? CURRENT_SCHEMA:64? OBJECT_TYPE:64? OBJECT_SCHEMA:64? OBJECT_NAME:64?
	OBJECT_INSTANCE_BEGIN:unsigned? MYSQL_ERRNO:int? RETURNED_SQLSTATE:5? MESSAGE_TEXT:128? ERRORS:unsigned
	WARNINGS:unsigned ROWS_AFFECTED:unsigned ROWS_SENT:unsigned ROWS_EXAMINED:unsigned CREATED_TMP_DISK_TABLES:unsigned
	CREATED_TMP_TABLES:unsigned SELECT_FULL_JOIN:unsigned SELECT_FULL_RANGE_JOIN:unsigned SELECT_RANGE:unsigned
	SELECT_RANGE_CHECK:unsigned SELECT_SCAN:unsigned SORT_MERGE_PASSES:unsigned SORT_RANGE:unsigned SORT_ROWS:unsigned
	SORT_SCAN:unsigned NO_INDEX_USED:unsigned NO_GOOD_INDEX_USED:unsigned ${nesting} NESTING_EVENT_LEVEL:int?`;

const picosecondsPerNanosecond = 1000n;
/** From CREATED_TMP_DISK_TABLES to NO_GOOD_INDEX_USED. */
const uncounted = Array.from({ length: 13 }, () => 0);

export function picoseconds(milliseconds: number): Integer {
	return canonical(BigInt(Math.round(milliseconds * 1e6)) * picosecondsPerNanosecond);
}

/** `sql/select`, where a command is not one of the protocol. */
function eventName(command: string): string {
	return `statement/${command.includes("/") ? command : `sql/${command}`}`;
}

function statementRow(event: StatementEventFacts): Row {
	const {
		threadId,
		eventId,
		isRunning,
		command,
		beganMs,
		endedMs,
		text,
		digest,
		database,
		code,
		state,
		message,
		warnings,
		rowsAffected,
		rowsSent,
		rowsExamined,
		lockMs,
	} = event;
	const [start, end] = [picoseconds(beganMs), picoseconds(endedMs)];
	return [
		threadId,
		eventId,
		isRunning ? null : eventId,
		eventName(command),
		"",
		start,
		end,
		canonical(BigInt(end) - BigInt(start)),
		picoseconds(lockMs),
		text,
		digest?.digest ?? null,
		digest?.text ?? null,
		database,
		null,
		null,
		null,
		null,
		code,
		state,
		message,
		code === 0 ? 0 : 1,
		warnings,
		rowsAffected,
		rowsSent,
		rowsExamined,
		...uncounted,
		null,
		null,
		0,
	];
}

function ended(place: EventPlace): Definition {
	return gathering(
		define(`events_statements_${place}`, statementEvent, ({ providers }) =>
			rowByRow(providers.statementEvents(place), statementRow),
		),
		({ providers }) => providers.forgetEvents(place),
	);
}

const statementTables: readonly Definition[] = [
	gathering(
		define(
			"events_statements_current",
			statementEvent,
			fromProcesses((processes) => processes.flatMap(({ event }) => (event === null ? [] : [statementRow(event)]))),
		),
		({ providers }) => providers.forgetEvents("current"),
	),
	ended("history"),
	ended("history_long"),
];

const waitEvent = `${event} SOURCE:64? ${timer} SPINS:unsigned? OBJECT_SCHEMA:64? OBJECT_NAME:512? INDEX_NAME:64?
	OBJECT_TYPE:64? OBJECT_INSTANCE_BEGIN:unsigned ${nesting} OPERATION:32 NUMBER_OF_BYTES:bigint? FLAGS:unsigned?`;
const stageEvent = `${event} SOURCE:64? ${timer} WORK_COMPLETED:unsigned? WORK_ESTIMATED:unsigned? ${nesting}`;
const transactionEvent = `${event} STATE:16? TRX_ID:unsigned? GTID:64? XID_FORMAT_ID:int? XID_GTRID:130? XID_BQUAL:130?
	XA_STATE:64? SOURCE:64? ${timer} ACCESS_MODE:10? ISOLATION_LEVEL:64? AUTOCOMMIT:3 NUMBER_OF_SAVEPOINTS:unsigned?
	NUMBER_OF_ROLLBACK_TO_SAVEPOINT:unsigned? NUMBER_OF_RELEASE_SAVEPOINT:unsigned? OBJECT_INSTANCE_BEGIN:unsigned?
	${nesting}`;

const kinds = [
	["waits", waitEvent],
	["stages", stageEvent],
	["transactions", transactionEvent],
] as const;

export const eventTables: readonly Definition[] = [
	...statementTables,
	...kinds.flatMap(([kind, columns]) =>
		["current", "history", "history_long"].map((place) => gathering(defineEmpty(`events_${kind}_${place}`, columns))),
	),
];
