/**
 * Parses SHOW subjects with a syntax of their own: CREATE, CODE, ENGINE, GRANTS, PROFILE, BINLOG EVENTS.
 */
import type { Show, ShowSubject } from "../../tree/show.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { ifNotExists, tableName } from "../cursor/name.ts";
import { limit } from "../query/order.ts";
import { account } from "../cursor/account-name.ts";

export function showCreate(cursor: Cursor): Show {
	cursor.expect("create");
	const what = cursor.expectOneOf(
		"table",
		"view",
		"database",
		"schema",
		"user",
		"procedure",
		"function",
		"trigger",
		"event",
	);
	switch (what) {
		case "database":
		case "schema": {
			const exists = ifNotExists(cursor);
			return { kind: "show", subject: "create database", full: false, database: cursor.name(), ifNotExists: exists };
		}
		case "user":
			return { kind: "show", subject: "create user", full: false, account: account(cursor) };
		default: {
			const subject: ShowSubject = `create ${what}`;
			return { kind: "show", subject, full: false, table: tableName(cursor) };
		}
	}
}

/** SHOW PROCEDURE CODE name, SHOW FUNCTION CODE name; undefined without CODE. */
export function showCode(cursor: Cursor, word: "procedure" | "function"): Show | undefined {
	return cursor.acceptPhrase(word, "code")
		? { kind: "show", subject: `${word} code`, full: false, table: tableName(cursor) }
		: undefined;
}

/** SHOW ENGINE name STATUS | MUTEX | LOGS */
export function showEngine(cursor: Cursor): Show {
	cursor.expect("engine");
	const name = cursor.accept("all") ? "ALL" : cursor.nameOrString();
	return { kind: "show", subject: "engine", full: false, name, detail: cursor.expectOneOf("status", "mutex", "logs") };
}

export function showGrants(cursor: Cursor): Show {
	cursor.expect("grants");
	return cursor.accept("for")
		? { kind: "show", subject: "grants", full: false, account: account(cursor) }
		: { kind: "show", subject: "grants", full: false };
}

const profileKinds = [
	"all",
	"block io",
	"context switches",
	"cpu",
	"ipc",
	"memory",
	"page faults",
	"source",
	"swaps",
].map((kind) => kind.split(" ") as [string, ...string[]]);

export function showProfile(cursor: Cursor): Show {
	cursor.expect("profile");
	const kinds: string[] = [];
	let kind = profileKind(cursor);
	while (kind !== undefined) {
		kinds.push(kind);
		kind = cursor.accept(",") ? (profileKind(cursor) ?? cursor.fail()) : undefined;
	}
	const query = cursor.acceptPhrase("for", "query") ? { query: cursor.integer() } : {};
	const rows = limit(cursor);
	const detail = kinds.length === 0 ? {} : { detail: kinds.join(", ") };
	return {
		kind: "show",
		subject: "profile",
		full: false,
		...detail,
		...query,
		...(rows === undefined ? {} : { limit: rows }),
	};
}

function profileKind(cursor: Cursor): string | undefined {
	const words = profileKinds.find((kind) => cursor.acceptPhrase(...kind));
	return words?.join(" ");
}

/** FOR CHANNEL 'name' */
export function channel(cursor: Cursor): Pick<Show, "channel"> {
	return cursor.acceptPhrase("for", "channel") ? { channel: cursor.string() } : {};
}

/** SHOW BINLOG EVENTS, SHOW RELAYLOG EVENTS [IN 'log'] [FROM position] [LIMIT ...] [FOR CHANNEL 'name'] */
export function showEvents(cursor: Cursor, word: "binlog" | "relaylog"): Show {
	cursor.at++;
	cursor.expect("events");
	const name = cursor.accept("in") ? { name: cursor.string() } : {};
	const detail = cursor.accept("from") ? { detail: cursor.digits() } : {};
	const rows = limit(cursor);
	const found = word === "relaylog" ? channel(cursor) : {};
	return {
		kind: "show",
		subject: `${word} events`,
		full: false,
		...name,
		...detail,
		...(rows === undefined ? {} : { limit: rows }),
		...found,
	};
}
