/**
 * Facts of a statement that changes something, as the statement hook receives them: kind and named objects.
 */
import type { StatementFacts, StatementObject } from "../../rules/statement-check.ts";
import type { Account, Grant, SetStatement } from "../../sql/tree/session.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { AlterTable } from "../../sql/tree/table.ts";
import type { TableName } from "../../sql/tree/table-name.ts";
import type { StatementKind, StatementOf } from "../kinds/statement-of.ts";
import { eachNamedTable } from "../locks/named-tables.ts";
import { changedTables } from "./changed-tables.ts";

/** The session's part of the facts. */
interface Asker {
	readonly account: string;
	readonly database: string | null;
}

type Objects = readonly StatementObject[];
type Role = StatementObject["role"];

/** Returns undefined for a statement that changes nothing but its session. */
export function statementFacts(statement: Statement, asker: Asker): StatementFacts | undefined {
	const named = objectsOf[statement.kind] as ((statement: Statement, asker: Asker) => Objects | undefined) | undefined;
	const objects = named?.(statement, asker);
	if (objects === undefined) {
		return undefined;
	}
	const { ifExists, ifNotExists, exists, temporary, privileges } = statement as {
		readonly ifExists?: boolean;
		readonly ifNotExists?: boolean;
		readonly exists?: boolean;
		readonly temporary?: boolean;
		readonly privileges?: Grant["privileges"];
	};
	return {
		kind: kindOf(statement),
		objects: holdsStatements(statement) ? objects : [...objects, ...readTables(statement, objects, asker)],
		privileges: privileges?.map(({ name }) => name) ?? [],
		conditional: ifExists === true || ifNotExists === true || exists === true,
		temporary: temporary === true,
		...asker,
	};
}

/** Statements whose body names tables that it reads later. */
function holdsStatements({ kind }: Statement): boolean {
	return kind === "create-program" || kind === "create-event" || kind === "alter-event";
}

/** The objects that each kind changes; undefined: none. */
const objectsOf: { readonly [K in StatementKind]?: (statement: StatementOf<K>, asker: Asker) => Objects | undefined } =
	{
		"create-database": ({ name }) => [database(name, "made")],
		"alter-database": ({ name }, asker) => [database(name ?? asker.database ?? "", "changed")],
		"drop-database": ({ name }) => [database(name, "removed")],
		"create-table": ({ table }, asker) => [tableOf(table, "made", asker)],
		"alter-table": alteredTable,
		"drop-table": ({ tables }, asker) => tables.map((each) => tableOf(each, "removed", asker)),
		"rename-table": ({ renames }, asker) =>
			renames.flatMap(({ from, to }) => [tableOf(from, "renamed", asker), tableOf(to, "made", asker)]),
		"truncate-table": ({ table }, asker) => [tableOf(table, "changed", asker)],
		"create-index": ({ table, index }, asker) => [
			tableOf(table, "changed", asker),
			indexOf(index.name ?? "", table, "made", asker),
		],
		"drop-index": ({ table, name }, asker) => [
			tableOf(table, "changed", asker),
			indexOf(name, table, "removed", asker),
		],
		"create-view": ({ view, alter }, asker) => [viewOf(view, alter === true ? "changed" : "made", asker)],
		"drop-view": ({ views }, asker) => views.map((each) => viewOf(each, "removed", asker)),
		"create-program": ({ name, trigger }, asker) => [
			...(trigger === undefined ? [] : [tableOf(trigger.table, "changed", asker)]),
			{ ...tableOf(name, "made", asker), type: "program" },
		],
		"alter-program": ({ name }, asker) => [{ ...tableOf(name, "changed", asker), type: "program" }],
		"drop-program": ({ name }, asker) => [{ ...tableOf(name, "removed", asker), type: "program" }],
		"create-event": ({ name }, asker) => [{ ...tableOf(name, "made", asker), type: "program" }],
		"alter-event": ({ name, to }, asker) => [
			{ ...tableOf(name, to === undefined ? "changed" : "renamed", asker), type: "program" },
			...(to === undefined ? [] : [{ ...tableOf(to, "made", asker), type: "program" } as const]),
		],
		insert: ({ table }, asker) => [tableOf(table, "changed", asker)],
		update: (statement, asker) => changedTables(statement).map((each) => tableOf(each, "changed", asker)),
		delete: (statement, asker) => changedTables(statement).map((each) => tableOf(each, "changed", asker)),
		"load-data": ({ table }, asker) => [tableOf(table, "changed", asker)],
		"create-user": ({ users }, asker) => users.map(({ account }) => userOf(account, "made", asker)),
		"alter-user": ({ users }, asker) => users.map(({ account }) => userOf(account, "changed", asker)),
		"drop-user": ({ accounts }, asker) => accounts.map((each) => userOf(each, "removed", asker)),
		"rename-user": ({ renames }, asker) =>
			renames.flatMap(({ from, to }) => [userOf(from, "renamed", asker), userOf(to, "made", asker)]),
		grant: granted,
		revoke: granted,
		set: setObjects,
		"set-transaction": ({ scope }) => (scope === "global" ? [server] : undefined),
		"maintain-table": ({ tables }, asker) => tables.map((each) => tableOf(each, "changed", asker)),
		flush: ({ tables = [] }, asker) => [server, ...tables.map((each) => tableOf(each, "changed", asker))],
		"call-procedure": ({ name }, asker) => [{ ...tableOf(name, "changed", asker), type: "program" }],
		kill: ({ what }) => [{ type: "connection", name: what, role: what === "query" ? "changed" : "removed" }],
		shutdown: () => [server],
	};

const server: StatementObject = { type: "server", name: "*", role: "changed" };

function kindOf(statement: Statement): string {
	switch (statement.kind) {
		case "create-view":
			return statement.alter === true ? "alter-view" : "create-view";
		case "create-program":
		case "alter-program":
		case "drop-program":
			return statement.kind.replace("program", statement.what);
		case "insert":
			return statement.replace ? "replace" : "insert";
		case "maintain-table":
			return /_/.test(statement.action) ? "cache-index" : `${statement.action}-table`;
		case "set":
			return setsPassword(statement) ? "set-password" : "set-global";
		case "set-transaction":
			return "set-global";
		case "flush":
			return /^(reset|purge)/.exec(statement.what)?.[0] ?? "flush";
		case "call-procedure":
			return "call";
		default:
			return statement.kind;
	}
}

function database(name: string, role: Role): StatementObject {
	return { type: "database", name, role };
}

function tableOf(table: Pick<TableName, "name" | "database">, role: Role, asker: Asker): StatementObject {
	return { type: "table", name: table.name, database: table.database ?? asker.database, role };
}

function viewOf(view: TableName, role: Role, asker: Asker): StatementObject {
	return { ...tableOf(view, role, asker), type: "view" };
}

function indexOf(name: string, table: TableName, role: Role, asker: Asker): StatementObject {
	return { type: "index", name, database: table.database ?? asker.database, table: table.name, role };
}

function userOf({ user, host, current }: Account, role: Role, asker: Asker): StatementObject {
	return { type: "user", name: current === true ? asker.account : `${user}@${host}`, role };
}

/** A table that gets another name is renamed, whatever else is changed. */
function alteredTable({ table, changes }: AlterTable, asker: Asker): Objects {
	const renamed = changes.flatMap((each) => (each.change === "rename-table" ? [tableOf(each.to, "made", asker)] : []));
	return [tableOf(table, renamed.length > 0 ? "renamed" : "changed", asker), ...renamed];
}

function granted({ accounts, on, object, proxied, isEverything }: Grant, asker: Asker): Objects {
	const users = accounts.map(({ account }) => userOf(account, "changed", asker));
	if (proxied !== undefined) {
		return [userOf(proxied, "on", asker), ...users];
	}
	const within = on.current === true ? asker.database : on.database;
	const level: StatementObject =
		on.table !== undefined
			? { ...tableOf({ name: on.table, ...(within == null ? {} : { database: within }) }, "on", asker) }
			: within == null || isEverything === true
				? { ...server, role: "on" }
				: database(within, "on");
	return [object === undefined ? level : { ...level, type: "program" }, ...users];
}

function setsPassword({ assignments }: SetStatement): boolean {
	return assignments.some(({ target }) => target === "password");
}

/** Global variables and passwords; the session's own variables are its own matter. */
function setObjects({ assignments }: SetStatement, asker: Asker): Objects | undefined {
	const objects = assignments.flatMap((each): Objects => {
		if (each.target === "password") {
			return [
				each.account === undefined
					? { type: "user", name: asker.account, role: "changed" }
					: userOf(each.account, "changed", asker),
			];
		}
		return each.target === "system" && each.scope === "global"
			? [{ type: "variable", name: each.name.toLowerCase(), role: "changed" }]
			: [];
	});
	return objects.length === 0 ? undefined : objects;
}

/** The other tables that a statement names. */
function readTables(statement: Statement, changed: Objects, asker: Asker): Objects {
	const known = new Set(changed.map(({ name, database: within }) => keyOf(name, within)));
	const found: StatementObject[] = [];
	eachNamedTable(statement, (table) => {
		const read = tableOf(table, "read", asker);
		if (!known.has(keyOf(read.name, read.database))) {
			known.add(keyOf(read.name, read.database));
			found.push(read);
		}
	});
	return found;
}

function keyOf(name: string, within: string | null | undefined): string {
	return `${within ?? ""}\0${name}`.toLowerCase();
}
