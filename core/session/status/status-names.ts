/**
 * Status variables that MySQL 5.7 always shows, with default values; clients and monitors look them up by name.
 *
 * Counted and computed values replace the defaults (`status-counters.ts`); `Com_` counters are in
 * `command-counters.ts`.
 */
const zeros = `
	Aborted_clients Aborted_connects Binlog_cache_disk_use Binlog_cache_use Binlog_stmt_cache_disk_use
	Binlog_stmt_cache_use Bytes_received Bytes_sent
	Connection_errors_accept Connection_errors_internal Connection_errors_max_connections Connection_errors_peer_address
	Connection_errors_select
	Connection_errors_tcpwrap Connections Created_tmp_disk_tables Created_tmp_files Created_tmp_tables Delayed_errors
	Delayed_insert_threads Delayed_writes
	Handler_commit Handler_delete Handler_discover Handler_external_lock Handler_mrr_init Handler_prepare
	Handler_read_first Handler_read_key Handler_read_last
	Handler_read_next Handler_read_prev Handler_read_rnd Handler_read_rnd_next Handler_rollback Handler_savepoint
	Handler_savepoint_rollback Handler_update
	Handler_write Innodb_buffer_pool_bytes_data Innodb_buffer_pool_bytes_dirty Innodb_buffer_pool_pages_data
	Innodb_buffer_pool_pages_dirty
	Innodb_buffer_pool_pages_flushed Innodb_buffer_pool_pages_misc Innodb_buffer_pool_read_ahead
	Innodb_buffer_pool_read_ahead_evicted
	Innodb_buffer_pool_read_ahead_rnd Innodb_buffer_pool_read_requests Innodb_buffer_pool_reads
	Innodb_buffer_pool_wait_free Innodb_buffer_pool_write_requests
	Innodb_data_fsyncs Innodb_data_pending_fsyncs Innodb_data_pending_reads Innodb_data_pending_writes Innodb_data_read
	Innodb_data_reads Innodb_data_writes
	Innodb_data_written Innodb_dblwr_pages_written Innodb_dblwr_writes Innodb_log_waits Innodb_log_write_requests
	Innodb_log_writes Innodb_num_open_files
	Innodb_os_log_fsyncs Innodb_os_log_pending_fsyncs Innodb_os_log_pending_writes Innodb_os_log_written
	Innodb_pages_created Innodb_pages_read
	Innodb_pages_written Innodb_row_lock_current_waits Innodb_row_lock_time Innodb_row_lock_time_avg
	Innodb_row_lock_time_max Innodb_row_lock_waits
	Innodb_rows_deleted Innodb_rows_inserted Innodb_rows_read Innodb_rows_updated Innodb_truncated_status_writes
	Key_blocks_not_flushed Key_blocks_used
	Key_read_requests Key_reads Key_write_requests Key_writes Last_query_cost Last_query_partial_plans Locked_connects
	Max_execution_time_exceeded
	Max_execution_time_set Max_execution_time_set_failed Max_used_connections Not_flushed_delayed_rows
	Ongoing_anonymous_transaction_count Open_files Open_streams
	Open_table_definitions Open_tables Opened_files Opened_table_definitions Opened_tables Prepared_stmt_count
	Qcache_hits Qcache_inserts
	Qcache_lowmem_prunes Qcache_not_cached Qcache_queries_in_cache Queries Questions Select_full_join
	Select_full_range_join Select_range Select_range_check
	Select_scan Slave_open_temp_tables Slow_launch_threads Slow_queries Sort_merge_passes Sort_range Sort_rows Sort_scan
	Ssl_accept_renegotiates Ssl_accepts
	Ssl_callback_cache_hits Ssl_client_connects Ssl_connect_renegotiates Ssl_default_timeout Ssl_finished_accepts
	Ssl_finished_connects
	Ssl_session_cache_hits Ssl_session_cache_misses Ssl_session_cache_overflows Ssl_session_cache_timeouts
	Ssl_sessions_reused
	Ssl_used_session_cache_entries Ssl_verify_depth Ssl_verify_mode Table_locks_immediate Table_locks_waited
	Table_open_cache_hits
	Table_open_cache_misses Table_open_cache_overflows Tc_log_max_pages_used Tc_log_page_size Tc_log_page_waits
	Threads_cached Threads_connected
	Threads_created Threads_running Uptime Uptime_since_flush_status
`;

/** Events lost by performance_schema: always 0. */
const lost = `
	accounts cond_classes cond_instances digest file_classes file_handles file_instances hosts index_stat locker
	memory_classes metadata_lock mutex_classes
	mutex_instances nested_statement prepared_statements program rwlock_classes rwlock_instances session_connect_attrs
	socket_classes socket_instances
	stage_classes statement_classes table_handles table_instances table_lock_stat thread_classes thread_instances users
`;

/** Of components that the store does not have, as a newly started MySQL shows them. */
const others: Readonly<Record<string, string>> = {
	Compression: "OFF",
	Flush_commands: "1",
	Innodb_available_undo_logs: "128",
	Innodb_buffer_pool_dump_status: "Dumping of buffer pool not started",
	Innodb_buffer_pool_load_status: "",
	Innodb_buffer_pool_resize_status: "",
	Innodb_buffer_pool_pages_free: "8191",
	Innodb_buffer_pool_pages_total: "8191",
	Innodb_page_size: "16384",
	Key_blocks_unused: "6698",
	Max_used_connections_time: "",
	Qcache_free_blocks: "1",
	Qcache_free_memory: "1031832",
	Qcache_total_blocks: "1",
	Ssl_cipher: "",
	Ssl_cipher_list: "",
	Ssl_ctx_verify_depth: "18446744073709551615",
	Ssl_ctx_verify_mode: "5",
	Ssl_server_not_after: "",
	Ssl_server_not_before: "",
	Ssl_session_cache_mode: "SERVER",
	Ssl_session_cache_size: "128",
	Ssl_version: "",
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const usualStatus: readonly (readonly [name: string, value: string])[] = [
	...words(zeros).map((name) => [name, "0"] as const),
	...words(lost).map((name) => [`Performance_schema_${name}_lost`, "0"] as const),
	...Object.entries(others),
];
