/**
 * Scope of a privilege check (default database, account, temporary tables), and constructors of needs.
 */
import { onTables, privilegeBit, type Privileges } from "../../catalog/privilege.ts";
import { fold } from "../../catalog/identifier.ts";
import type { Schema } from "../../catalog/table.ts";
import { type RequiredPrivileges, tableNeed } from "../../plan/tree/required-privileges.ts";
import type { Account } from "../../sql/tree/session.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export interface PrivilegeScope {
	/** The default database. */
	readonly database: string | null;
	readonly schema: Schema;
	/** `user@host` of the account. */
	readonly account: string;
}

type Name = Pick<TableName, "database" | "name">;

export function bits(names: readonly string[]): Privileges {
	return names.reduce((sum, name) => sum | privilegeBit(name), 0);
}

/** Requires all of these on a table; none for the session's temporary tables. */
export function on(name: Name, place: PrivilegeScope, ...names: readonly string[]): readonly RequiredPrivileges[] {
	return isTemporary(name, place) ? [] : onNew(name, place, ...names);
}

/** Requires all of these on a table to create, even where a temporary table has its name. */
export function onNew(name: Name, place: PrivilegeScope, ...names: readonly string[]): readonly RequiredPrivileges[] {
	const database = name.database ?? place.database;
	return database === null ? [] : [tableNeed(database, name.name, bits(names))];
}

/** Requires any privilege on a table, `whole`: not only on columns of it; the refusal names this one. */
export function somethingOn(
	name: Name,
	place: PrivilegeScope,
	word: string,
	whole = false,
): readonly RequiredPrivileges[] {
	const database = name.database ?? place.database;
	return database === null || isTemporary(name, place)
		? []
		: [{ kind: "some", database, table: name.name, anyOf: onTables, word, whole }];
}

export function onDatabase(
	name: string | undefined,
	place: PrivilegeScope,
	...names: readonly string[]
): readonly RequiredPrivileges[] {
	const database = name ?? place.database;
	return database === null ? [] : [{ kind: "database", database, privileges: bits(names) }];
}

/** Requires one of these global privileges. */
export function oneOf(...names: readonly string[]): readonly RequiredPrivileges[] {
	return [{ kind: "global", anyOf: bits(names) }];
}

export function everywhere(...names: readonly string[]): readonly RequiredPrivileges[] {
	return [{ kind: "everywhere", privileges: bits(names) }];
}

/** Requires, to change accounts, this privilege on the database `mysql`, or CREATE USER. */
export function onAccounts(name: string): readonly RequiredPrivileges[] {
	return [{ kind: "accounts", onTables: bits([name]), global: bits(["CREATE USER"]) }];
}

export function isOwn(account: Account, { account: own }: Pick<PrivilegeScope, "account">): boolean {
	return account.current === true || `${account.user}@${account.host}`.toLowerCase() === own.toLowerCase();
}

function isTemporary(name: Name, { database, schema }: PrivilegeScope): boolean {
	return (
		schema.databases.get(fold(name.database ?? database ?? ""))?.tables.get(fold(name.name))?.record.temporary === true
	);
}
