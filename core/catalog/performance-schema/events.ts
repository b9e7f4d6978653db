/**
 * Events: statements, stages, waits and transactions, as they run and as they were.
 *
 * In: the processes. Out: the statement that each connection runs; histories are not kept, so theirs are empty.
 */
import type { Row } from "../../types/value.ts";
import { defineEmpty, gathering, type Definition } from "../information-schema/definition.ts";
import type { ProcessFacts } from "../information-schema/providers.ts";

const event = "THREAD_ID:unsigned EVENT_ID:unsigned END_EVENT_ID:unsigned? EVENT_NAME:128";
const timer = "TIMER_START:unsigned? TIMER_END:unsigned? TIMER_WAIT:unsigned?";
const nesting = "NESTING_EVENT_ID:unsigned? NESTING_EVENT_TYPE:11?";

export const statementEvent = `${event} SOURCE:64? ${timer} LOCK_TIME:unsigned SQL_TEXT:longtext? DIGEST:32? DIGEST_TEXT:longtext? CURRENT_SCHEMA:64?
	OBJECT_TYPE:64? OBJECT_SCHEMA:64? OBJECT_NAME:64? OBJECT_INSTANCE_BEGIN:unsigned? MYSQL_ERRNO:int? RETURNED_SQLSTATE:5? MESSAGE_TEXT:128?
	ERRORS:unsigned WARNINGS:unsigned ROWS_AFFECTED:unsigned ROWS_SENT:unsigned ROWS_EXAMINED:unsigned CREATED_TMP_DISK_TABLES:unsigned
	CREATED_TMP_TABLES:unsigned SELECT_FULL_JOIN:unsigned SELECT_FULL_RANGE_JOIN:unsigned SELECT_RANGE:unsigned SELECT_RANGE_CHECK:unsigned
	SELECT_SCAN:unsigned SORT_MERGE_PASSES:unsigned SORT_RANGE:unsigned SORT_ROWS:unsigned SORT_SCAN:unsigned NO_INDEX_USED:unsigned
	NO_GOOD_INDEX_USED:unsigned ${nesting} NESTING_EVENT_LEVEL:int?`;

const picosecondsPerSecond = 1_000_000_000_000;
const statementCounters = 16;

/** The statement that a connection runs now. */
export function currentStatement({ id, database, timeSeconds, info }: ProcessFacts): readonly Row[] {
	if (info === null) {
		return [];
	}
	const word = /^\s*(\w+)/.exec(info)?.[1]?.toLowerCase() ?? "com";
	return [[
		id, 1, null, `statement/sql/${word}`, "", 0, null, timeSeconds * picosecondsPerSecond, 0, info, null, null, database, null, null, null, null, 0, null, null,
		...Array.from({ length: statementCounters + 2 }, () => 0), null, null, 0,
	]];
}

const waitEvent = `${event} SOURCE:64? ${timer} SPINS:unsigned? OBJECT_SCHEMA:64? OBJECT_NAME:512? INDEX_NAME:64? OBJECT_TYPE:64? OBJECT_INSTANCE_BEGIN:unsigned
	${nesting} OPERATION:32 NUMBER_OF_BYTES:bigint? FLAGS:unsigned?`;
const stageEvent = `${event} SOURCE:64? ${timer} WORK_COMPLETED:unsigned? WORK_ESTIMATED:unsigned? ${nesting}`;
const transactionEvent = `${event} STATE:16? TRX_ID:unsigned? GTID:64? XID_FORMAT_ID:int? XID_GTRID:130? XID_BQUAL:130? XA_STATE:64? SOURCE:64? ${timer}
	ACCESS_MODE:10? ISOLATION_LEVEL:64? AUTOCOMMIT:3 NUMBER_OF_SAVEPOINTS:unsigned? NUMBER_OF_ROLLBACK_TO_SAVEPOINT:unsigned?
	NUMBER_OF_RELEASE_SAVEPOINT:unsigned? OBJECT_INSTANCE_BEGIN:unsigned? ${nesting}`;

const kinds = [["waits", waitEvent], ["stages", stageEvent], ["statements", statementEvent], ["transactions", transactionEvent]] as const;

export const eventTables: readonly Definition[] = kinds.flatMap(([kind, columns]) =>
	["current", "history", "history_long"]
		.filter((place) => kind !== "statements" || place !== "current")
		.map((place) => gathering(defineEmpty(`events_${kind}_${place}`, columns))));
