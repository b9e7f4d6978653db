/**
 * Instrumentation settings: the rows of setup_*, as statements have changed them, and flags that sessions test.
 *
 * Changes come from this process and from others of the server, and last until the server ends, as in MySQL.
 */
import type { ByteString } from "../../types/value/value.ts";

export type SetupName = "setup_actors" | "setup_consumers" | "setup_instruments" | "setup_objects" | "setup_timers";

/** A row of such a table: key cells, and cells that can change. */
export type SetupRow = readonly ByteString[];

export interface SetupChange {
	readonly table: SetupName;
	readonly before: SetupRow;
	readonly row: SetupRow;
}

const commands = `alter_db alter_table alter_user analyze assign_to_keycache begin call_procedure change_db check
	checksum commit create_db create_index create_table create_user create_view dealloc_sql delete delete_multi do drop_db
	drop_event drop_function drop_index drop_procedure drop_table drop_trigger drop_user drop_view empty_query error
	execute_sql explain_other flush get_diagnostics grant ha_close ha_open ha_read help insert insert_select kill load
	lock_tables optimize prepare_sql release_savepoint rename_table rename_user repair replace replace_select resignal
	revoke revoke_all rollback rollback_to_savepoint savepoint select set_option show_binlog_events show_binlogs
	show_charsets show_collations show_create_db show_create_event show_create_func show_create_proc show_create_table
	show_create_trigger show_create_user show_databases show_engine_status show_errors show_events show_fields
	show_function_status show_grants show_keys show_master_status show_open_tables show_plugins show_privileges
	show_procedure_status show_processlist show_profile show_profiles show_relaylog_events show_slave_hosts
	show_slave_status show_status show_storage_engines show_table_status show_tables show_triggers show_variables
	show_warnings shutdown signal truncate unlock_tables update update_multi xa_commit xa_end xa_prepare xa_recover
	xa_rollback xa_start`
	.trim()
	.split(/\s+/)
	.map((name) => `statement/sql/${name}`);

const protocol = [
	"Change user",
	"Close stmt",
	"Error",
	"Execute",
	"Fetch",
	"Field List",
	"Init DB",
	"Kill",
	"Long Data",
	"Ping",
	"Prepare",
	"Query",
	"Quit",
	"Reset stmt",
	"Statistics",
].map((name) => `statement/com/${name}`);

const consumers: readonly SetupRow[] = [
	["events_stages_current", "NO"],
	["events_stages_history", "NO"],
	["events_stages_history_long", "NO"],
	["events_statements_current", "YES"],
	["events_statements_history", "YES"],
	["events_statements_history_long", "NO"],
	["events_transactions_current", "NO"],
	["events_transactions_history", "NO"],
	["events_transactions_history_long", "NO"],
	["events_waits_current", "NO"],
	["events_waits_history", "NO"],
	["events_waits_history_long", "NO"],
	["global_instrumentation", "YES"],
	["thread_instrumentation", "YES"],
	["statements_digest", "YES"],
];

const ownSchemas = ["mysql", "performance_schema", "information_schema"];

const initial: { readonly [N in SetupName]: () => readonly SetupRow[] } = {
	setup_actors: () => [["%", "%", "%", "YES", "YES"]],
	setup_consumers: () => consumers,
	setup_instruments: () => [
		...[...commands, ...protocol, "statement/abstract/Query", "statement/abstract/new_packet"].map((name) => [
			name,
			"YES",
			"YES",
		]),
		["idle", "YES", "YES"],
		["transaction", "NO", "NO"],
		["wait/io/table/sql/handler", "NO", "NO"],
		["wait/lock/table/sql/handler", "NO", "NO"],
		["wait/lock/metadata/sql/mdl", "YES", "NO"],
	],
	setup_objects: () =>
		["EVENT", "FUNCTION", "PROCEDURE", "TABLE", "TRIGGER"].flatMap((type) => [
			...ownSchemas.map((schema) => [type, schema, "%", "NO", "NO"]),
			[type, "%", "%", "YES", "YES"],
		]),
	setup_timers: () => [
		["idle", "MICROSECOND"],
		["wait", "CYCLE"],
		["stage", "NANOSECOND"],
		["statement", "NANOSECOND"],
		["transaction", "NANOSECOND"],
	],
};

export class SetupState {
	readonly #changed = new Map<SetupName, readonly SetupRow[]>();
	/** Tested for every statement: current events, history, and statement digests. */
	keepsCurrent = true;
	keepsHistory = true;
	keepsLong = false;
	countsDigests = true;
	/** Commands without events, though others have them: `select`, `com/Execute`. */
	unwatched: ReadonlySet<string> = new Set();

	rows(table: SetupName): readonly SetupRow[] {
		return this.#changed.get(table) ?? initial[table]();
	}

	/** A row was changed, here or in another process of the server. */
	learn({ table, before, row }: SetupChange): void {
		this.#changed.set(
			table,
			this.rows(table).map((each) => (each.every((cell, at) => cell === before[at]) ? row : each)),
		);
		const consumed = new Map(this.rows("setup_consumers").map(([name, enabled]) => [name, enabled === "YES"]));
		const isOn = (name: string): boolean => consumed.get(name) === true;
		const isWatching = isOn("global_instrumentation") && isOn("thread_instrumentation");
		this.keepsCurrent = isWatching && isOn("events_statements_current");
		this.keepsHistory = this.keepsCurrent && isOn("events_statements_history");
		this.keepsLong = this.keepsCurrent && isOn("events_statements_history_long");
		this.countsDigests = isOn("global_instrumentation") && isOn("statements_digest");
		this.unwatched = new Set(
			this.rows("setup_instruments")
				.filter(([, enabled]) => enabled === "NO")
				.map(([name]) => name!.replace(/^statement\/(sql\/)?/, "")),
		);
	}

	/** Whether a new connection is instrumented, and its history recorded. `user`, `host`: as at login. */
	actor(user: string, host: string): { readonly isWatched: boolean; readonly isKept: boolean } {
		const rows = this.rows("setup_actors");
		const fits = (pattern: string, name: string): boolean => pattern === "%" || pattern === name;
		const found = rows
			.filter(([hosts, users]) => fits(hosts!, host) && fits(users!, user))
			.sort((a, b) => generality(a) - generality(b))[0];
		return { isWatched: found?.[3] === "YES", isKept: found?.[4] === "YES" };
	}
}

/** The most specific row counts. */
function generality([host, user]: SetupRow): number {
	return (user === "%" ? 2 : 0) + (host === "%" ? 1 : 0);
}
