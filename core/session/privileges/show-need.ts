/**
 * Privileges required by SHOW statements; most instead filter their list by `catalog-visibility.ts`.
 */
import { fold } from "../../catalog/identifier.ts";
import type { RequiredPrivileges } from "../../plan/tree/required-privileges.ts";
import type { Show, ShowSubject } from "../../sql/tree/show.ts";
import { bits, isOwn, on, onDatabase, oneOf, type PrivilegeScope, somethingOn } from "./privilege-scope.ts";

type Rule = (statement: Show, place: PrivilegeScope) => readonly RequiredPrivileges[];

const rules: { readonly [S in ShowSubject]?: Rule } = {
	tables: inside,
	"table status": inside,
	"open tables": inside,
	triggers: inside,
	events: ({ database }, place) => onDatabase(database, place, "EVENT"),
	"create event": ({ table }, place) => onDatabase(table?.database, place, "EVENT"),
	columns: (statement, place) => onTable(statement, place, "SELECT"),
	index: (statement, place) => onTable(statement, place, "SELECT"),
	"create table": (statement, place) =>
		isView(statement, place) ? createView(statement, place) : onTable(statement, place, "SHOW", true),
	"create view": createView,
	"create database": inside,
	"create user": others,
	grants: others,
	"master status": () => oneOf("SUPER", "REPLICATION CLIENT"),
	"slave status": () => oneOf("SUPER", "REPLICATION CLIENT"),
	"binary logs": () => oneOf("SUPER", "REPLICATION CLIENT"),
	"slave hosts": () => oneOf("REPLICATION SLAVE"),
	"binlog events": () => oneOf("REPLICATION SLAVE"),
	"relaylog events": () => oneOf("REPLICATION SLAVE"),
	engine: () => oneOf("PROCESS"),
};

export function showNeeds(statement: Show, place: PrivilegeScope): readonly RequiredPrivileges[] {
	return rules[statement.subject]?.(statement, place) ?? [];
}

function named({ table, database }: Show): { readonly database?: string; readonly name: string } | undefined {
	const within = database ?? table?.database;
	return table && { name: table.name, ...(within === undefined ? {} : { database: within }) };
}

function inside({ database }: Show, place: PrivilegeScope): readonly RequiredPrivileges[] {
	const name = database ?? place.database;
	return name === null ? [] : [{ kind: "inside", database: name }];
}

function onTable(statement: Show, place: PrivilegeScope, word: string, whole = false): readonly RequiredPrivileges[] {
	const name = named(statement);
	return name === undefined ? [] : somethingOn(name, place, word, whole);
}

function createView(statement: Show, place: PrivilegeScope): readonly RequiredPrivileges[] {
	const name = named(statement);
	return name === undefined ? [] : on(name, place, "SELECT", "SHOW VIEW");
}

function isView(statement: Show, { schema, database }: PrivilegeScope): boolean {
	const name = named(statement);
	return (
		name !== undefined &&
		schema.databases.get(fold(name.database ?? database ?? ""))?.views.has(fold(name.name)) === true
	);
}

/** For another account: SELECT on the grant tables, which hold the same facts. */
function others({ account }: Show, place: PrivilegeScope): readonly RequiredPrivileges[] {
	return account === undefined || isOwn(account, place)
		? []
		: [{ kind: "accounts", onTables: bits(["SELECT"]), global: 0 }];
}
