/**
 * Privilege check: compares the needs of a statement with an account's rights.
 *
 * Throws MySQL's errors 1044, 1045, 1142, 1143, 1227, 1356, 1449, in MySQL's order: all tables first, then the tables
 * behind views, then columns.
 */
import {
	commandWords,
	grantOption,
	onColumns,
	onTables,
	type Privileges,
	privilegeBit,
	privilegesIn,
} from "../../catalog/privilege.ts";
import { fold } from "../../catalog/identifier.ts";
import type { Routine } from "../../catalog/program.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { sqlError, type SqlError } from "../../errors/catalogue.ts";
import type { RequiredPrivileges, TablePrivileges } from "../../plan/tree/required-privileges.ts";
import { encodeText } from "../../types/value/value.ts";
import { AccountRights } from "./account-rights.ts";
import type { AccountRow } from "./grant-tables.ts";
import type { Grants } from "./grants.ts";

const execute = privilegeBit("EXECUTE");

export function checkNeeds(needs: readonly RequiredPrivileges[], rights: AccountRights): void {
	for (const need of needs) {
		if (need.kind !== "table") {
			refuseOther(need, rights);
		} else if (need.views.length === 0) {
			refuseTable(need, rights);
		}
	}
	const tables = needs.filter((need) => need.kind === "table");
	for (const need of tables) {
		if (need.views.length > 0) {
			checkThroughViews(need, need.views, rights);
		}
	}
	for (const need of tables) {
		if (need.views.length === 0) {
			refuseColumns(need, rights);
		}
	}
}

function refuseOther(need: Exclude<RequiredPrivileges, TablePrivileges>, rights: AccountRights): void {
	switch (need.kind) {
		case "global":
			if (!rights.hasAny(need.anyOf)) {
				throw lacking(need.anyOf);
			}
			return;
		case "everywhere":
			if (!rights.has(need.privileges)) {
				throw loginRefused(rights);
			}
			return;
		case "database":
			if ((need.privileges & ~onDatabase(need, rights)) !== 0) {
				throw databaseRefused(need.database, rights);
			}
			return;
		case "inside":
			if (!rights.seesDatabase(need.database)) {
				throw databaseRefused(need.database, rights);
			}
			return;
		case "some":
			if (
				((need.whole === true
					? rights.onTable(need.database, need.table)
					: rights.somewhereOn(need.database, need.table)) &
					need.anyOf) ===
				0
			) {
				throw tableRefused(need.word, need.table, rights);
			}
			return;
		case "routine":
			refuseRoutine(need, rights);
			return;
		case "routine-grant":
			refuseRoutineGrant(need, rights);
			return;
		case "accounts":
			if ((need.onTables & ~rights.onDatabase("mysql")) !== 0 && !rights.hasAny(need.global)) {
				throw need.global === 0 ? databaseRefused("mysql", rights) : lacking(need.global);
			}
	}
}

function onDatabase(
	{ database, isPattern }: Extract<RequiredPrivileges, { kind: "database" }>,
	rights: AccountRights,
): Privileges {
	return isPattern === true ? rights.onDatabases(database) : rights.onDatabase(database);
}

function refuseRoutine(
	{ routine, privilege, views = [] }: Extract<RequiredPrivileges, { kind: "routine" }>,
	rights: AccountRights,
): void {
	if (!readerThrough(views, rights).mayRoutine(routine, privilegeBit(privilege))) {
		const [outermost] = views;
		throw outermost === undefined ? routineRefused(privilege, routine, rights) : invalid(outermost);
	}
}

function refuseRoutineGrant(
	{ routine, privileges }: Extract<RequiredPrivileges, { kind: "routine-grant" }>,
	rights: AccountRights,
): void {
	const missing = privileges & ~rights.onRoutine(routine);
	if ((missing & grantOption) !== 0) {
		throw routineRefused("GRANT", routine, rights);
	}
	if (missing !== 0) {
		throw routineRefused((missing & execute) !== 0 ? "EXECUTE" : "ALTER ROUTINE", routine, rights);
	}
}

/** Tables of information_schema are refused to all: no account changes them. */
function refuseTable({ database, table, whole }: TablePrivileges, rights: AccountRights): void {
	if ((whole & ~readPrivilege) !== 0 && fold(database) === "information_schema") {
		throw databaseRefused(fold(database), rights);
	}
	if (rights.has(whole)) {
		return;
	}
	const beyondTables = whole & ~onTables;
	if ((beyondTables & ~rights.onDatabase(database)) !== 0) {
		throw databaseRefused(database, rights);
	}
	const onAnyColumn = rights.tableGrant(database, table)?.onColumns ?? 0;
	const missing = whole & ~beyondTables & ~(rights.onTable(database, table) | (onAnyColumn & onColumns));
	if (missing !== 0) {
		throw tableRefused(commandWords(missing), table, rights);
	}
}

function refuseColumns({ database, table, columns, all }: TablePrivileges, rights: AccountRights): void {
	if (columns.size === 0) {
		return;
	}
	const onTable = rights.onTable(database, table);
	for (const [column, privileges] of columns) {
		const missing = privileges & ~onTable;
		if (missing === 0) {
			continue;
		}
		const refused = privilegesIn(missing & ~rights.onColumn(database, table, column))[0];
		if (refused === undefined) {
			continue;
		}
		// Column names are hidden from an account that may not see all columns.
		throw (refused.bit & all) !== 0 && rights.tableGrant(database, table) !== undefined
			? tableRefused(refused.name, table, rights)
			: columnRefused(refused.name, column, table, rights);
	}
}

/** Throws 1142 where the definer of a trigger may no longer have triggers on its table. */
export function checkTrigger({ database, name }: Table, rights: AccountRights): void {
	if ((rights.onTable(database, name) & privilegeBit("TRIGGER")) === 0) {
		throw tableRefused("TRIGGER", name, rights);
	}
}

/** Throws 1143 where the definer of a trigger may not read, or not change, a column of its rows. */
export function checkTriggerColumn(
	{ database, name }: Table,
	column: string,
	word: "SELECT" | "UPDATE",
	rights: AccountRights,
): void {
	if ((rights.onColumn(database, name, column) & privilegeBit(word)) === 0) {
		throw columnRefused(word, column, name, rights);
	}
}

const readPrivilege = privilegeBit("SELECT");
const superuser = privilegeBit("SUPER");

/** Tables behind a view are checked with its definer's rights, or the invoker's (SQL SECURITY INVOKER). */
function checkThroughViews(need: TablePrivileges, [...views]: readonly View[], rights: AccountRights): void {
	const [outermost] = views;
	const reader = readerThrough(views, rights);
	try {
		refuseTable(need, reader);
		refuseColumns(need, reader);
	} catch {
		throw invalid(outermost!);
	}
}

/** The rights that count behind views, outermost first. */
export function readerThrough(views: readonly View[], rights: AccountRights): AccountRights {
	return views.reduce((own, view) => (view.record.security === "invoker" ? own : definerOf(view, own)), rights);
}

function invalid({ database, name }: View): SqlError {
	return sqlError("viewInvalid", encodeText(database), encodeText(name));
}

export function definerOf(
	{ record: { definer } }: { readonly record: Pick<View["record"], "definer"> },
	rights: AccountRights,
): AccountRights {
	const { grants } = rights;
	const account = grants.account(definer.user, definer.host);
	if (account === undefined) {
		throw rights.has(superuser)
			? sqlError("noSuchUser", encodeText(definer.user), encodeText(definer.host))
			: loginRefused(rights);
	}
	return ofDefiner(account, grants);
}

/** Rights of definers under the grants in force: a view of many views asks for them again and again. */
const definers = new WeakMap<Grants, WeakMap<AccountRow, AccountRights>>();

function ofDefiner(account: AccountRow, grants: Grants): AccountRights {
	let known = definers.get(grants);
	if (known === undefined) {
		known = new WeakMap();
		definers.set(grants, known);
	}
	let rights = known.get(account);
	if (rights === undefined) {
		const { user, host } = account;
		rights = new AccountRights({ user, accountHost: host, host, usesPassword: false }, account.privileges, grants);
		known.set(account, rights);
	}
	return rights;
}

function loginRefused({ actor: { user, accountHost, usesPassword } }: AccountRights): SqlError {
	return sqlError("accessDenied", encodeText(user), encodeText(accountHost), usesPassword ? "YES" : "NO");
}

export function databaseRefused(database: string, { actor: { user, accountHost } }: AccountRights): SqlError {
	return sqlError("databaseAccessDenied", encodeText(user), encodeText(accountHost), encodeText(database));
}

function routineRefused(
	word: string,
	{ database, record }: Routine,
	{ actor: { user, accountHost } }: AccountRights,
): SqlError {
	const name = encodeText(`${database}.${record.name}`);
	return sqlError("routineDenied", word.toLowerCase(), encodeText(user), encodeText(accountHost), name);
}

function tableRefused(words: string, table: string, { actor: { user, host } }: AccountRights): SqlError {
	return sqlError("tableAccessDenied", words, encodeText(user), encodeText(host), encodeText(table));
}

function columnRefused(
	word: string,
	column: string,
	table: string,
	{ actor: { user, host } }: AccountRights,
): SqlError {
	return sqlError(
		"columnAccessDenied",
		word,
		encodeText(user),
		encodeText(host),
		encodeText(column),
		encodeText(table),
	);
}

/** Prints `SUPER`, or `SUPER, REPLICATION CLIENT` where one of several is enough. */
function lacking(anyOf: Privileges): SqlError {
	return sqlError("specificAccessDenied", commandWords(anyOf));
}
