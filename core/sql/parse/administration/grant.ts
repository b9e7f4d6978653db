/**
 * Parses GRANT and REVOKE.
 */
import type { Grant } from "../../tree/session.ts";
import { identifiedUser } from "./account.ts";
import { limit, requirements } from "./account-option.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { plainName } from "../cursor/name.ts";
import { account } from "../cursor/account-name.ts";

type Privilege = Grant["privileges"][number];

const privilegeNames: readonly (readonly [string, ...string[]])[] = [
	["all", "privileges"],
	["all"],
	["alter", "routine"],
	["alter"],
	["create", "routine"],
	["create", "tablespace"],
	["create", "temporary", "tables"],
	["create", "user"],
	["create", "view"],
	["create"],
	["delete"],
	["drop"],
	["event"],
	["execute"],
	["file"],
	["grant", "option"],
	["index"],
	["insert"],
	["lock", "tables"],
	["process"],
	["references"],
	["reload"],
	["replication", "client"],
	["replication", "slave"],
	["select"],
	["show", "databases"],
	["show", "view"],
	["shutdown"],
	["super"],
	["trigger"],
	["update"],
	["usage"],
];

export function grant(cursor: Cursor): Grant {
	cursor.expect("grant");
	const what = proxied(cursor) ?? granted(cursor);
	cursor.expect("to");
	const accounts = cursor.list(identifiedUser);
	return { kind: "grant", ...what, accounts, ...withOptions(cursor, requirements(cursor)) };
}

export function revoke(cursor: Cursor): Grant {
	cursor.expect("revoke");
	const what = proxied(cursor) ?? everything(cursor) ?? granted(cursor);
	cursor.expect("from");
	const accounts = cursor.list((inner) => ({ account: account(inner) }));
	return { kind: "revoke", ...what, accounts, grantOption: false };
}

type What = Pick<Grant, "privileges" | "on" | "object" | "proxied" | "isEverything">;

function granted(cursor: Cursor): What {
	const privileges = cursor.list(privilege);
	cursor.expect("on");
	return { privileges, ...grantTarget(cursor) };
}

/** PROXY ON 'user'@'host' */
function proxied(cursor: Cursor): What | undefined {
	return cursor.acceptPhrase("proxy", "on") ? { privileges: [], on: {}, proxied: account(cursor) } : undefined;
}

/** REVOKE ALL PRIVILEGES, GRANT OPTION FROM ...: the only form without ON. */
function everything(cursor: Cursor): What | undefined {
	const isIt =
		cursor.acceptPhrase("all", "privileges", ",", "grant", "option") ||
		cursor.acceptPhrase("all", ",", "grant", "option");
	return isIt ? { privileges: [], on: {}, isEverything: true } : undefined;
}

/** Privileges that can be granted on columns. */
const onColumns: ReadonlySet<string> = new Set(["select", "insert", "update", "references"]);

function privilege(cursor: Cursor): Privilege {
	const words = privilegeNames.find((name) => cursor.isPhrase(...name)) ?? cursor.fail();
	cursor.at += words.length;
	const name = words[0] === "all" ? "all" : words.join(" ");
	return cursor.is("(") && onColumns.has(name) ? { name, columns: cursor.parenthesised(plainName) } : { name };
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

/** The WITH clause. */
function withOptions(cursor: Cursor, options: NonNullable<Grant["options"]>): Pick<Grant, "grantOption" | "options"> {
	let grantOption = false;
	let { limits } = options;
	if (cursor.accept("with")) {
		const first = cursor.at;
		for (;;) {
			if (cursor.acceptPhrase("grant", "option")) {
				grantOption = true;
				continue;
			}
			const more = limit(cursor, limits ?? {});
			if (more === undefined) {
				break;
			}
			limits = more;
		}
		if (cursor.at === first) {
			cursor.fail();
		}
	}
	const all = limits === undefined ? options : { ...options, limits };
	return Object.keys(all).length === 0 ? { grantOption } : { grantOption, options: all };
}
