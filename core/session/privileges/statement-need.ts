/**
 * Privileges required by each kind of statement, with the section of MySQL 5.7's manual that says so.
 *
 * Those of tables and columns in queries, INSERT, UPDATE and DELETE are collected by planning instead
 * (`plan/tree/required-privileges.ts`).
 */
import { fold } from "../../catalog/identifier.ts";
import { findRoutine, findTrigger } from "../../catalog/program.ts";
import type { RequiredPrivileges } from "../../plan/tree/required-privileges.ts";
import type { SetAssignment } from "../../sql/tree/session.ts";
import type { TableName } from "../../sql/tree/table-name.ts";
import type { AlterTable, CreateTable } from "../../sql/tree/table.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { StatementKind, StatementOf } from "../kinds/statement-of.ts";
import { grantNeeds } from "./grant-need.ts";
import {
	bits,
	everywhere,
	isOwn,
	on,
	onAccounts,
	onDatabase,
	oneOf,
	onNew,
	type PrivilegeScope,
	somethingOn,
} from "./privilege-scope.ts";
import { showNeeds } from "./show-need.ts";

type Name = Pick<TableName, "database" | "name">;

type Rule<K extends StatementKind> = readonly [
	section: string,
	needs: (statement: StatementOf<K>, place: PrivilegeScope) => readonly RequiredPrivileges[],
];

const none = (): readonly RequiredPrivileges[] => [];

const rules: { readonly [K in StatementKind]: Rule<K> } = {
	"create-database": ["13.1.11 CREATE DATABASE", ({ name }, place) => onDatabase(name, place, "CREATE")],
	"alter-database": ["13.1.1 ALTER DATABASE", ({ name }, place) => onDatabase(name, place, "ALTER")],
	"drop-database": ["13.1.22 DROP DATABASE", ({ name }, place) => onDatabase(name, place, "DROP")],
	"create-table": ["13.1.18 CREATE TABLE", createTable],
	"alter-table": ["13.1.8 ALTER TABLE", alterTable],
	"drop-table": [
		"13.1.29 DROP TABLE",
		({ tables, temporary }, place) => (temporary ? [] : tables.flatMap((table) => on(table, place, "DROP"))),
	],
	"rename-table": [
		"13.1.33 RENAME TABLE",
		({ renames }, place) =>
			renames.flatMap(({ from, to }) => [...on(from, place, "ALTER", "DROP"), ...on(to, place, "CREATE", "INSERT")]),
	],
	"truncate-table": ["13.1.34 TRUNCATE TABLE", ({ table }, place) => on(table, place, "DROP")],
	"create-index": ["13.1.14 CREATE INDEX", ({ table }, place) => on(table, place, "INDEX")],
	"drop-index": ["13.1.25 DROP INDEX", ({ table }, place) => on(table, place, "INDEX")],
	"create-view": [
		"13.1.21 CREATE VIEW",
		({ view, orReplace, alter, definer }, place) => [
			...(orReplace || alter === true ? on(view, place, "CREATE VIEW", "DROP") : on(view, place, "CREATE VIEW")),
			...(definer === undefined || isOwn(definer, place) ? [] : oneOf("SUPER")),
		],
	],
	"drop-view": ["13.1.32 DROP VIEW", ({ views }, place) => views.flatMap((view) => on(view, place, "DROP"))],
	// The routine is found first: EXECUTE is asked for where it is called.
	"call-procedure": ["13.2.1 CALL", none],
	"create-program": ["13.1.16 CREATE PROCEDURE, 13.1.20 CREATE TRIGGER", createProgram],
	"alter-program": ["13.1.6 ALTER PROCEDURE", ({ name, what }, place) => onRoutine(name, place, what)],
	"create-event": ["13.1.12 CREATE EVENT", eventNeeds],
	"alter-event": ["13.1.2 ALTER EVENT", eventNeeds],
	"drop-program": ["13.1.24 to 13.1.31 DROP EVENT, FUNCTION, PROCEDURE, TRIGGER", dropProgram],
	use: ["13.8.4 USE", ({ database }) => [{ kind: "inside", database }]],
	set: [
		"13.7.4 SET",
		({ assignments }, place) => assignments.flatMap((assignment) => assignmentNeeds(assignment, place)),
	],
	"set-transaction": ["13.3.6 SET TRANSACTION", ({ scope }) => (scope === "global" ? oneOf("SUPER") : [])],
	"lock-tables": [
		"13.3.5 LOCK TABLES",
		({ tables }, place) => tables.flatMap(({ table }) => on(table, place, "LOCK TABLES", "SELECT")),
	],
	"maintain-table": [
		"13.7.2 Table Maintenance",
		({ action, tables, cached }, place) =>
			tables.flatMap((table) =>
				cached !== undefined
					? on(table, place, "INDEX")
					: action === "check" || action === "checksum"
						? on(table, place, "SELECT")
						: on(table, place, "SELECT", "INSERT"),
			),
	],
	shutdown: ["13.7.6.8 SHUTDOWN", () => oneOf("SHUTDOWN")],
	flush: ["13.7.6.3 FLUSH", ({ what }) => oneOf(what.startsWith("purge ") ? "SUPER" : "RELOAD")],
	"create-user": ["13.7.1.2 CREATE USER", () => onAccounts("INSERT")],
	"alter-user": [
		"13.7.1.1 ALTER USER",
		(statement, place) => (isOwnPassword(statement, place) ? [] : onAccounts("UPDATE")),
	],
	"drop-user": ["13.7.1.3 DROP USER", () => onAccounts("DELETE")],
	"rename-user": ["13.7.1.5 RENAME USER", () => onAccounts("UPDATE")],
	grant: ["13.7.1.4 GRANT", grantNeeds],
	revoke: ["13.7.1.6 REVOKE", grantNeeds],
	show: ["13.7.5 SHOW", showNeeds],
	describe: ["13.8.1 DESCRIBE", ({ table }, place) => somethingOn(table, place, "SELECT")],
	"load-data": ["13.2.6 LOAD DATA", ({ local }) => (local ? [] : everywhere("FILE"))],
	select: ["13.2.9.1 SELECT ... INTO", ({ into }) => intoFile(into?.kind)],
	union: ["13.2.9.1 SELECT ... INTO", ({ into }) => intoFile(into?.kind)],
	explain: ["13.8.2 EXPLAIN", ({ statement }, place) => statementNeeds(statement, place)],
	"explain-rules": ["EXPLAIN RULES", ({ statement }, place) => statementNeeds(statement, place)],
	// The needs of their tables are collected by planning.
	insert: ["13.2.5 INSERT", none],
	update: ["13.2.11 UPDATE", none],
	delete: ["13.2.2 DELETE", none],
	do: ["13.2.3 DO", none],
	// Allowed to all.
	begin: ["13.3.1", none],
	commit: ["13.3.1", none],
	rollback: ["13.3.1", none],
	savepoint: ["13.3.4", none],
	"release-savepoint": ["13.3.4", none],
	"handler-open": ["13.2.4 HANDLER", ({ table }, place) => on(table, place, "SELECT")],
	// READ and CLOSE name a handler: READ checks the table when it has found it.
	"handler-read": ["13.2.4 HANDLER", none],
	"handler-close": ["13.2.4 HANDLER", none],
	xa: ["13.3.7 XA", none],
	signal: ["13.6.7.5 SIGNAL", none],
	resignal: ["13.6.7.4 RESIGNAL", none],
	"get-diagnostics": ["13.6.7.3 GET DIAGNOSTICS", none],
	help: ["13.8.3 HELP", none],
	"unlock-tables": ["13.3.5", none],
	prepare: ["13.5.1", none],
	execute: ["13.5.2", none],
	deallocate: ["13.5.3", none],
	// Own connections, or all with SUPER or PROCESS: checked where they are looked up.
	kill: ["13.7.6.4 KILL", none],
	"explain-connection": ["13.8.2 EXPLAIN", none],
};

export function statementNeeds(statement: Statement, place: PrivilegeScope): readonly RequiredPrivileges[] {
	const [, needs] = rules[statement.kind] as Rule<StatementKind>;
	return needs(statement as StatementOf<StatementKind>, place);
}

/** True for kinds that require no privilege besides those collected by planning. */
export function needsNothing(kind: StatementKind): boolean {
	return rules[kind][1] === none;
}

/** True for kinds whose required privileges depend on the schema. */
export function asksSchema(kind: StatementKind): boolean {
	return aboutTables.has(kind);
}

/** A temporary table of the name requires none. */
const aboutTables: ReadonlySet<StatementKind> = new Set([
	"grant",
	"revoke",
	"create-table",
	"alter-table",
	"drop-table",
	"rename-table",
	"truncate-table",
	"create-index",
	"drop-index",
	"create-view",
	"drop-view",
	"lock-tables",
	"maintain-table",
	"handler-open",
	"create-program",
	"alter-program",
	"drop-program",
]);

function createTable(
	{ table, temporary, like, query, elements }: CreateTable,
	place: PrivilegeScope,
): readonly RequiredPrivileges[] {
	const parents = elements.flatMap((element) =>
		element.kind === "foreign-key-definition" ? [element.references.table] : [],
	);
	const made = temporary
		? onDatabase(table.database, place, "CREATE TEMPORARY TABLES")
		: onNew(table, place, ...(query === undefined ? ["CREATE"] : ["CREATE", "INSERT"]));
	return [
		...made,
		...(like === undefined ? [] : on(like, place, "SELECT")),
		...parents.flatMap((parent) => on(parent, place, "REFERENCES")),
	];
}

function createProgram(
	{ name, trigger, definer }: StatementOf<"create-program">,
	place: PrivilegeScope,
): readonly RequiredPrivileges[] {
	return [
		...(trigger === undefined
			? onDatabase(name.database, place, "CREATE ROUTINE")
			: on(trigger.table, place, "TRIGGER")),
		...(definer === undefined || isOwn(definer, place) ? [] : oneOf("SUPER")),
	];
}

/** ALTER ROUTINE, on the database or the routine; not asked for one that is not there. */
function onRoutine(name: Name, place: PrivilegeScope, what: "procedure" | "function"): readonly RequiredPrivileges[] {
	const database = name.database ?? place.database;
	const routine = database === null ? undefined : findRoutine(place.schema, what, database, name.name);
	return routine === undefined ? [] : [{ kind: "routine", routine, privilege: "ALTER ROUTINE" }];
}

function dropProgram(
	{ name, what }: StatementOf<"drop-program">,
	place: PrivilegeScope,
): readonly RequiredPrivileges[] {
	if (what === "procedure" || what === "function") {
		return onRoutine(name, place, what);
	}
	if (what === "event") {
		return onDatabase(name.database, place, "EVENT");
	}
	const database = place.schema.databases.get(fold(name.database ?? place.database ?? ""));
	const found = database === undefined ? undefined : findTrigger(database, name.name);
	return found === undefined ? [] : on({ database: found.table.database, name: found.table.name }, place, "TRIGGER");
}

/** EVENT on the database, and on that of the new name. */
function eventNeeds(
	statement: StatementOf<"create-event" | "alter-event">,
	place: PrivilegeScope,
): readonly RequiredPrivileges[] {
	const { name, definer } = statement;
	const to = statement.kind === "alter-event" ? statement.to : undefined;
	return [
		...(definer === undefined || isOwn(definer, place) ? [] : oneOf("SUPER")),
		...onDatabase(name.database, place, "EVENT"),
		...(to === undefined ? [] : onDatabase(to.database, place, "EVENT")),
	];
}

function alterTable({ table, changes }: AlterTable, place: PrivilegeScope): readonly RequiredPrivileges[] {
	const moved = changes.flatMap((change) => (change.change === "rename-table" ? [change.to] : []));
	const parents = changes.flatMap((change) =>
		change.change === "add-foreign-key" ? [change.foreignKey.references.table] : [],
	);
	return [
		...on(table, place, ...(moved.length === 0 ? ["ALTER"] : ["ALTER", "DROP"])),
		...moved.flatMap((to) => on(to, place, "CREATE", "INSERT")),
		...parents.flatMap((parent) => on(parent, place, "REFERENCES")),
	];
}

function intoFile(kind: string | undefined): readonly RequiredPrivileges[] {
	return kind === "outfile" || kind === "dumpfile" ? everywhere("FILE") : [];
}

/** Session variables that affect other sessions or the binary log: SUPER. */
const restricted = new Set([
	"sql_log_bin",
	"sql_log_off",
	"binlog_format",
	"binlog_row_image",
	"binlog_direct_non_transactional_updates",
	"pseudo_slave_mode",
]);

function assignmentNeeds(assignment: SetAssignment, place: PrivilegeScope): readonly RequiredPrivileges[] {
	switch (assignment.target) {
		case "system":
			return assignment.scope === "global" || restricted.has(assignment.name.toLowerCase()) ? oneOf("SUPER") : [];
		case "password":
			return assignment.account === undefined || isOwn(assignment.account, place)
				? []
				: [{ kind: "accounts", onTables: bits(["UPDATE"]), global: 0 }];
		default:
			return [];
	}
}

/** True for ALTER USER that only sets a password of the own account. */
function isOwnPassword({ users, options }: StatementOf<"alter-user">, place: PrivilegeScope): boolean {
	return (
		options === undefined &&
		users.every(({ account, plugin, hash }) => isOwn(account, place) && plugin === undefined && hash === undefined)
	);
}
