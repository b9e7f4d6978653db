/**
 * Accounts, and the statements that make, change and drop them.
 *
 * In: the cursor. Out: `Account`, `UserStatement`, `DropUser`, `RenameUser`. REQUIRE, WITH limits, PASSWORD EXPIRE
 * and ACCOUNT LOCK are accepted and leave nothing in the tree. It refuses to know who exists.
 */
import { TokenKind } from "../tokens.ts";
import type { Account, DropUser, RenameUser, UserStatement } from "../tree/session.ts";
import type { Cursor } from "./cursor.ts";
import { ifExists, ifNotExists } from "./name.ts";

type User = UserStatement["users"][number];

/** `'name'@'host'`, `name`, CURRENT_USER. */
export function account(cursor: Cursor): Account {
	if (cursor.accept("current_user")) {
		cursor.acceptPhrase("(", ")");
		return { user: "", host: "", current: true };
	}
	const user = cursor.nameOrString();
	if (cursor.kind !== TokenKind.userVariable) {
		return { user, host: "%" };
	}
	const host = cursor.userVariable();
	return { user, host: host === "" && cursor.isString ? cursor.string() : host };
}

/** `'text'`, `PASSWORD('text')` */
export function newPassword(cursor: Cursor): string {
	if (!cursor.accept("password")) {
		return cursor.string();
	}
	cursor.expect("(");
	const password = cursor.string();
	cursor.expect(")");
	return password;
}

/** Behind CREATE and ALTER, at USER. */
export function userStatement(cursor: Cursor, kind: UserStatement["kind"]): UserStatement {
	cursor.expect("user");
	const exists = kind === "create-user" ? ifNotExists(cursor) : ifExists(cursor);
	if (kind === "alter-user" && cursor.isPhrase("user", "(", ")")) {
		cursor.at += 3;
		cursor.expectPhrase("identified", "by");
		return { kind, exists, users: [{ account: { user: "", host: "", current: true }, password: cursor.string() }] };
	}
	const users = cursor.list(identifiedUser);
	skipAccountOptions(cursor);
	return { kind, exists, users };
}

/** An account with the way it proves who it is; undefined parts where that was not written. */
export function identifiedUser(cursor: Cursor): User {
	const user: { -readonly [Part in keyof User]: User[Part] } = { account: account(cursor) };
	if (!cursor.accept("identified")) {
		return user;
	}
	if (cursor.accept("by")) {
		if (cursor.accept("password")) {
			user.hash = cursor.string();
		} else {
			user.password = cursor.string();
		}
		return user;
	}
	cursor.expect("with");
	user.plugin = cursor.nameOrString();
	if (cursor.accept("by")) {
		user.password = cursor.string();
	} else if (cursor.accept("as")) {
		user.hash = cursor.string();
	}
	return user;
}

const limits = [
	"max_queries_per_hour", "max_updates_per_hour", "max_connections_per_hour", "max_user_connections",
] as const;

/** A limit and its number. False where none stands. */
export function skipLimit(cursor: Cursor): boolean {
	if (cursor.acceptOneOf(...limits) === undefined) {
		return false;
	}
	cursor.integer();
	return true;
}

/** REQUIRE, WITH limits, PASSWORD EXPIRE, ACCOUNT LOCK */
function skipAccountOptions(cursor: Cursor): void {
	skipRequirements(cursor);
	if (cursor.accept("with") && !skipLimit(cursor)) {
		cursor.fail();
	}
	while (skipLimit(cursor) || skipExpiry(cursor) || skipLock(cursor)) {
		// Each call passes over one option.
	}
}

function skipExpiry(cursor: Cursor): boolean {
	if (!cursor.acceptPhrase("password", "expire")) {
		return false;
	}
	if (cursor.accept("interval")) {
		cursor.integer();
		cursor.expect("day");
	} else {
		cursor.acceptOneOf("default", "never");
	}
	return true;
}

function skipLock(cursor: Cursor): boolean {
	return cursor.accept("account") && cursor.expectOneOf("lock", "unlock") !== undefined;
}

export function skipRequirements(cursor: Cursor): void {
	if (!cursor.accept("require") || cursor.acceptOneOf("none", "ssl", "x509") !== undefined) {
		return;
	}
	do {
		cursor.expectOneOf("cipher", "issuer", "subject");
		cursor.string();
		cursor.accept("and");
	} while (cursor.is("cipher") || cursor.is("issuer") || cursor.is("subject"));
}

export function dropUser(cursor: Cursor): DropUser {
	cursor.expect("user");
	const exists = ifExists(cursor);
	return { kind: "drop-user", ifExists: exists, accounts: cursor.list(account) };
}

export function renameUser(cursor: Cursor): RenameUser {
	cursor.expect("user");
	const renames = cursor.list((inner) => {
		const from = account(inner);
		inner.expect("to");
		return { from, to: account(inner) };
	});
	return { kind: "rename-user", renames };
}
