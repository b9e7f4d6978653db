/**
 * Variables of the server as a whole: buffers, caches, threads, files.
 *
 * In: nothing. Out: variables. They are accepted and shown so that clients and tools find what they ask for; nothing in
 * verso is sized by them, since it has no such buffers.
 */
import type { Value } from "../../types/value.ts";
import { switches, wordList } from "./list.ts";
import { counts, fixed, flag, flags, texts, type Variable, words } from "./variable.ts";

const greatest = 18446744073709551615n;
const greatest32 = 4294967295;

/** Told to a client when it comes: it keeps to them. */
const setGlobally: ReadonlySet<string> = new Set(["max_allowed_packet", "net_buffer_length"]);

export const serverVariables = (): readonly Variable[] => [
	...counts("both", {
		bulk_insert_buffer_size: [8388608, 0, greatest], interactive_timeout: [28800, 1, 31536000], join_buffer_size: [262144, 128, greatest, 128],
		max_allowed_packet: [4194304, 1024, 1073741824, 1024], max_heap_table_size: [16777216, 16384, greatest],
		net_buffer_length: [16384, 1024, 1048576, 1024], net_read_timeout: [30, 1, 31536000], net_retry_count: [10, 1, greatest],
		net_write_timeout: [60, 1, 31536000], optimizer_prune_level: [1, 0, 1], optimizer_search_depth: [62, 0, 62],
		optimizer_trace_limit: [1, 0, 2147483647], optimizer_trace_offset: [-1, -2147483648, 2147483647], max_tmp_tables: [32, 1, greatest], multi_range_count: [256, 1, greatest32], optimizer_trace_max_mem_size: [16384, 0, greatest32],
		preload_buffer_size: [32768, 1024, 1073741824], query_alloc_block_size: [8192, 1024, greatest32, 1024], query_prealloc_size: [8192, 8192, greatest, 1024],
		range_alloc_block_size: [4096, 4096, greatest32, 1024], range_optimizer_max_mem_size: [8388608, 0, greatest], read_buffer_size: [131072, 8192, 2147479552, 4096],
		read_rnd_buffer_size: [262144, 1, 2147483647], sort_buffer_size: [262144, 32768, greatest],
		transaction_alloc_block_size: [8192, 1024, 131072, 1024], transaction_prealloc_size: [4096, 1024, 131072, 1024], wait_timeout: [28800, 1, 31536000],
		eq_range_index_dive_limit: [200, 0, greatest32], max_delayed_threads: [20, 0, 16384], max_insert_delayed_threads: [20, 0, 16384], old_passwords: [0, 0, 2],
	}).map((variable) => (setGlobally.has(variable.name) ? Object.freeze({ ...variable, isSetGlobally: true as const }) : variable)),
	...counts("global", {
		connect_timeout: [10, 2, 31536000], delayed_insert_limit: [100, 1, greatest], delayed_insert_timeout: [300, 1, 31536000],
		delayed_queue_size: [1000, 1, greatest], flush_time: [0, 0, 31536000], host_cache_size: [279, 0, 65536], key_buffer_size: [8388608, 8, greatest, 4096],
		key_cache_age_threshold: [300, 100, greatest], key_cache_block_size: [1024, 512, 16384], key_cache_division_limit: [100, 1, 100],
		max_connect_errors: [100, 1, greatest],
		max_write_lock_count: [greatest, 1, greatest], max_points_in_geometry: [65536, 3, 1048576], query_cache_limit: [1048576, 0, greatest, 1024],
		query_cache_min_res_unit: [4096, 512, greatest], query_cache_size: [0, 0, greatest, 1024], slow_launch_time: [2, 0, 31536000],
		stored_program_cache: [256, 16, 524288], table_definition_cache: [1400, 400, 524288], table_open_cache: [2000, 1, 524288],
		thread_cache_size: [9, 0, 16384], log_error_verbosity: [3, 1, 3],
	}),
	// Who may write everything may write nothing while nobody may write.
	Object.freeze({ ...flag("super_read_only", "global", 0), also: (value: Value) => (value === 1 ? [["read_only", 1] as const] : []) }),
	Object.freeze({ ...flag("read_only", "global", 0), also: (value: Value) => (value === 0 ? [["super_read_only", 0] as const] : []) }),
	...flags("global", {
		flush: 0, local_infile: 0, automatic_sp_privileges: 1, keyring_operations: 1, mysql_native_password_proxy_users: 0,
		sha256_password_proxy_users: 0, log_statements_unsafe_for_binlog: 1, show_compatibility_56: 0, disconnect_on_expired_password: 1,
	}),
	...words("global", { concurrent_insert: ["AUTO", "NEVER", "AUTO", "ALWAYS"], delay_key_write: ["ON", "ON", "OFF", "ALL"], myisam_use_mmap: ["OFF", "OFF", "ON"] }),
	switches("optimizer_switch", "both", "index_merge=on,index_merge_union=on,index_merge_sort_union=on,index_merge_intersection=on,engine_condition_pushdown=on,index_condition_pushdown=on,mrr=on,mrr_cost_based=on,block_nested_loop=on,batched_key_access=off,materialization=on,semijoin=on,loosescan=on,firstmatch=on,duplicateweedout=on,subquery_materialization_cost_based=on,use_index_extensions=on,condition_fanout_filter=on,derived_merge=on"),
	switches("optimizer_trace", "both", "enabled=off,one_line=off"),
	switches("optimizer_trace_features", "both", "greedy_search=on,range_optimizer=on,dynamic_range=on,repeated_subselect=on"),
	...texts("both", { myisam_stats_method: "nulls_unequal" }),
	...texts("global", { ft_boolean_syntax: "+ -><()~*:\"\"&|", authentication_windows_log_level: "2" }),
	...counts("both", { myisam_repair_threads: [1, 1, greatest], myisam_sort_buffer_size: [8388608, 4096, greatest] }),
	...counts("global", { myisam_data_pointer_size: [6, 2, 7], myisam_max_sort_file_size: [9223372036853727232n, 0, 9223372036854775807n] }),
	...fixed({
		back_log: 80, bind_address: "127.0.0.1", core_file: "OFF", default_authentication_plugin: "mysql_native_password", disabled_storage_engines: "",
		ft_max_word_len: 84, ft_min_word_len: 4, ft_query_expansion_limit: 20, ft_stopword_file: "(built-in)", ignore_builtin_innodb: "OFF",
		ignore_db_dirs: "", init_file: "", init_slave: "", large_files_support: "ON", large_page_size: 0, large_pages: "OFF", license: "Apache",
		locked_in_memory: "OFF", lower_case_file_system: "OFF", lower_case_table_names: 2, max_digest_length: 1024, metadata_locks_cache_size: 1024,
		metadata_locks_hash_instances: 8, myisam_mmap_size: 18446744073709551615n, myisam_recover_options: "OFF", named_pipe: "OFF", ngram_token_size: 2,
		old: "OFF", open_files_limit: 1048576, protocol_version: 10, skip_external_locking: "ON", skip_name_resolve: "ON",
		skip_networking: "OFF", skip_show_database: "OFF", system_time_zone: "UTC", table_open_cache_instances: 16, thread_handling: "one-thread-per-connection",
		thread_stack: 262144, tls_version: "TLSv1.2,TLSv1.3", version_compile_machine: process.arch, version_compile_os: process.platform,
		daemonize: "OFF", keyring_file_data: "",
	}),
];

/** What the server was built with, and the features that clients ask for. */
export const featureVariables = (): readonly Variable[] => fixed({
	have_compress: "YES", have_crypt: "NO", have_dynamic_loading: "NO", have_geometry: "NO", have_openssl: "DISABLED", have_profiling: "NO",
	have_query_cache: "NO", have_rtree_keys: "NO", have_ssl: "DISABLED", have_statement_timeout: "YES", have_symlink: "DISABLED",
	ssl_ca: "", ssl_capath: "", ssl_cert: "", ssl_cipher: "", ssl_crl: "", ssl_crlpath: "", ssl_key: "", auto_generate_certs: "ON",
	sha256_password_auto_generate_rsa_keys: "ON", sha256_password_private_key_path: "private_key.pem", sha256_password_public_key_path: "public_key.pem",
	audit_log: "OFF",
});

/** Folders and files; the start of the server says where they really are. */
export const fileVariables = (): readonly Variable[] => [
	...fixed({
		basedir: "/usr/", datadir: "./", hostname: "localhost", pid_file: "", plugin_dir: "", port: 3306, secure_file_priv: "NULL", slave_load_tmpdir: "/tmp",
		socket: "", tmpdir: "/tmp", lc_messages_dir: "/usr/share/mysql/", report_host: "", report_password: "", report_port: 3306, report_user: "",
	}),
	...flags("global", { general_log: 0, slow_query_log: 0, log_queries_not_using_indexes: 0, log_slow_admin_statements: 0, log_slow_slave_statements: 0, log_syslog: 0, log_syslog_include_pid: 1 }),
	...texts("global", {
		general_log_file: "verso-general.log", log_bin_basename: "", log_bin_index: "", log_error: "stderr", log_syslog_facility: "daemon",
		log_syslog_tag: "", log_timestamps: "UTC", slow_query_log_file: "verso-slow.log",
	}),
	wordList("log_output", "global", "FILE", ["NONE", "FILE", "TABLE"]),
	...counts("global", { log_throttle_queries_not_using_indexes: [0, 0, greatest], log_warnings: [2, 0, greatest], expire_logs_days: [0, 0, 99] }),
];
