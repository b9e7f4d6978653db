/**
 * Prints accounts, users and privileges: CREATE, ALTER, DROP and RENAME USER, GRANT, REVOKE.
 */
import type { ByteString } from "../../types/value/value.ts";
import type {
	Account,
	AccountOptions,
	DropUser,
	Grant,
	IdentifiedUser,
	LimitName,
	RenameUser,
	TlsClause,
	UserStatement,
} from "../tree/session.ts";
import { printName, printPath, printText } from "./name.ts";
import { list, parenthesised, words } from "./printer.ts";

export function printAccount(account: Account): ByteString {
	return account.current === true ? "CURRENT_USER" : `${printText(account.user)}@${printText(account.host)}`;
}

function identifiedUser(user: IdentifiedUser): ByteString {
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
		node.options && accountOptions(node.options),
	);
}

function accountOptions({ tls, limits, expire, lock }: AccountOptions): ByteString {
	return words(
		tls && requirements(tls),
		limits && words("WITH", ...limitWords(limits)),
		expire !== undefined &&
			(
				`PASSWORD EXPIRE ` +
				(typeof expire === "number" ? `INTERVAL ${expire} DAY` : expire === "now" ? "" : expire.toUpperCase())
			).trimEnd(),
		lock !== undefined && `ACCOUNT ${lock ? "LOCK" : "UNLOCK"}`,
	);
}

function requirements(tls: TlsClause): ByteString {
	if (tls.kind !== "specified") {
		return `REQUIRE ${tls.kind.toUpperCase()}`;
	}
	const part = (word: string, text: string | undefined): ByteString | false =>
		text !== undefined && `${word} ${printText(text)}`;
	return words("REQUIRE", part("SUBJECT", tls.subject), part("ISSUER", tls.issuer), part("CIPHER", tls.cipher));
}

function limitWords(limits: NonNullable<AccountOptions["limits"]>): readonly ByteString[] {
	return (Object.keys(limits) as LimitName[]).map((name) => `${name.toUpperCase()} ${limits[name]}`);
}

export function printDropUser(node: DropUser): ByteString {
	return words("DROP USER", node.ifExists && "IF EXISTS", list(node.accounts, printAccount));
}

export function printRenameUser(node: RenameUser): ByteString {
	return `RENAME USER ${list(node.renames, ({ from, to }) => `${printAccount(from)} TO ${printAccount(to)}`)}`;
}

export function printGrant(node: Grant): ByteString {
	const isGranted = node.kind === "grant";
	const { tls, limits } = node.options ?? {};
	return words(
		isGranted ? "GRANT" : "REVOKE",
		what(node),
		isGranted ? "TO" : "FROM",
		list(node.accounts, identifiedUser),
		tls && requirements(tls),
		(node.grantOption || limits !== undefined) &&
			words("WITH", node.grantOption && "GRANT OPTION", ...limitWords(limits ?? {})),
	);
}

function what(node: Grant): ByteString {
	if (node.proxied !== undefined) {
		return `PROXY ON ${printAccount(node.proxied)}`;
	}
	if (node.isEverything === true) {
		return "ALL PRIVILEGES, GRANT OPTION";
	}
	const privileges = list(node.privileges, ({ name, columns }) =>
		words(name.toUpperCase(), columns && parenthesised(columns, printName)),
	);
	return `${privileges} ON ${words(node.object?.toUpperCase(), level(node.on))}`;
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
