/**
 * What performance_schema looks at: the rows of setup_*, as statements have changed them.
 *
 * In: changes, of this process and of others of the server. Out: rows, and the questions that sessions ask of every
 * statement as plain members. It refuses to know events. Nothing of it outlives the server, as in MySQL.
 */
import type { ByteString } from "../../types/value.ts";

export type SetupName = "setup_actors" | "setup_consumers" | "setup_instruments" | "setup_objects" | "setup_timers";

/** A row of such a table: its key's cells, and those that may be changed. */
export type SetupRow = readonly ByteString[];

export interface SetupChange {
	readonly table: SetupName;
	readonly before: SetupRow;
	readonly row: SetupRow;
}

const commands = `
	alter_db alter_table alter_user analyze assign_to_keycache begin call_procedure change_db check checksum commit create_db create_index create_table create_user create_view
	dealloc_sql delete delete_multi do drop_db drop_event drop_function drop_index drop_procedure drop_table drop_trigger drop_user drop_view empty_query error
	execute_sql explain_other flush get_diagnostics grant ha_close ha_open ha_read help insert insert_select kill load lock_tables optimize prepare_sql
	release_savepoint rename_table rename_user repair replace replace_select resignal revoke revoke_all rollback rollback_to_savepoint savepoint select
	set_option show_binlog_events show_binlogs show_charsets show_collations show_create_db show_create_event show_create_func show_create_proc
	show_create_table show_create_trigger show_create_user show_databases show_engine_status show_errors show_events show_fields show_function_status
	show_grants show_keys show_master_status show_open_tables show_plugins show_privileges show_procedure_status show_processlist show_profile
	show_profiles show_relaylog_events show_slave_hosts show_slave_status show_status show_storage_engines show_table_status show_tables show_triggers
	show_variables show_warnings shutdown signal truncate unlock_tables update update_multi xa_commit xa_end xa_prepare xa_recover xa_rollback xa_start
`
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
	/** Asked of every statement: is it told of while it runs, and afterwards; is it counted by its digest? */
	keepsCurrent = true;
	keepsHistory = true;
	keepsLong = false;
	countsDigests = true;
	/** Statements that are not told of, though others are: `select`, `com/Execute`. */
	unwatched: ReadonlySet<string> = new Set();

	rows(table: SetupName): readonly SetupRow[] {
		return this.#changed.get(table) ?? initial[table]();
	}

	/** Somebody changed a row, here or in another process of the server. */
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

	/** Is somebody who comes looked at, and is what they did kept? `user`, `host`: as they logged in. */
	actor(user: string, host: string): { readonly isWatched: boolean; readonly isKept: boolean } {
		const rows = this.rows("setup_actors");
		const fits = (pattern: string, name: string): boolean => pattern === "%" || pattern === name;
		const found = rows
			.filter(([hosts, users]) => fits(hosts!, host) && fits(users!, user))
			.sort((a, b) => generality(a) - generality(b))[0];
		return { isWatched: found?.[3] === "YES", isKept: found?.[4] === "YES" };
	}
}

/** The most particular row counts. */
function generality([host, user]: SetupRow): number {
	return (user === "%" ? 2 : 0) + (host === "%" ? 1 : 0);
}
