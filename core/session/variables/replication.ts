/**
 * Variables of replication and the binary log, which dumps and connectors ask for.
 *
 * In: nothing. Out: variables. verso has no binary log; it says so with `log_bin` OFF.
 */
import { counts, fixed, flags, texts, type Variable, words } from "./variable.ts";

const greatest = 18446744073709551615n;
const greatest32 = 4294967295;

export const replicationVariables = (): readonly Variable[] => [
	...words("both", { binlog_row_image: ["FULL", "MINIMAL", "NOBLOB", "FULL"] }),
	...flags("both", { binlog_direct_non_transactional_updates: 0, binlog_rows_query_log_events: 0 }),
	...counts("both", { binlog_cache_size: [32768, 4096, greatest], binlog_stmt_cache_size: [32768, 4096, greatest] }),
	...texts("session", { gtid_next: "AUTOMATIC", gtid_owned: "" }),
	...words("global", {
		binlog_checksum: ["CRC32", "NONE", "CRC32"],
		binlog_error_action: ["ABORT_SERVER", "IGNORE_ERROR", "ABORT_SERVER"],
		enforce_gtid_consistency: ["OFF", "OFF", "ON", "WARN"],
		gtid_mode: ["OFF", "OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON"],
		master_info_repository: ["FILE", "FILE", "TABLE"],
		relay_log_info_repository: ["FILE", "FILE", "TABLE"],
		slave_exec_mode: ["STRICT", "STRICT", "IDEMPOTENT"],
		slave_parallel_type: ["DATABASE", "DATABASE", "LOGICAL_CLOCK"],
		slave_rows_search_algorithms: ["TABLE_SCAN,INDEX_SCAN", "TABLE_SCAN,INDEX_SCAN", "INDEX_SCAN,HASH_SCAN"],
		transaction_write_set_extraction: ["OFF", "OFF", "MURMUR32", "XXHASH64"],
	}),
	...flags("global", {
		binlog_gtid_simple_recovery: 1,
		binlog_order_commits: 1,
		log_bin_trust_function_creators: 0,
		log_bin_use_v1_row_events: 0,
		master_verify_checksum: 0,
		relay_log_purge: 1,
		relay_log_recovery: 0,
		slave_allow_batching: 0,
		slave_compressed_protocol: 0,
		slave_preserve_commit_order: 0,
		slave_sql_verify_checksum: 1,
		log_builtin_as_identified_by_password: 0,
	}),
	...counts("global", {
		binlog_group_commit_sync_delay: [0, 0, 1000000],
		binlog_group_commit_sync_no_delay_count: [0, 0, 100000],
		binlog_max_flush_queue_time: [0, 0, 100000],
		binlog_transaction_dependency_history_size: [25000, 1, 1000000],
		gtid_executed_compression_period: [1000, 0, greatest32],
		max_binlog_size: [1073741824, 4096, 1073741824],
		max_binlog_stmt_cache_size: [18446744073709547520n, 4096, greatest],
		max_relay_log_size: [0, 0, 1073741824],
		rpl_stop_slave_timeout: [31536000, 2, 31536000],
		server_id: [0, 0, greatest32],
		slave_checkpoint_group: [512, 32, 524280],
		slave_checkpoint_period: [300, 1, greatest32],
		slave_max_allowed_packet: [1073741824, 1024, 1073741824],
		slave_net_timeout: [60, 1, 31536000],
		slave_parallel_workers: [0, 0, 1024],
		slave_pending_jobs_size_max: [16777216, 1024, greatest],
		slave_transaction_retries: [10, 0, greatest],
		sql_slave_skip_counter: [0, 0, greatest32],
		sync_binlog: [1, 0, greatest32],
		sync_frm: [1, 0, 1],
		sync_master_info: [10000, 0, greatest32],
		sync_relay_log: [10000, 0, greatest32],
		sync_relay_log_info: [10000, 0, greatest32],
	}),
	...texts("global", {
		gtid_purged: "",
		slave_type_conversions: "",
		binlog_transaction_dependency_tracking: "COMMIT_ORDER",
	}),
	...fixed({
		gtid_executed: "",
		log_bin: "OFF",
		log_slave_updates: "OFF",
		relay_log: "",
		relay_log_basename: "",
		relay_log_index: "",
		relay_log_info_file: "relay-log.info",
		relay_log_space_limit: 0,
		server_uuid: "00000000-0000-0000-0000-000000000000",
		slave_skip_errors: "OFF",
		skip_slave_start: "OFF",
		simplified_binlog_gtid_recovery: "ON",
		server_id_bits: 32,
	}),
];
