/**
 * Parses the SHOW family.
 */
import type { Show, ShowSubject } from "../../tree/show.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { tableName } from "../cursor/name.ts";
import { limit, where } from "../query/order.ts";
import { channel, showCode, showCreate, showEngine, showEvents, showGrants, showProfile } from "./show-detail.ts";

/** Clauses that may follow a subject. */
type Tail = "nothing" | "pattern" | "database and pattern" | "table" | "limit" | "channel";

const subjects: readonly (readonly [words: string, subject: ShowSubject, tail: Tail])[] = [
	["databases", "databases", "pattern"],
	["schemas", "databases", "pattern"],
	["tables", "tables", "database and pattern"],
	["table status", "table status", "database and pattern"],
	["open tables", "open tables", "database and pattern"],
	["triggers", "triggers", "database and pattern"],
	["events", "events", "database and pattern"],
	["columns", "columns", "table"],
	["fields", "columns", "table"],
	["index", "index", "table"],
	["indexes", "index", "table"],
	["keys", "index", "table"],
	["variables", "variables", "pattern"],
	["status", "status", "pattern"],
	["warnings", "warnings", "limit"],
	["errors", "errors", "limit"],
	["charset", "charset", "pattern"],
	["character set", "charset", "pattern"],
	["collation", "collation", "pattern"],
	["engines", "engines", "nothing"],
	["storage engines", "engines", "nothing"],
	["processlist", "processlist", "nothing"],
	["plugins", "plugins", "nothing"],
	["privileges", "privileges", "nothing"],
	["procedure status", "procedure status", "pattern"],
	["function status", "function status", "pattern"],
	["profiles", "profiles", "nothing"],
	["master status", "master status", "nothing"],
	["slave status", "slave status", "channel"],
	["binary logs", "binary logs", "nothing"],
	["master logs", "binary logs", "nothing"],
	["slave hosts", "slave hosts", "nothing"],
];

const entries = subjects.map(([words, subject, tail]) => ({
	words: words.split(" ") as [string, ...string[]],
	subject,
	tail,
}));

const fullSubjects: ReadonlySet<ShowSubject> = new Set<ShowSubject>(["tables", "columns", "processlist", "triggers"]);
const scopedSubjects: ReadonlySet<ShowSubject> = new Set<ShowSubject>(["variables", "status"]);

export function show(cursor: Cursor): Show {
	cursor.expect("show");
	const special = specialSubject(cursor);
	if (special !== undefined) {
		return special;
	}
	const extended = cursor.accept("extended");
	const full = cursor.accept("full");
	const scopeWord = cursor.acceptOneOf("global", "session", "local");
	const entry = entries.find(({ words }) => cursor.isPhrase(...words)) ?? cursor.fail();
	const { subject, tail } = entry;
	if ((full && !fullSubjects.has(subject)) || (scopeWord !== undefined && !scopedSubjects.has(subject))) {
		cursor.fail();
	}
	if (extended && subject !== "tables" && subject !== "columns" && subject !== "index") {
		cursor.fail();
	}
	cursor.at += entry.words.length;
	const scope = scopedSubjects.has(subject)
		? { scope: scopeWord === "global" ? ("global" as const) : ("session" as const) }
		: {};
	return { kind: "show", subject, full, ...scope, ...showTail(cursor, tail) };
}

/** Subjects with a syntax of their own. */
function specialSubject(cursor: Cursor): Show | undefined {
	switch (cursor.word) {
		case "create":
			return showCreate(cursor);
		case "engine":
			return showEngine(cursor);
		case "grants":
			return showGrants(cursor);
		case "profile":
			return showProfile(cursor);
		case "binlog":
		case "relaylog":
			return showEvents(cursor, cursor.word);
		case "procedure":
		case "function":
			return showCode(cursor, cursor.word);
		case "count":
			cursor.expectPhrase("count", "(", "*", ")");
			return { kind: "show", subject: `count ${cursor.expectOneOf("warnings", "errors")}`, full: false };
		default:
			return undefined;
	}
}

function showTail(cursor: Cursor, tail: Tail): Partial<Show> {
	switch (tail) {
		case "nothing":
			return {};
		case "pattern":
			return pattern(cursor);
		case "database and pattern":
			return { ...fromDatabase(cursor), ...pattern(cursor) };
		case "table": {
			cursor.expectOneOf("from", "in");
			const table = tableName(cursor);
			return { table, ...fromDatabase(cursor), ...pattern(cursor) };
		}
		case "channel":
			return channel(cursor);
		case "limit": {
			const rows = limit(cursor);
			return rows === undefined ? {} : { limit: rows };
		}
	}
}

function fromDatabase(cursor: Cursor): Pick<Show, "database"> {
	return cursor.acceptOneOf("from", "in") === undefined ? {} : { database: cursor.name() };
}

/** LIKE 'text' or WHERE expression. */
function pattern(cursor: Cursor): Pick<Show, "like" | "where"> {
	if (cursor.accept("like")) {
		return { like: cursor.string() };
	}
	const condition = where(cursor);
	return condition === undefined ? {} : { where: condition };
}
