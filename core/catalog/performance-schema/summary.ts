/**
 * Summary tables: statements by digest; those of events, files, sockets, memory and table waits are empty.
 */
import { after } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { define, defineEmpty, gathering, rowByRow, type Definition } from "../information-schema/definition.ts";
import type { StatementSummary } from "../information-schema/providers.ts";
import { localDatetime, type Sources } from "../information-schema/sources.ts";
import { picoseconds } from "./events.ts";

/** `COUNT_READ:unsigned SUM_TIMER_READ:unsigned MIN_TIMER_READ:unsigned ...` */
function timed(what: string): string {
	const timers = ["SUM", "MIN", "AVG", "MAX"].map(
		(kind) => `${kind}_TIMER_${what === "STAR" ? "WAIT" : what}:unsigned`,
	);
	return `COUNT_${what}:unsigned ${timers.join(" ")}`;
}

const sums = (names: string): string =>
	names
		.split(" ")
		.map((name) => `SUM_${name}:unsigned`)
		.join(" ");

const star = timed("STAR");
const statementSums = sums(
	"LOCK_TIME ERRORS WARNINGS ROWS_AFFECTED ROWS_SENT ROWS_EXAMINED CREATED_TMP_DISK_TABLES " +
		"CREATED_TMP_TABLES SELECT_FULL_JOIN SELECT_FULL_RANGE_JOIN " +
		"SELECT_RANGE SELECT_RANGE_CHECK SELECT_SCAN SORT_MERGE_PASSES SORT_RANGE SORT_ROWS SORT_SCAN " +
		"NO_INDEX_USED NO_GOOD_INDEX_USED",
);
const memory = `COUNT_ALLOC:unsigned COUNT_FREE:unsigned SUM_NUMBER_OF_BYTES_ALLOC:unsigned
	SUM_NUMBER_OF_BYTES_FREE:unsigned LOW_COUNT_USED:bigint CURRENT_COUNT_USED:bigint HIGH_COUNT_USED:bigint
	LOW_NUMBER_OF_BYTES_USED:bigint CURRENT_NUMBER_OF_BYTES_USED:bigint HIGH_NUMBER_OF_BYTES_USED:bigint`;

const columnsOf: Readonly<Record<string, string>> = {
	events_waits: star,
	events_stages: star,
	events_statements: `${star} ${statementSums}`,
	events_transactions: `${star} ${timed("READ_WRITE")} ${timed("READ_ONLY")}`,
	memory,
};

const keys: readonly (readonly [place: string, before: string])[] = [
	["by_account_by_event_name", "USER:32? HOST:60?"],
	["by_host_by_event_name", "HOST:60?"],
	["by_thread_by_event_name", "THREAD_ID:unsigned"],
	["by_user_by_event_name", "USER:32?"],
	["global_by_event_name", ""],
];

const bytes = (what: string): string => `${timed(what)} SUM_NUMBER_OF_BYTES_${what}:bigint`;
const input = `${star} ${bytes("READ")} ${bytes("WRITE")} ${timed("MISC")}`;
const rows = ["READ", "WRITE", "FETCH", "INSERT", "UPDATE", "DELETE"].map(timed).join(" ");
const object = "OBJECT_TYPE:64? OBJECT_SCHEMA:64? OBJECT_NAME:64?";
const lockKinds = [
	"READ",
	"WRITE",
	"READ_NORMAL",
	"READ_WITH_SHARED_LOCKS",
	"READ_HIGH_PRIORITY",
	"READ_NO_INSERT",
	"READ_EXTERNAL",
	"WRITE_ALLOW_WRITE",
	"WRITE_CONCURRENT_INSERT",
	"WRITE_LOW_PRIORITY",
	"WRITE_NORMAL",
	"WRITE_EXTERNAL",
]
	.map(timed)
	.join(" ");

function digestRow(
	{
		database,
		digest,
		text,
		count,
		errors,
		sumMs,
		minMs,
		maxMs,
		rowsAffected,
		rowsSent,
		rowsExamined,
		lockMs,
		firstMs,
		lastMs,
	}: StatementSummary,
	sources: Sources,
): Row {
	const timers = [sumMs, minMs, sumMs / count, maxMs].map(picoseconds);
	// Of the nineteen sums only lock waits, errors, rows affected, sent and examined are measured.
	const known = [picoseconds(lockMs), errors, 0, rowsAffected, rowsSent, rowsExamined];
	return [
		database,
		digest,
		text,
		count,
		...timers,
		...known,
		...Array.from({ length: 19 - known.length }, () => 0),
		localDatetime(firstMs * 1000, sources),
		localDatetime(lastMs * 1000, sources),
	];
}

const summaries: readonly Definition[] = [
	...Object.entries(columnsOf).flatMap(([kind, columns]) =>
		keys.map(([place, before]) => defineEmpty(`${kind}_summary_${place}`, `${before} EVENT_NAME:128 ${columns}`)),
	),
	defineEmpty("events_waits_summary_by_instance", `EVENT_NAME:128 OBJECT_INSTANCE_BEGIN:unsigned ${star}`),
	define(
		"events_statements_summary_by_digest",
		`SCHEMA_NAME:64? DIGEST:32? DIGEST_TEXT:longtext? ${star} ${statementSums} FIRST_SEEN:datetime LAST_SEEN:datetime`,
		(sources) => after(sources.providers.statements(), (found) => rowByRow(found, (each) => digestRow(each, sources))),
	),
	defineEmpty(
		"events_statements_summary_by_program",
		`${object} ${star} COUNT_STATEMENTS:unsigned ${sums("STATEMENTS_WAIT")} MIN_STATEMENTS_WAIT:unsigned
		AVG_STATEMENTS_WAIT:unsigned MAX_STATEMENTS_WAIT:unsigned ${statementSums}`,
	),
	defineEmpty("file_summary_by_event_name", `EVENT_NAME:128 ${input}`),
	defineEmpty("file_summary_by_instance", `FILE_NAME:512 EVENT_NAME:128 OBJECT_INSTANCE_BEGIN:unsigned ${input}`),
	defineEmpty("socket_summary_by_event_name", `EVENT_NAME:128 ${input}`),
	defineEmpty("socket_summary_by_instance", `EVENT_NAME:128 OBJECT_INSTANCE_BEGIN:unsigned ${input}`),
	defineEmpty("objects_summary_global_by_type", `${object} ${star}`),
	defineEmpty("table_io_waits_summary_by_index_usage", `${object} INDEX_NAME:64? ${star} ${rows}`),
	defineEmpty("table_io_waits_summary_by_table", `${object} ${star} ${rows}`),
	defineEmpty("table_lock_waits_summary_by_table", `${object} ${star} ${lockKinds}`),
];

export const summaryTables: readonly Definition[] = summaries.map((definition) =>
	definition.name.endsWith("_by_digest")
		? gathering(definition, ({ providers }) => providers.forgetStatements())
		: gathering(definition),
);
