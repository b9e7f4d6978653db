/**
 * Accounts, users and privileges as text.
 *
 * In: their trees. Out: SQL text.
 */
import type { ByteString } from "../../types/value.ts";
import type { Account, DropUser, Grant, RenameUser, UserStatement } from "../tree/session.ts";
import { printName, printPath, printText } from "./name.ts";
import { list, parenthesised, words } from "./printer.ts";

export function printAccount(account: Account): ByteString {
	return account.current === true ? "CURRENT_USER" : `${printText(account.user)}@${printText(account.host)}`;
}

function identifiedUser(user: UserStatement["users"][number]): ByteString {
	const how = words(
		user.plugin !== undefined && `WITH ${printName(user.plugin)}`,
		user.password !== undefined && `BY ${printText(user.password)}`,
		user.hash !== undefined && `${user.plugin === undefined ? "BY PASSWORD" : "AS"} ${printText(user.hash)}`,
	);
	return words(printAccount(user.account), how !== "" && `IDENTIFIED ${how}`);
}

export function printUserStatement(node: UserStatement): ByteString {
	const isCreated = node.kind === "create-user";
	return words(
		isCreated ? "CREATE USER" : "ALTER USER",
		node.exists && (isCreated ? "IF NOT EXISTS" : "IF EXISTS"),
		list(node.users, identifiedUser),
	);
}

export function printDropUser(node: DropUser): ByteString {
	return words("DROP USER", node.ifExists && "IF EXISTS", list(node.accounts, printAccount));
}

export function printRenameUser(node: RenameUser): ByteString {
	return `RENAME USER ${list(node.renames, ({ from, to }) => `${printAccount(from)} TO ${printAccount(to)}`)}`;
}

export function printGrant(node: Grant): ByteString {
	const isGranted = node.kind === "grant";
	const privileges = list(node.privileges, ({ name, columns }) => words(name.toUpperCase(), columns && parenthesised(columns, printName)));
	const isEverything = node.privileges.some(({ name }) => name === "all") && node.privileges.length > 1;
	return words(
		isGranted ? "GRANT" : "REVOKE",
		privileges,
		!isEverything && `ON ${words(node.object?.toUpperCase(), level(node.on))}`,
		isGranted ? "TO" : "FROM",
		list(node.accounts, identifiedUser),
		node.grantOption && "WITH GRANT OPTION",
	);
}

function level(on: Grant["on"]): ByteString {
	if (on.current === true) {
		return "*";
	}
	if (on.table !== undefined) {
		return printPath(on.database, on.table);
	}
	return on.database === undefined ? "*.*" : `${printName(on.database)}.*`;
}
