/**
 * GRANT and REVOKE.
 *
 * In: the cursor at the verb. Out: a `Grant`. It refuses to know which privileges mean what.
 */
import { sqlError } from "../../errors.ts";
import type { Grant } from "../tree/session.ts";
import { account, identifiedUser, skipLimit, skipRequirements } from "./account.ts";
import type { Cursor } from "./cursor.ts";
import { plainName } from "./name.ts";

type Privilege = Grant["privileges"][number];

const privilegeNames: readonly (readonly [string, ...string[]])[] = [
	["all", "privileges"], ["all"], ["alter", "routine"], ["alter"], ["create", "routine"], ["create", "tablespace"],
	["create", "temporary", "tables"], ["create", "user"], ["create", "view"], ["create"], ["delete"], ["drop"],
	["event"], ["execute"], ["file"], ["grant", "option"], ["index"], ["insert"], ["lock", "tables"], ["process"],
	["references"], ["reload"], ["replication", "client"], ["replication", "slave"], ["select"], ["show", "databases"],
	["show", "view"], ["shutdown"], ["super"], ["trigger"], ["update"], ["usage"],
];

export function grant(cursor: Cursor): Grant {
	cursor.expect("grant");
	refuseProxy(cursor, "GRANT");
	const privileges = cursor.list(privilege);
	cursor.expect("on");
	const target = grantTarget(cursor);
	cursor.expect("to");
	const accounts = cursor.list(identifiedUser);
	skipRequirements(cursor);
	const grantOption = withOptions(cursor);
	return { kind: "grant", privileges, ...target, accounts, grantOption };
}

export function revoke(cursor: Cursor): Grant {
	cursor.expect("revoke");
	refuseProxy(cursor, "REVOKE");
	const privileges = cursor.list(privilege);
	const target = cursor.accept("on") ? grantTarget(cursor) : everything(cursor, privileges);
	cursor.expect("from");
	const accounts = cursor.list((inner) => ({ account: account(inner) }));
	return { kind: "revoke", privileges, ...target, accounts, grantOption: false };
}

function refuseProxy(cursor: Cursor, verb: string): void {
	if (cursor.is("proxy")) {
		throw sqlError("notSupportedYet", `${verb} PROXY`);
	}
}

/** REVOKE ALL PRIVILEGES, GRANT OPTION FROM ...: the one form without ON. */
function everything(cursor: Cursor, privileges: readonly Privilege[]): Pick<Grant, "on"> {
	return privileges.length === 2 && privileges[0]?.name === "all" && privileges[1]?.name === "grant option"
		? { on: {} }
		: cursor.fail();
}

function privilege(cursor: Cursor): Privilege {
	const words = privilegeNames.find((name) => cursor.isPhrase(...name)) ?? cursor.fail();
	cursor.at += words.length;
	const name = words[0] === "all" ? "all" : words.join(" ");
	return cursor.is("(") ? { name, columns: cursor.parenthesised(plainName) } : { name };
}

function grantTarget(cursor: Cursor): Pick<Grant, "on" | "object"> {
	const object = cursor.acceptOneOf("table", "function", "procedure");
	const on = grantLevel(cursor);
	return object === undefined || object === "table" ? { on } : { on, object };
}

/** `*.*`, `*`, `d.*`, `d.t`, `t` */
function grantLevel(cursor: Cursor): Grant["on"] {
	if (cursor.accept("*")) {
		if (cursor.accept(".")) {
			cursor.expect("*");
			return {};
		}
		return { current: true };
	}
	const first = cursor.name();
	if (!cursor.accept(".")) {
		return { table: first };
	}
	return cursor.accept("*") ? { database: first } : { database: first, table: cursor.name() };
}

/** WITH and what stands behind it: whether GRANT OPTION is among that. */
function withOptions(cursor: Cursor): boolean {
	if (!cursor.accept("with")) {
		return false;
	}
	let grantOption = false;
	const first = cursor.at;
	for (;;) {
		if (cursor.acceptPhrase("grant", "option")) {
			grantOption = true;
		} else if (!skipLimit(cursor)) {
			return cursor.at === first ? cursor.fail() : grantOption;
		}
	}
}
