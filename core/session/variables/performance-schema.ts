/**
 * Variables of performance_schema: its capacities, read-only, with MySQL 5.7's defaults. `-1`: autosized.
 *
 * Nothing here is sized by them; clients check `performance_schema` before they query it.
 */
import { fixed, type Variable } from "./variable.ts";

const unlimited = `
	accounts_size hosts_size users_size setup_actors_size setup_objects_size
	max_cond_instances max_file_instances max_index_stat max_metadata_locks max_mutex_instances max_prepared_statements_instances
	max_program_instances max_rwlock_instances max_socket_instances max_table_handles max_table_instances max_table_lock_stat max_thread_instances
`
	.trim()
	.split(/\s+/);

const sizes: Readonly<Record<string, number>> = {
	digests_size: 10000,
	events_stages_history_long_size: 10000,
	events_stages_history_size: 10,
	events_statements_history_long_size: 10000,
	events_statements_history_size: 10,
	events_transactions_history_long_size: 10000,
	events_transactions_history_size: 10,
	events_waits_history_long_size: 10000,
	events_waits_history_size: 10,
	max_cond_classes: 80,
	max_digest_length: 1024,
	max_file_classes: 80,
	max_file_handles: 32768,
	max_memory_classes: 320,
	max_mutex_classes: 210,
	max_rwlock_classes: 50,
	max_socket_classes: 10,
	max_sql_text_length: 1024,
	max_stage_classes: 150,
	max_statement_classes: 193,
	max_statement_stack: 10,
	max_thread_classes: 50,
	session_connect_attrs_size: 512,
};

export const performanceSchemaVariables = (): readonly Variable[] =>
	fixed({
		performance_schema: "ON",
		...Object.fromEntries(
			[...unlimited.map((name) => [name, -1] as const), ...Object.entries(sizes)].map(([name, size]) => [
				`performance_schema_${name}`,
				size,
			]),
		),
	});
