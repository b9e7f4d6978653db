/**
 * Variables of InnoDB, which tools read and dumps set.
 *
 * In: nothing. Out: variables. verso's store has none of these parts: they are shown with MySQL's defaults, and what is
 * set is kept and changes nothing.
 */
import { counts, fixed, flags, texts, type Variable, words } from "./variable.ts";

const greatest = 18446744073709551615n;
const greatest32 = 4294967295;

export const innodbVariables = (): readonly Variable[] => [
	...flags("both", { innodb_strict_mode: 1, innodb_support_xa: 1, innodb_table_locks: 1, innodb_optimize_fulltext_only: 0 }),
	...flags("global", {
		innodb_adaptive_flushing: 1, innodb_adaptive_hash_index: 1, innodb_buffer_pool_dump_at_shutdown: 1, innodb_buffer_pool_dump_now: 0,
		innodb_buffer_pool_load_abort: 0, innodb_buffer_pool_load_now: 0, innodb_cmp_per_index_enabled: 0, innodb_deadlock_detect: 1,
		innodb_disable_sort_file_cache: 0, innodb_file_format_check: 1, innodb_file_per_table: 1, innodb_flush_sync: 1, innodb_large_prefix: 1,
		innodb_log_checksums: 1, innodb_log_compressed_pages: 1, innodb_print_all_deadlocks: 0, innodb_random_read_ahead: 0, innodb_stats_auto_recalc: 1,
		innodb_stats_include_delete_marked: 0, innodb_stats_on_metadata: 0, innodb_stats_persistent: 1, innodb_status_output: 0,
		innodb_status_output_locks: 0, innodb_undo_log_truncate: 0, innodb_ft_enable_diag_print: 0,
	}),
	...flags("global", { innodb_rollback_on_timeout: 0 }, true),
	...flags("both", { innodb_ft_enable_stopword: 1 }),
	...counts("global", {
		innodb_adaptive_flushing_lwm: [10, 0, 70], innodb_adaptive_max_sleep_delay: [150000, 0, 1000000], innodb_autoextend_increment: [64, 1, 1000],
		innodb_buffer_pool_dump_pct: [25, 1, 100], innodb_buffer_pool_size: [134217728, 5242880, greatest], innodb_change_buffer_max_size: [25, 0, 50],
		innodb_commit_concurrency: [0, 0, 1000], innodb_compression_failure_threshold_pct: [5, 0, 100], innodb_compression_level: [6, 0, 9],
		innodb_compression_pad_pct_max: [50, 0, 75], innodb_concurrency_tickets: [5000, 1, greatest32], innodb_fast_shutdown: [1, 0, 2],
		innodb_fill_factor: [100, 10, 100], innodb_flush_log_at_timeout: [1, 1, 2700], innodb_flush_log_at_trx_commit: [1, 0, 2],
		innodb_flush_neighbors: [1, 0, 2], innodb_flushing_avg_loops: [30, 1, 1000], innodb_ft_num_word_optimize: [2000, 1000, 10000],
		innodb_ft_result_cache_limit: [2000000000, 1000000, greatest32], innodb_io_capacity: [200, 100, greatest], innodb_io_capacity_max: [2000, 100, greatest],
		innodb_log_write_ahead_size: [8192, 512, 16384], innodb_lru_scan_depth: [1024, 100, greatest], innodb_max_purge_lag: [0, 0, greatest32],
		innodb_max_purge_lag_delay: [0, 0, 10000000], innodb_max_undo_log_size: [1073741824, 10485760, greatest], innodb_old_blocks_pct: [37, 5, 95],
		innodb_old_blocks_time: [1000, 0, greatest32], innodb_online_alter_log_max_size: [134217728, 65536, greatest], innodb_purge_batch_size: [300, 1, 5000],
		innodb_purge_rseg_truncate_frequency: [128, 1, 128], innodb_read_ahead_threshold: [56, 0, 64], innodb_replication_delay: [0, 0, greatest32],
		innodb_rollback_segments: [128, 1, 128], innodb_spin_wait_delay: [6, 0, greatest32], innodb_stats_persistent_sample_pages: [20, 1, greatest],
		innodb_stats_sample_pages: [8, 1, greatest], innodb_stats_transient_sample_pages: [8, 1, greatest], innodb_sync_spin_loops: [30, 0, greatest32],
		innodb_thread_concurrency: [0, 0, 1000], innodb_thread_sleep_delay: [10000, 0, 1000000], innodb_undo_logs: [128, 1, 128],
	}),
	...words("global", {
		innodb_change_buffering: ["all", "none", "inserts", "deletes", "changes", "purges", "all"],
		innodb_checksum_algorithm: ["crc32", "crc32", "strict_crc32", "innodb", "strict_innodb", "none", "strict_none"],
		innodb_default_row_format: ["dynamic", "redundant", "compact", "dynamic"], innodb_stats_method: ["nulls_equal", "nulls_equal", "nulls_unequal", "nulls_ignored"],
	}),
	...texts("global", {
		innodb_buffer_pool_filename: "ib_buffer_pool", innodb_file_format: "Barracuda", innodb_file_format_max: "Barracuda",
		innodb_ft_aux_table: "", innodb_ft_server_stopword_table: "", innodb_max_dirty_pages_pct: "75.000000", innodb_max_dirty_pages_pct_lwm: "0.000000",
		innodb_monitor_disable: "", innodb_monitor_enable: "", innodb_monitor_reset: "", innodb_monitor_reset_all: "",
	}),
	...texts("both", { innodb_ft_user_stopword_table: "", innodb_tmpdir: "" }),
	...fixed({
		innodb_adaptive_hash_index_parts: 8, innodb_api_bk_commit_interval: 5, innodb_api_disable_rowlock: "OFF", innodb_api_enable_binlog: "OFF", innodb_api_enable_mdl: "OFF", innodb_api_trx_level: 0,
		innodb_autoinc_lock_mode: 1, innodb_buffer_pool_chunk_size: 134217728, innodb_buffer_pool_instances: 1, innodb_buffer_pool_load_at_startup: "ON",
		innodb_checksums: "ON", innodb_data_file_path: "ibdata1:12M:autoextend", innodb_data_home_dir: "", innodb_doublewrite: "ON", innodb_flush_method: "",
		innodb_force_load_corrupted: "OFF", innodb_force_recovery: 0, innodb_ft_cache_size: 8000000, innodb_ft_max_token_size: 84, innodb_ft_min_token_size: 3,
		innodb_ft_sort_pll_degree: 2, innodb_ft_total_cache_size: 640000000, innodb_locks_unsafe_for_binlog: "OFF", innodb_log_buffer_size: 16777216,
		innodb_log_file_size: 50331648, innodb_log_files_in_group: 2, innodb_log_group_home_dir: "./", innodb_numa_interleave: "OFF", innodb_open_files: 2000,
		innodb_page_cleaners: 1, innodb_page_size: 16384, innodb_purge_threads: 4, innodb_read_io_threads: 4, innodb_read_only: "OFF",
		innodb_sort_buffer_size: 1048576, innodb_sync_array_size: 1, innodb_temp_data_file_path: "ibtmp1:12M:autoextend",
		innodb_undo_directory: "./", innodb_undo_tablespaces: 0, innodb_use_native_aio: "ON", innodb_version: "5.7.25", innodb_write_io_threads: 4,
	}),
];
