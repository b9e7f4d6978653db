/**
 * Parses CREATE, ALTER, DROP and RENAME USER.
 */
import type { DropUser, IdentifiedUser, RenameUser, UserStatement } from "../../tree/session.ts";
import { accountOptions } from "./account-option.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { ifExists, ifNotExists } from "../cursor/name.ts";
import { account } from "../cursor/account-name.ts";

type User = IdentifiedUser;

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

/** After CREATE or ALTER, at USER. */
export function userStatement(cursor: Cursor, kind: UserStatement["kind"]): UserStatement {
	cursor.expect("user");
	const exists = kind === "create-user" ? ifNotExists(cursor) : ifExists(cursor);
	if (kind === "alter-user" && cursor.isPhrase("user", "(", ")")) {
		cursor.at += 3;
		cursor.expectPhrase("identified", "by");
		return { kind, exists, users: [{ account: { user: "", host: "", current: true }, password: cursor.string() }] };
	}
	const users = cursor.list(identifiedUser);
	const options = accountOptions(cursor);
	return { kind, exists, users, ...(Object.keys(options).length === 0 ? {} : { options }) };
}

/** An account and its IDENTIFIED clause; parts not written are undefined. */
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
