/**
 * Names of statements in `Com_` counters and statement events (`select`, `insert_select`, `show_tables`).
 *
 * Without the prefix `Com_` or `statement/sql/`. It allocates nothing: it is called for every statement.
 */
import type { ShowSubject } from "../../sql/tree/show.ts";
import type { Statement } from "../../sql/tree/statement.ts";

/** Kinds whose name is not the kind with underscores. */
const nameOf: Partial<Record<Statement["kind"], string>> = {
	set: "set_option",
	"set-transaction": "set_option",
	use: "change_db",
	prepare: "prepare_sql",
	execute: "execute_sql",
	deallocate: "dealloc_sql",
	"create-database": "create_db",
	"drop-database": "drop_db",
	"alter-database": "alter_db",
	"truncate-table": "truncate",
	"load-data": "load",
	union: "select",
	describe: "show_fields",
	"handler-open": "ha_open",
	"handler-read": "ha_read",
	"handler-close": "ha_close",
	"explain-rules": "select",
	"explain-connection": "explain_other",
};

const names = new Map<Statement["kind"], string>();

const shown: Readonly<Record<ShowSubject, string>> = {
	databases: "databases",
	tables: "tables",
	"table status": "table_status",
	columns: "fields",
	index: "keys",
	"create table": "create_table",
	"create database": "create_db",
	"create view": "create_table",
	"create user": "create_user",
	"create procedure": "create_proc",
	"create function": "create_func",
	"create trigger": "create_trigger",
	"create event": "create_event",
	variables: "variables",
	status: "status",
	warnings: "warnings",
	errors: "errors",
	"count warnings": "warnings",
	"count errors": "errors",
	charset: "charsets",
	collation: "collations",
	engines: "storage_engines",
	engine: "engine_status",
	processlist: "processlist",
	plugins: "plugins",
	privileges: "privileges",
	grants: "grants",
	"open tables": "open_tables",
	triggers: "triggers",
	events: "events",
	"procedure status": "procedure_status",
	"function status": "function_status",
	"procedure code": "procedure_code",
	"function code": "function_code",
	profiles: "profiles",
	profile: "profile",
	"master status": "master_status",
	"slave status": "slave_status",
	"binary logs": "binlogs",
	"slave hosts": "slave_hosts",
	"binlog events": "binlog_events",
	"relaylog events": "relaylog_events",
};

const shownNames = new Map(Object.entries(shown).map(([subject, name]) => [subject, `show_${name}`]));

export function commandName(statement: Statement): string {
	switch (statement.kind) {
		case "show":
			return shownNames.get(statement.subject)!;
		case "insert":
			return statement.query === undefined
				? statement.replace
					? "replace"
					: "insert"
				: statement.replace
					? "replace_select"
					: "insert_select";
		case "update":
			return statement.tables.length > 1 || statement.tables[0]?.kind === "join" ? "update_multi" : "update";
		case "delete":
			return statement.multiple ? "delete_multi" : "delete";
		case "explain":
			return commandName(statement.statement);
		case "rollback":
			return statement.savepoint === undefined ? "rollback" : "rollback_to_savepoint";
		case "maintain-table":
			return statement.action;
		case "flush":
			return /^purge .*\bbefore /s.test(statement.what)
				? "purge_before_date"
				: (/^(reset|purge) /.exec(statement.what)?.[1] ?? "flush");
		case "revoke":
			return statement.isEverything === true ? "revoke_all" : "revoke";
		case "create-program":
		case "alter-program":
		case "drop-program":
			return `${statement.kind.slice(0, statement.kind.indexOf("-"))}_${statement.what}`;
		case "xa":
			return `xa_${statement.action}`;
		default:
			return ofKind(statement.kind);
	}
}

function ofKind(kind: Statement["kind"]): string {
	let name = names.get(kind);
	if (name === undefined) {
		name = nameOf[kind] ?? kind.replaceAll("-", "_");
		names.set(kind, name);
	}
	return name;
}
