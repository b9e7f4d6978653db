/**
 * Views of the `sys` schema that clients read on connecting: versions, sessions, lock waits; others are empty.
 *
 * `sys-report.ts` holds the reports.
 */
import { after } from "../../async/maybe-promise.ts";
import { nowMs } from "../../async/timers.ts";
import { formatStatement, formatTime } from "../../functions/system/sys-format.ts";
import { type ByteString, encodeText, type Row, type Value } from "../../types/value/value.ts";
import { define, defineEmpty, rowByRow, type Definition } from "../information-schema/definition.ts";
import { lockId, lockName } from "../information-schema/innodb.ts";
import type { LockWaitFacts, ProcessFacts, StatementSummary } from "../information-schema/providers.ts";
import { localDatetime, type Sources } from "../information-schema/sources.ts";
import { picoseconds } from "./events.ts";
import { fromProcesses, hostOf } from "./processes.ts";
import { sysLists, sysReports } from "./sys-report.ts";

/** Formats of latencies and statements: for people, or plain. */
interface Show {
	/** Of a column of latencies. */
	readonly type: string;
	latency(milliseconds: number): Value;
	statement(text: ByteString): ByteString;
}

const shown: Show = {
	type: "64?",
	latency: (milliseconds) => formatTime(String(picoseconds(milliseconds))),
	statement: formatStatement,
};
const plain: Show = { type: "unsigned?", latency: picoseconds, statement: (text) => text };

const processColumns = ({
	type,
}: Show): string => `thd_id:unsigned conn_id:unsigned? user:128? db:64? command:16? state:64? time:bigint?
	current_statement:longtext? statement_latency:${type} progress:decimal? lock_latency:${type} rows_examined:unsigned?
	rows_sent:unsigned? rows_affected:unsigned? tmp_tables:unsigned? tmp_disk_tables:unsigned? full_scan:3
	last_statement:longtext? last_statement_latency:${type} current_memory:64? last_wait:128? last_wait_latency:${type}
	source:64? trx_latency:${type} trx_state:16? trx_autocommit:3? pid:1024? program_name:1024?`;

function processRow(
	{ id, user, host, database, command, timeSeconds, state, info, event, attributes }: ProcessFacts,
	{ latency, statement }: Show,
): Row {
	const elapsed = event === null ? null : latency(event.endedMs - event.beganMs);
	const isRunning = event?.isRunning === true;
	const attribute = (name: string): Value => attributes.find(([each]) => each === name)?.[1] ?? null;
	return [
		id,
		id,
		`${user}@${hostOf({ host })}`,
		database,
		command,
		state === "" ? null : state,
		timeSeconds,
		info === null ? null : statement(info),
		isRunning ? elapsed : null,
		null,
		event === null ? null : latency(event.lockMs),
		event?.rowsExamined ?? null,
		event?.rowsSent ?? null,
		event?.rowsAffected ?? null,
		event === null ? null : 0,
		event === null ? null : 0,
		"NO",
		event === null || isRunning ? null : statement(event.text),
		isRunning ? null : elapsed,
		...Array.from({ length: 7 }, () => null),
		attribute("_pid"),
		attribute("program_name"),
	];
}

const sessions = (show: Show): Definition["rows"] =>
	fromProcesses((processes) =>
		[...processes].sort((a, b) => b.timeSeconds - a.timeSeconds).map((process) => processRow(process, show)),
	);

function waitRow({ requested, blocking }: LockWaitFacts, sources: Sources): Row {
	const { transactions } = sources.providers.engine();
	const [waiter, blocker] = [requested, blocking].map(({ transactionId }) =>
		transactions.find(({ id }) => id === transactionId),
	);
	const { database, table, index } = lockName(requested, sources);
	const since = waiter?.wait?.sinceMs ?? nowMs();
	const seconds = Math.floor((nowMs() - since) / 1000);
	const connection = blocker?.connectionId ?? 0;
	return [
		localDatetime(since * 1000, sources),
		seconds,
		seconds,
		encodeText(`\`${database}\`.\`${table}\``),
		encodeText(index),
		"RECORD",
		String(requested.transactionId),
		localDatetime((waiter?.beganMs ?? 0) * 1000, sources),
		waiter?.lockCount ?? 0,
		waiter?.changeCount ?? 0,
		waiter?.connectionId ?? 0,
		waiter?.statement ?? null,
		lockId(requested),
		requested.mode,
		String(blocking.transactionId),
		connection,
		blocker?.statement ?? null,
		lockId(blocking),
		blocking.mode,
		localDatetime((blocker?.beganMs ?? 0) * 1000, sources),
		blocker?.lockCount ?? 0,
		blocker?.changeCount ?? 0,
		`KILL QUERY ${connection}`,
		`KILL ${connection}`,
	];
}

const lockWaitColumns = `wait_started:datetime? wait_age:bigint? wait_age_secs:bigint? locked_table:1024
	locked_index:1024? locked_type:32 waiting_trx_id:18 waiting_trx_started:datetime? waiting_trx_rows_locked:unsigned
	waiting_trx_rows_modified:unsigned waiting_pid:unsigned waiting_query:longtext? waiting_lock_id:81
	waiting_lock_mode:32 blocking_trx_id:18 blocking_pid:unsigned blocking_query:longtext? blocking_lock_id:81
	blocking_lock_mode:32 blocking_trx_started:datetime? blocking_trx_rows_locked:unsigned
	blocking_trx_rows_modified:unsigned sql_kill_blocking_query:32 sql_kill_blocking_connection:26`;

/** Adds the plain one, with `x$` before the name. */
function both(definition: Definition): readonly Definition[] {
	return [definition, { ...definition, name: `x$${definition.name}` }];
}

const settings: readonly Row[] = [
	["diagnostics.allow_i_s_tables", "OFF", 0, null],
	["diagnostics.include_raw", "OFF", 0, null],
	["ps_thread_trx_info.max_length", "65535", 0, null],
	["statement_performance_analyzer.limit", "100", 0, null],
	["statement_performance_analyzer.view", null, 0, null],
	["statement_truncate_len", "64", 0, null],
];

function analysisRow(each: StatementSummary, sources: Sources, { latency, statement }: Show): Row {
	const { text, database, count, errors, rowsSent, rowsExamined, rowsAffected, lockMs, digest } = each;
	const perRun = (rows: number): number => Math.round(rows / count);
	return [
		statement(text),
		database,
		"",
		count,
		errors,
		0,
		latency(each.sumMs),
		latency(each.maxMs),
		latency(each.sumMs / count),
		latency(lockMs),
		rowsSent,
		perRun(rowsSent),
		rowsExamined,
		perRun(rowsExamined),
		rowsAffected,
		perRun(rowsAffected),
		0,
		0,
		0,
		0,
		digest,
		localDatetime(each.firstMs * 1000, sources),
		localDatetime(each.lastMs * 1000, sources),
	];
}

const latency = "total_latency:64?";

const analysisColumns = ({
	type,
}: Show): string => `query:longtext? db:64? full_scan:1 exec_count:unsigned err_count:unsigned warn_count:unsigned
	total_latency:${type} max_latency:${type} avg_latency:${type} lock_latency:${type} rows_sent:unsigned
	rows_sent_avg:whole rows_examined:unsigned rows_examined_avg:whole rows_affected:unsigned rows_affected_avg:whole
	tmp_tables:unsigned tmp_disk_tables:unsigned rows_sorted:unsigned sort_merge_passes:unsigned digest:32?
	first_seen:datetime last_seen:datetime`;

const analysis =
	(show: Show): Definition["rows"] =>
	(sources) =>
		after(sources.providers.statements(), (found) =>
			rowByRow(
				found.toSorted((a, b) => b.sumMs - a.sumMs),
				(each) => analysisRow(each, sources, show),
			),
		);

export const sysSchema: readonly Definition[] = [
	define("version", "sys_version:5 mysql_version:64", ({ providers }) => [
		["1.5.1", providers.variables("global").find(([name]) => name === "version")?.[1] ?? ""],
	]),
	define("sys_config", "variable:128 value:128? set_time:datetime set_by:128?", () => settings),
	...["processlist", "session"].flatMap((name) => [
		define(name, processColumns(shown), sessions(shown)),
		define(`x$${name}`, processColumns(plain), sessions(plain)),
	]),
	...both(
		define("innodb_lock_waits", lockWaitColumns, (sources) =>
			sources.providers.engine().waits.map((wait) => waitRow(wait, sources)),
		),
	),
	...both(
		defineEmpty(
			"schema_table_statistics",
			`table_schema:64? table_name:64? ${latency} rows_fetched:unsigned fetch_latency:64? rows_inserted:unsigned
			insert_latency:64? rows_updated:unsigned update_latency:64? rows_deleted:unsigned delete_latency:64?
			io_read_requests:decimal? io_read:64? io_read_latency:64? io_write_requests:decimal? io_write:64?
			io_write_latency:64? io_misc_requests:decimal? io_misc_latency:64?`,
		),
	),
	define("statement_analysis", analysisColumns(shown), analysis(shown)),
	define("x$statement_analysis", analysisColumns(plain), analysis(plain)),
	defineEmpty("schema_unused_indexes", "object_schema:64? object_name:64? index_name:64?"),
	defineEmpty(
		"schema_redundant_indexes",
		`table_schema:64 table_name:64 redundant_index_name:64 redundant_index_columns:longtext?
		redundant_index_non_unique:bigint? dominant_index_name:64 dominant_index_columns:longtext?
		dominant_index_non_unique:bigint? subpart_exists:int sql_drop_index:223?`,
	),
	...both(
		defineEmpty(
			"host_summary",
			`host:60? statements:decimal? statement_latency:64? statement_avg_latency:64? table_scans:decimal?
			file_ios:decimal? file_io_latency:64? current_connections:decimal? total_connections:decimal? unique_users:bigint
			current_memory:64? total_memory_allocated:64?`,
		),
	),
	...both(
		defineEmpty(
			"user_summary",
			`user:32? statements:decimal? statement_latency:64? statement_avg_latency:64? table_scans:decimal?
			file_ios:decimal? file_io_latency:64? current_connections:decimal? total_connections:decimal? unique_hosts:bigint
			current_memory:64? total_memory_allocated:64?`,
		),
	),
	...both(defineEmpty("memory_global_total", "total_allocated:64?")),
	...sysReports.flatMap(both),
	...sysLists,
];
