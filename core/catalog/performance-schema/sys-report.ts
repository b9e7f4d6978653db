/**
 * Report views of the `sys` schema, as Workbench and monitors read them.
 *
 * Made of statement digests, the schema and status variables; reports of waits, files and memory are empty, as their
 * tables are (`summary.ts`).
 */
import { integerRange } from "../../types/numeric/integer.ts";
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { define, defineEmpty, rowByRow, type Definition, text } from "../information-schema/definition.ts";
import type { StatementSummary } from "../information-schema/providers.ts";
import { localDatetime, type Sources, storedTables, storedViews } from "../information-schema/sources.ts";
import type { Column, Table } from "../table.ts";
import { typeText } from "../type-text.ts";

/** `total_latency max_latency` as columns of formatted text. */
const texts = (names: string): string =>
	names
		.split(" ")
		.map((name) => `${name}:64?`)
		.join(" ");
const counts = (names: string): string =>
	names
		.split(" ")
		.map((name) => `${name}:unsigned`)
		.join(" ");

const seen = "first_seen:datetime last_seen:datetime digest:32?";
const statement = "query:longtext? db:64?";
const latencies = texts("total_latency min_latency avg_latency max_latency");
const latencyTotals =
	`${counts("total")} ${texts("total_latency max_latency lock_latency")} ` +
	counts("rows_sent rows_examined rows_affected full_scans");
const allocations = `${counts("current_count_used")} ${texts("current_allocated current_avg_alloc current_max_alloc total_allocated")}`;
const buffer = `${texts("allocated data")} ${counts("pages pages_hashed pages_old rows_cached")}`;
const changes = ["insert", "update", "delete"]
	.map((word) => `rows_${word.replace(/e?$/, "ed")}:unsigned ${word}_latency:64?`)
	.join(" ");

/** By each account's user or host. */
const perAccount: readonly Definition[] = ["host", "user"].flatMap((who) => [
	defineEmpty(`${who}_summary_by_file_io`, `${who}:60? ios:decimal? io_latency:64?`),
	defineEmpty(
		`${who}_summary_by_file_io_type`,
		`${who}:60? event_name:128 total:unsigned ${texts("total_latency max_latency")}`,
	),
	defineEmpty(
		`${who}_summary_by_stages`,
		`${who}:60? event_name:128 total:unsigned ${texts("total_latency avg_latency")}`,
	),
	defineEmpty(`${who}_summary_by_statement_latency`, `${who}:60? ${latencyTotals}`),
	defineEmpty(`${who}_summary_by_statement_type`, `${who}:60? statement:128? ${latencyTotals}`),
	defineEmpty(`memory_by_${who}_by_current_bytes`, `${who}:60? ${allocations}`),
	defineEmpty(
		`waits_by_${who}_by_latency`,
		`${who}:60? event:128 total:unsigned ${texts("total_latency avg_latency max_latency")}`,
	),
]);

const filesAndWaits: readonly Definition[] = [
	defineEmpty(
		"io_by_thread_by_latency",
		`user:128? total:decimal? ${latencies} thread_id:unsigned processlist_id:unsigned?`,
	),
	defineEmpty(
		"io_global_by_file_by_bytes",
		`file:512? count_read:unsigned ${texts("total_read avg_read")} count_write:unsigned ` +
			`${texts("total_written avg_write total")} write_pct:decimal`,
	),
	defineEmpty(
		"io_global_by_file_by_latency",
		`file:512? total:unsigned total_latency:64? count_read:unsigned read_latency:64? count_write:unsigned
		write_latency:64? count_misc:unsigned misc_latency:64?`,
	),
	defineEmpty(
		"io_global_by_wait_by_bytes",
		`event_name:128? total:unsigned ${latencies} count_read:unsigned ${texts("total_read avg_read")}
		count_write:unsigned ${texts("total_written avg_written total_requested")}`,
	),
	defineEmpty(
		"io_global_by_wait_by_latency",
		`event_name:128? total:unsigned
		${texts("total_latency avg_latency max_latency read_latency write_latency misc_latency")} count_read:unsigned
		${texts("total_read avg_read")} count_write:unsigned ${texts("total_written avg_written")}`,
	),
	defineEmpty("latest_file_io", "thread:149? file:512? latency:64? operation:32 requested:64?"),
	defineEmpty("memory_by_thread_by_current_bytes", `thread_id:unsigned user:128? ${allocations}`),
	defineEmpty(
		"memory_global_by_current_bytes",
		`event_name:128 current_count:bigint ${texts("current_alloc current_avg_alloc")} high_count:bigint ` +
			texts("high_alloc high_avg_alloc"),
	),
	defineEmpty("innodb_buffer_stats_by_schema", `object_schema:64? ${buffer}`),
	defineEmpty("innodb_buffer_stats_by_table", `object_schema:64? object_name:64? ${buffer}`),
	defineEmpty("waits_global_by_latency", `events:128 total:unsigned ${texts("total_latency avg_latency max_latency")}`),
	...["avg_latency", "latency"].map((order) =>
		defineEmpty(`wait_classes_global_by_${order}`, `event_class:128? total:decimal? ${latencies}`),
	),
	defineEmpty("ps_check_lost_instrumentation", "variable_name:64 variable_value:1024?"),
	defineEmpty("session_ssl_status", "thread_id:unsigned ssl_version:1024? ssl_cipher:1024? ssl_sessions_reused:1024?"),
	defineEmpty(
		"schema_table_lock_waits",
		`object_schema:64? object_name:64? waiting_thread_id:unsigned waiting_pid:unsigned? waiting_account:longtext?
		waiting_lock_type:32 waiting_lock_duration:32 waiting_query:longtext? waiting_query_secs:bigint?
		waiting_query_rows_affected:unsigned? waiting_query_rows_examined:unsigned? blocking_thread_id:unsigned
		blocking_pid:unsigned? blocking_account:longtext? blocking_lock_type:32 blocking_lock_duration:32
		sql_kill_blocking_query:31? sql_kill_blocking_connection:25?`,
	),
	defineEmpty(
		"schema_index_statistics",
		`table_schema:64? table_name:64? index_name:64? rows_selected:unsigned select_latency:64? ${changes}`,
	),
	defineEmpty(
		"schema_table_statistics_with_buffer",
		`table_schema:64? table_name:64? rows_fetched:unsigned? fetch_latency:64? ${changes} io_read_requests:decimal?
		${texts("io_read io_read_latency")} io_write_requests:decimal? ${texts("io_write io_write_latency")}
		io_misc_requests:decimal? io_misc_latency:64?
		${texts("innodb_buffer_allocated innodb_buffer_data innodb_buffer_free")}
		${counts("innodb_buffer_pages innodb_buffer_pages_hashed innodb_buffer_pages_old innodb_buffer_rows_cached")}`,
	),
	defineEmpty(
		"schema_tables_with_full_table_scans",
		"object_schema:64? object_name:64? rows_full_scanned:unsigned latency:64?",
	),
];

function failedRow(each: StatementSummary, sources: Sources): Row {
	const { text: query, database, count, errors, digest, firstMs, lastMs } = each;
	return [
		query,
		database,
		count,
		errors,
		percent(errors, count),
		0,
		0,
		localDatetime(firstMs * 1000, sources),
		localDatetime(lastMs * 1000, sources),
		digest,
	];
}

/** With the column's four decimals. */
function percent(part: number, whole: number): number {
	return Math.round((part / whole) * 100 * 1_000_000);
}

const statementReports: readonly Definition[] = [
	define(
		"statements_with_errors_or_warnings",
		`${statement} exec_count:unsigned errors:unsigned error_pct:decimal warnings:unsigned warning_pct:decimal ${seen}`,
		(sources) =>
			after(sources.providers.statements(), (found) =>
				rowByRow(
					found.filter(({ errors }) => errors > 0).sort((a, b) => b.errors - a.errors),
					(each) => failedRow(each, sources),
				),
			),
	),
	defineEmpty(
		"statements_with_full_table_scans",
		`${statement} exec_count:unsigned total_latency:64? no_index_used_count:unsigned no_good_index_used_count:unsigned
		no_index_used_pct:decimal rows_sent:unsigned rows_examined:unsigned rows_sent_avg:decimal?
		rows_examined_avg:decimal? ${seen}`,
	),
	defineEmpty(
		"statements_with_runtimes_in_95th_percentile",
		`${statement} full_scan:1 exec_count:unsigned err_count:unsigned warn_count:unsigned
		${texts("total_latency max_latency avg_latency")} rows_sent:unsigned rows_sent_avg:decimal rows_examined:unsigned
		rows_examined_avg:decimal ${seen}`,
	),
	defineEmpty(
		"statements_with_sorting",
		`${statement} exec_count:unsigned total_latency:64? sort_merge_passes:unsigned avg_sort_merges:decimal
		sorts_using_scans:unsigned sort_using_range:unsigned rows_sorted:unsigned avg_rows_sorted:decimal ${seen}`,
	),
	defineEmpty(
		"statements_with_temp_tables",
		`${statement} exec_count:unsigned total_latency:64? memory_tmp_tables:unsigned disk_tmp_tables:unsigned
		avg_tmp_tables_per_query:decimal tmp_tables_to_disk_pct:decimal ${seen}`,
	),
];

function idRow(table: Table, column: Column, next: Row[number]): Row {
	const { type } = column;
	const [, greatest] = integerRange(type);
	const ratio = Number(next ?? 0) / Number(greatest);
	return [
		text(table.database),
		text(table.name),
		text(column.name),
		type.name,
		typeText(type),
		type.unsigned ? 0 : 1,
		type.unsigned ? 1 : 0,
		greatest,
		next,
		Math.round(ratio * 1_000_000),
	];
}

function idRows(sources: Sources, wanted: ReadonlyMap<string, string>): MaybePromise<readonly Row[]> {
	const rows = storedTables(sources, wanted).flatMap((table): MaybePromise<Row>[] => {
		const column = table.autoIncrementColumn;
		if (column === undefined || table.database === "mysql") {
			return [];
		}
		return [after(sources.providers.statistics(table), ({ autoIncrement }) => idRow(table, column, autoIncrement))];
	});
	return all(rows);
}

function objectRows(sources: Sources): readonly Row[] {
	const everything = new Map<string, never>();
	const found = new Map<string, number>();
	const add = (database: string, type: string, count: number): void => {
		const key = `${database}\0${type}`;
		found.set(key, (found.get(key) ?? 0) + count);
	};
	for (const { database, indexes } of storedTables(sources, everything)) {
		add(database, "BASE TABLE", 1);
		add(
			database,
			"INDEX (BTREE)",
			indexes.reduce((sum, { parts }) => sum + parts.length, 0),
		);
	}
	storedViews(sources, everything).forEach(({ database }) => add(database, "VIEW", 1));
	return [...found].filter(([, count]) => count > 0).map(([key, count]): Row => [...key.split("\0").map(text), count]);
}

const schemaReports: readonly Definition[] = [
	define(
		"schema_auto_increment_columns",
		`table_schema:64 table_name:64 column_name:64 data_type:64 column_type:longtext is_signed:int is_unsigned:int
		max_value:unsigned? auto_increment:unsigned? auto_increment_ratio:decimal?`,
		idRows,
	),
	define("schema_object_overview", "db:64 object_type:64? count:bigint", objectRows),
	define("metrics", "Variable_name:193? Variable_value:longtext? Type:210 Enabled:7", ({ providers }) =>
		providers.status("global").map(([name, value]): Row => [name.toLowerCase(), value, "Global Status", "YES"]),
	),
];

/** Views that have a second one with plain numbers, `x$` before the name. */
export const sysReports: readonly Definition[] = [...perAccount, ...filesAndWaits, ...statementReports];
export const sysLists: readonly Definition[] = schemaReports;
