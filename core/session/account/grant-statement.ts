/**
 * GRANT and REVOKE: change rows of the grant tables.
 *
 * GRANT creates a missing account where sql_mode allows it. Errors 1054, 1133, 1141, 1144, 1146, 1221, 1269, 1305,
 * 1410. The grantor's own privileges are checked earlier (`session/privileges/grant-need.ts`).
 */
import { fold } from "../../catalog/identifier.ts";
import {
	grantOption,
	onColumns,
	onDatabases,
	onRoutines,
	onTables,
	privilegeBit,
	privilegeNamed,
	type Privileges,
	everything,
} from "../../catalog/privilege.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Account, Grant, IdentifiedUser } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { databaseRefused } from "../privileges/check.ts";
import { newestSchema } from "../plan-cache/schema-cache.ts";
import { findRoutine } from "../../catalog/program.ts";
import { hasRoutine } from "./sys-procedure.ts";
import { addUser, applyOptions, changePassword, hasUser, isSame, meantAccount } from "./account-row.ts";
import {
	type Change,
	changeDatabase,
	changeEverywhere,
	changeProxy,
	changeRoutine,
	changeTable,
	removeAll,
} from "./grant-row.ts";

export async function grant(statement: Grant, conversation: SessionContext): Promise<StatementResult> {
	const schema = await newestSchema(conversation.server);
	const change = changeOf(statement, conversation, schema);
	try {
		for (const user of statement.accounts) {
			const account = meantAccount(user.account, conversation);
			await prepareAccount(statement, { ...user, account }, conversation);
			await change(account);
			await applyOptions(account, statement.options ?? {}, conversation);
		}
	} finally {
		await conversation.server.rights.changed();
	}
	return done();
}

/** Creates or updates the account. */
async function prepareAccount(
	{ kind, isEverything }: Grant,
	user: IdentifiedUser,
	conversation: SessionContext,
): Promise<void> {
	const { account } = user;
	const isIdentified = user.password !== undefined || user.hash !== undefined || user.plugin !== undefined;
	const { rights } = conversation;
	if (await hasUser(account, conversation)) {
		if (
			isIdentified &&
			rights !== undefined &&
			!isSame(account, conversation.account) &&
			(rights.onDatabase("mysql") & update) === 0
		) {
			throw databaseRefused("mysql", rights);
		}
		await changePassword(account, user, conversation);
		return;
	}
	if (kind === "revoke") {
		throw isEverything === true
			? sqlError("cantRevokeAll")
			: sqlError("noSuchGrant", encodeText(account.user), encodeText(account.host));
	}
	if (!isIdentified && conversation.settings().mode.text.includes("NO_AUTO_CREATE_USER")) {
		throw sqlError("passwordNoMatch");
	}
	if (rights !== undefined && !rights.has(createUser) && (rights.onDatabase("mysql") & insert) === 0) {
		throw sqlError("cantCreateUserWithGrant");
	}
	await addUser(account, user, conversation);
}

const [insert, update, createUser] = [privilegeBit("INSERT"), privilegeBit("UPDATE"), privilegeBit("CREATE USER")];

/** The name that is within a database, the session's if it has none of its own: a table, a routine, or `*`. */
export function namesWithin({ on }: Grant): readonly Grant["on"][] {
	return on.table !== undefined || on.current === true ? [on] : [];
}

/** Returns the change to apply to each account. Throws errors of the statement itself. */
function changeOf(statement: Grant, conversation: SessionContext, schema: Schema): (account: Account) => Promise<void> {
	const { on, object, proxied } = statement;
	const isGrant = statement.kind === "grant";
	if (proxied !== undefined) {
		const other = meantAccount(proxied, conversation);
		refuseProxy(other, conversation);
		return (account) => changeProxy({ account, isGrant, bits: 0 }, other, statement.grantOption, conversation);
	}
	if (statement.isEverything === true) {
		return (account) => removeAll(account, conversation);
	}
	const isWithin = namesWithin(statement).length > 0;
	const database = on.database ?? (isWithin ? (conversation.facts.database ?? undefined) : undefined);
	invariant(database !== undefined || !isWithin, "GRANT refuses names without a database before it commits.");
	if (on.table === undefined && statement.privileges.some(({ columns }) => columns !== undefined)) {
		throw sqlError("illegalGrantForTable");
	}
	if (fold(database ?? "") === "information_schema" && conversation.rights !== undefined) {
		throw databaseRefused("information_schema", conversation.rights);
	}
	const change = (account: Account, possible: Privileges): Change => ({
		account,
		isGrant,
		bits: named(statement, possible),
	});
	if (database === undefined) {
		return (account) => changeEverywhere(change(account, everything), conversation);
	}
	if (on.table === undefined) {
		refuseOthers(statement, onDatabases, () => sqlError("wrongUsage", "DB GRANT", "GLOBAL PRIVILEGES"));
		return (account) => changeDatabase(change(account, onDatabases), database, conversation);
	}
	const { table } = on;
	if (object !== undefined) {
		refuseOthers(statement, onRoutines, () => sqlError("illegalGrantForTable"));
		if (isGrant && !hasRoutine(object, database, table) && findRoutine(schema, object, database, table) === undefined) {
			throw sqlError("programMissing", "FUNCTION or PROCEDURE", encodeText(table));
		}
		return (account) => changeRoutine(change(account, onRoutines), database, table, object.toUpperCase(), conversation);
	}
	refuseOthers(statement, onTables, () => sqlError("illegalGrantForTable"));
	const columns = columnsOf(statement, schema.databases.get(fold(database))?.tables.get(fold(table)));
	if (isGrant) {
		refuseMissing(statement, database, table, columns, schema);
	}
	return (account) => changeTable(change(account, onTables), database, table, columns, conversation);
}

/** Returns the privileges granted without a column list. */
function named({ privileges, grantOption: isGrantable }: Grant, possible: Privileges): Privileges {
	return privileges.reduce(
		(sum, { name, columns }) => {
			const bits =
				name === "all" ? possible & ~grantOption : columns === undefined ? (privilegeNamed(name)?.bit ?? 0) : 0;
			return sum | bits;
		},
		isGrantable ? grantOption : 0,
	);
}

function refuseOthers({ privileges }: Grant, possible: Privileges, refusal: () => Error): void {
	if (privileges.some(({ name }) => ((privilegeNamed(name)?.bit ?? 0) & ~possible) !== 0)) {
		throw refusal();
	}
}

/** Returns column privileges by name, spelled as in the table if it exists. */
function columnsOf({ privileges }: Grant, table: Table | undefined): ReadonlyMap<string, Privileges> {
	const found = new Map<string, Privileges>();
	for (const { name, columns = [] } of privileges) {
		const bit = privilegeNamed(name)?.bit ?? 0;
		if (columns.length > 0 && (bit & onColumns) === 0) {
			throw sqlError("illegalGrantForTable");
		}
		for (const written of columns) {
			const column = table?.columnsByName.get(fold(written))?.name ?? written;
			found.set(column, (found.get(column) ?? 0) | bit);
		}
	}
	return found;
}

/** Refuses a missing table, unless CREATE is granted, and missing columns. */
function refuseMissing(
	{ privileges }: Grant,
	database: string,
	table: string,
	columns: ReadonlyMap<string, Privileges>,
	schema: Schema,
): void {
	const within = schema.databases.get(fold(database));
	const found = within?.tables.get(fold(table));
	const isThere = found !== undefined || within?.views.has(fold(table)) === true;
	if (!isThere && (columns.size > 0 || !privileges.some(({ name }) => name === "create"))) {
		throw sqlError("noSuchTable", encodeText(database), encodeText(table));
	}
	for (const column of columns.keys()) {
		if (found !== undefined && !found.columnsByName.has(fold(column))) {
			throw sqlError("unknownColumn", encodeText(column), encodeText(table));
		}
	}
}

/**
 * Refuses GRANT PROXY without PROXY ... WITH GRANT OPTION on the account, unless it is the own one or all privileges
 * are held.
 */
function refuseProxy(proxied: Account, { rights, account }: SessionContext): void {
	const isAllowed =
		rights === undefined ||
		rights.isAll ||
		isSame(proxied, account) ||
		rights.grants
			.of(account.user)
			.proxies.some(
				(each) =>
					isSame(each, account) &&
					each.isGrantable &&
					(each.proxiedUser === "" || isSame({ user: each.proxiedUser, host: each.proxiedHost }, proxied)),
			);
	if (!isAllowed) {
		throw sqlError("accessDeniedNoPassword", encodeText(account.user), encodeText(account.host));
	}
}
