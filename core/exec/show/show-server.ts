/**
 * SHOW VARIABLES, STATUS, ENGINES, PROCESSLIST, PLUGINS, PRIVILEGES.
 */
import { engineFacts } from "../../catalog/information-schema/charsets.ts";
import type { Show } from "../../sql/tree/show.ts";
import { cutCharacters } from "../../types/text/characters.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { nameFilter } from "./name-prefix.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

/** The longest text of a statement without FULL. */
const shortCharacters = 100;
const namedValue = [
	["Variable_name", "64"],
	["Value", "1024?"],
] as const;

export function showVariables({ scope = "session", like }: Show, { providers }: Showing): Shown {
	return shown(
		"SESSION_VARIABLES",
		namedValue,
		providers.variables(scope, nameFilter(like)).map(([name, value]): Row => [name, value]),
	);
}

export function showStatus({ scope = "session", like }: Show, { providers }: Showing): Shown {
	const isAsked = nameFilter(like);
	return shown(
		"SESSION_STATUS",
		namedValue,
		providers
			.status(scope)
			.filter(([name]) => isAsked(name))
			.map(([name, value]): Row => [name, value]),
	);
}

export function showEngines(): Shown {
	const columns = [
		["Engine", "64"],
		["Support", "8"],
		["Comment", "80"],
		["Transactions", "3?"],
		["XA", "3?"],
		["Savepoints", "3?"],
	] as const;
	return shown("ENGINES", columns, [[...engineFacts, "YES", "YES", "YES"]]);
}

export function showProcesslist({ full }: Show, { providers }: Showing): Shown {
	const columns = [
		["Id", "unsigned"],
		["User", "32"],
		["Host", "64"],
		["db", "64?"],
		["Command", "16"],
		["Time", "int"],
		["State", "64?"],
		["Info", "longtext?"],
	] as const;
	const rows = after(providers.processes(), (processes) =>
		processes.map(
			({ id, user, host, database, command, timeSeconds, state, info }): Row => [
				id,
				user,
				host,
				database,
				command,
				timeSeconds,
				state,
				info === null || full ? info : cutCharacters(info, "utf8mb4", shortCharacters),
			],
		),
	);
	return shown("PROCESSLIST", columns, rows);
}

export function showPlugins(): Shown {
	const columns = [
		["Name", "64"],
		["Status", "10"],
		["Type", "80"],
		["Library", "64?"],
		["License", "80"],
	] as const;
	return shown("PLUGINS", columns, [
		["mysql_native_password", "ACTIVE", "AUTHENTICATION", null, "APACHE"],
		["InnoDB", "ACTIVE", "STORAGE ENGINE", null, "APACHE"],
	]);
}

/** Privilege, context, comment, as MySQL lists them. */
const privileges: readonly Row[] = [
	["Alter", "Tables", "To alter the table"],
	["Alter routine", "Functions,Procedures", "To alter or drop stored functions/procedures"],
	["Create", "Databases,Tables,Indexes", "To create new databases and tables"],
	["Create routine", "Databases", "To use CREATE FUNCTION/PROCEDURE"],
	["Create temporary tables", "Databases", "To use CREATE TEMPORARY TABLE"],
	["Create view", "Tables", "To create new views"],
	["Create user", "Server Admin", "To create new users"],
	["Delete", "Tables", "To delete existing rows"],
	["Drop", "Databases,Tables", "To drop databases, tables, and views"],
	["Event", "Server Admin", "To create, alter, drop and execute events"],
	["Execute", "Functions,Procedures", "To execute stored routines"],
	["File", "File access on server", "To read and write files on the server"],
	["Grant option", "Databases,Tables,Functions,Procedures", "To give to other users those privileges you possess"],
	["Index", "Tables", "To create or drop indexes"],
	["Insert", "Tables", "To insert data into tables"],
	["Lock tables", "Databases", "To use LOCK TABLES (together with SELECT privilege)"],
	["Process", "Server Admin", "To view the plain text of currently executing queries"],
	["Proxy", "Server Admin", "To make proxy user possible"],
	["References", "Databases,Tables", "To have references on tables"],
	["Reload", "Server Admin", "To reload or refresh tables, logs and privileges"],
	["Replication client", "Server Admin", "To ask where the slave or master servers are"],
	["Replication slave", "Server Admin", "To read binary log events from the master"],
	["Select", "Tables", "To retrieve rows from table"],
	["Show databases", "Server Admin", "To see all databases with SHOW DATABASES"],
	["Show view", "Tables", "To see views with SHOW CREATE VIEW"],
	["Shutdown", "Server Admin", "To shut down the server"],
	["Super", "Server Admin", "To use KILL thread, SET GLOBAL, CHANGE MASTER, etc."],
	["Trigger", "Tables", "To use triggers"],
	["Create tablespace", "Server Admin", "To create/alter/drop tablespaces"],
	["Update", "Tables", "To update existing rows"],
	["Usage", "Server Admin", "No privileges - allow connect only"],
];

export function showPrivileges(): Shown {
	return shown(
		"PRIVILEGES",
		[
			["Privilege", "64"],
			["Context", "64"],
			["Comment", "128"],
		],
		privileges,
	);
}
