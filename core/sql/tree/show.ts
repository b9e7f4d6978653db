/**
 * Syntax of the SHOW family: one node type, with a word for the subject.
 */
import type { Account } from "./session.ts";
import type { Expression, Limit } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export type ShowSubject =
	| "databases"
	| "tables"
	| "table status"
	| "columns"
	| "index"
	| "create table"
	| "create database"
	| "create view"
	| "create user"
	| "create procedure"
	| "create function"
	| "create trigger"
	| "create event"
	| "variables"
	| "status"
	| "warnings"
	| "errors"
	| "count warnings"
	| "count errors"
	| "charset"
	| "collation"
	| "engines"
	| "engine"
	| "processlist"
	| "plugins"
	| "privileges"
	| "grants"
	| "open tables"
	| "triggers"
	| "events"
	| "procedure status"
	| "function status"
	| "procedure code"
	| "function code"
	| "profiles"
	| "profile"
	| "master status"
	| "slave status"
	| "binary logs"
	| "slave hosts"
	| "binlog events"
	| "relaylog events";

export interface Show {
	readonly kind: "show";
	readonly subject: ShowSubject;
	/** SHOW FULL ...; SHOW EXTENDED is accepted. */
	readonly full: boolean;
	/** VARIABLES and STATUS; session by default. */
	readonly scope?: "session" | "global";
	readonly table?: TableName;
	/** FROM or IN a database; the name of SHOW CREATE DATABASE. */
	readonly database?: string;
	readonly ifNotExists?: boolean;
	readonly like?: string;
	readonly where?: Expression;
	readonly limit?: Limit;
	readonly account?: Account;
	/** Engine, routine, trigger or log name. */
	readonly name?: string;
	/** SHOW ENGINE: status, mutex or logs. SHOW PROFILE: the types, comma-separated. */
	readonly detail?: string;
	/** SHOW SLAVE STATUS and RELAYLOG EVENTS: FOR CHANNEL. */
	readonly channel?: string;
	/** SHOW PROFILE FOR QUERY n. */
	readonly query?: number;
}
