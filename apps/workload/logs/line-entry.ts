/**
 * Lines of the server log of the releases that verso plays, of which some are statements.
 *
 *     2018/12/20 10:32:03.123 session.go:1340: [info] [GENERAL_LOG] con:1 user:root@% schema_ver:22 start_ts:0 sql:select 1
 *     2018/12/20 10:32:03.123 session.go:1312: [info] [CRUCIAL OPERATION] con:1 schema_ver:22 drop table t (by root@%).
 *     2018/12/20 10:32:03.123 adapter.go:350: [warning] [SLOW_QUERY] cost_time:1.2s succ:true con:1 user:root@% database:test sql:select 1
 *     [2021/01/11 14:59:07.201 +08:00] [INFO] [session.go:2713] [GENERAL_LOG] [conn=11] ... [current_db=test] [sql="select 1"]
 *     {"level":"INFO","message":"GENERAL_LOG","conn":11,"currentDB":"test","sql":"select 1"}
 *
 * Definitions are the crucial operations, and not in the general log.
 */
import type { ByteString } from "../../../core/index.ts";
import { missingHead } from "./doubt.ts";

export interface LineEntry {
	/** `lost`: that cannot be told. */
	readonly kind: "general" | "crucial" | "slow" | "close" | "start" | "lost";
	readonly session: string;
	readonly database?: string;
	readonly sql: ByteString;
	/** Where the statement begins in the entry, if it stands there as it is. */
	readonly at: number;
	/** The server sent it itself. */
	readonly isInternal: boolean;
	/** Written in brackets: from 3.0. */
	readonly isLater: boolean;
	/** Why it cannot be read: it was cut, or garbled. */
	readonly notJudged?: string;
}

/** An entry about a statement, or what is left of one. */
const anyMark = /\[(?:GENERAL_LOG|"?CRUCIAL OPERATION"?|SLOW_QUERY|TIME_QUERY)\]/;

const plainHead = /\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d+)? \S+?:\d+: \[\w+\] ?/y;
const laterHead = /\[\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d[^\]\n]*\] \[\w+\] \[[^\]\n]+\] /y;

export function beginsLineEntry(text: ByteString, at: number): boolean {
	const first = text[at];
	return first === "{" ? text.startsWith('{"level":', at) : headEnd(text, at) > at;
}

/** The same, and a line that has lost its head and shows by its mark what it was. */
export function beginsReadEntry(text: ByteString, at: number): boolean {
	return beginsLineEntry(text, at) || anyMark.test(text.slice(at, lineEnd(text, at)));
}

function lineEnd(text: ByteString, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

function headEnd(text: ByteString, at: number): number {
	const head = text[at] === "[" ? laterHead : plainHead;
	head.lastIndex = at;
	return head.test(text) ? head.lastIndex : at;
}

/** The statement or event of an entry; undefined: it is about something else. */
export function parseLineEntry(entry: ByteString): LineEntry | undefined {
	if (entry.startsWith('{"level":')) {
		return parseJson(entry);
	}
	const at = headEnd(entry, 0);
	if (at === 0) {
		return entry.trim() === "" ? undefined : unreadable(entry, missingHead);
	}
	const found = entry.startsWith("[") ? parseLater(entry, at) : parsePlain(entry, at);
	if (anyHead.test(entry.slice(at))) {
		return unreadable(entry, "another entry begins within it");
	}
	return found;
}

/** Of either form, with a mark behind: a statement's text does not look so. */
const anyHead =
	/\d\d:\d\d:\d\d(?:\.\d+)?(?: \S+?:\d+: \[\w+\] | [^\]\n]*\] \[\w+\] \[[^\]\n]+\] )\[(?:GENERAL_LOG|"?CRUCIAL OPERATION"?|SLOW_QUERY|TIME_QUERY)\]/;

function unreadable(entry: ByteString, notJudged: string, kind?: LineEntry["kind"]): LineEntry {
	const isSlow = /\[(?:SLOW|TIME)_QUERY\]/.test(entry) && !entry.includes("GENERAL_LOG");
	return {
		kind: kind ?? (isSlow ? "slow" : "lost"),
		session: "",
		sql: entry,
		at: 0,
		isInternal: false,
		isLater: false,
		notJudged,
	};
}

const missingPart = "a part of the entry is missing";

const plainGeneral = /\[GENERAL_LOG\] con:(\d+) user:.*?(?: schema_ver:\d+)?(?: start_ts:\d+)? sql:/sy;
const plainCrucial = /\[CRUCIAL OPERATION\] con:(\d+) schema_ver:\d+ (.*) \(by [^()]*\)\.?\s*$/sy;
const plainSlow =
	/\[(?:SLOW|TIME)_QUERY\] (\[INTERNAL\] )?.*?\bcon(?:nection_id)?:(\d+).*?\bdatabase:(\S*).*?\bsql:/isy;
const plainMark = /\[(?:GENERAL_LOG|CRUCIAL OPERATION|(SLOW_QUERY|TIME_QUERY))\]/y;
const plainClose = /(?:con:|\[)(\d+)\]? close connection/y;

function parsePlain(entry: ByteString, at: number): LineEntry | undefined {
	const match = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = at;
		return pattern.exec(entry);
	};
	const base = { isInternal: false, isLater: false };
	const general = match(plainGeneral);
	if (general !== null) {
		const start = plainGeneral.lastIndex;
		return { ...base, kind: "general", session: general[1] as string, sql: entry.slice(start), at: start };
	}
	const crucial = match(plainCrucial);
	if (crucial !== null) {
		const sql = crucial[2] as string;
		return { ...base, kind: "crucial", session: crucial[1] as string, sql, at: entry.indexOf(sql, at) };
	}
	const slow = match(plainSlow);
	if (slow !== null) {
		const start = plainSlow.lastIndex;
		const [, internal, session = "", database = ""] = slow;
		return {
			kind: "slow",
			session,
			...(database === "" ? {} : { database }),
			sql: entry.slice(start),
			at: start,
			isInternal: internal !== undefined,
			isLater: false,
		};
	}
	const close = match(plainClose);
	if (close !== null) {
		return { ...base, kind: "close", session: close[1] as string, sql: "", at };
	}
	if (entry.startsWith("Welcome to ", at)) {
		return { ...base, kind: "start", session: "", sql: "", at };
	}
	plainMark.lastIndex = at;
	const mark = plainMark.exec(entry);
	return mark === null ? undefined : unreadable(entry, missingPart, mark[1] === undefined ? "general" : "slow");
}

const laterKinds: readonly (readonly [mark: string, kind: LineEntry["kind"]])[] = [
	["[GENERAL_LOG]", "general"],
	['["CRUCIAL OPERATION"]', "crucial"],
	["[SLOW_QUERY]", "slow"],
	['["connection closed"]', "close"],
	['["Welcome to ', "start"],
];

function parseLater(entry: ByteString, at: number): LineEntry | undefined {
	const kind = laterKinds.find(([mark]) => entry.startsWith(mark, at))?.[1];
	if (kind === undefined) {
		return undefined;
	}
	const fields = fieldsOf(entry, at);
	const isStatement = kind === "general" || kind === "crucial" || kind === "slow";
	if (isStatement && !(fields.has("sql") && /^\d+$/.test(fields.get("conn") ?? ""))) {
		return unreadable(entry, missingPart, kind);
	}
	const database = fields.get("current_db") ?? fields.get("currentDB") ?? fields.get("cur_db") ?? "";
	const raw = entry.indexOf(" [sql=", at) + " [sql=".length;
	return {
		kind,
		session: fields.get("conn") ?? "",
		...(database === "" ? {} : { database }),
		sql: fields.get("sql") ?? "",
		at: entry[raw] === '"' ? raw + 1 : raw,
		isInternal: false,
		isLater: true,
	};
}

/** `[name=value]`, the value in quotes with JSON's escapes where it has other signs than letters. */
function fieldsOf(entry: ByteString, from: number): ReadonlyMap<string, ByteString> {
	const field = / \[(\w+)=("(?:[^"\\]|\\.)*"|[^\]]*)\]/gsy;
	field.lastIndex = entry.indexOf("] [", from) + 1;
	const fields = new Map<string, ByteString>();
	for (let found = field.exec(entry); found !== null; found = field.exec(entry)) {
		const value = unquoted(found[2] as string);
		if (value !== undefined) {
			fields.set(found[1] as string, value);
		}
	}
	return fields;
}

/** Undefined: it was garbled. */
function unquoted(value: ByteString): ByteString | undefined {
	if (!value.startsWith('"')) {
		return value;
	}
	try {
		return bytesOf(JSON.parse(value) as string);
	} catch {
		return undefined;
	}
}

/** Bytes that stood as they are stay; characters that were escaped become their bytes. */
function bytesOf(text: string): ByteString {
	return text.replace(/[^\0-\xff]+/g, (found) => Buffer.from(found, "utf8").toString("latin1"));
}

function parseJson(entry: ByteString): LineEntry | undefined {
	let fields: Readonly<Record<string, unknown>>;
	try {
		fields = JSON.parse(entry) as Record<string, unknown>;
	} catch {
		return unreadable(entry, missingPart);
	}
	const message = String(fields["message"] ?? "");
	const kind = laterKinds.find(([mark]) => message === mark.replace(/[["\]]/g, ""))?.[1];
	if (kind === undefined) {
		return undefined;
	}
	if (kind !== "close" && kind !== "start" && (fields["sql"] === undefined || fields["conn"] === undefined)) {
		return unreadable(entry, missingPart, kind);
	}
	const database = bytesOf(String(fields["currentDB"] ?? fields["current_db"] ?? fields["cur_db"] ?? ""));
	return {
		kind,
		session: /"conn":(\d+)/.exec(entry)?.[1] ?? "",
		...(database === "" ? {} : { database }),
		sql: bytesOf(String(fields["sql"] ?? "")),
		at: Math.max(0, entry.indexOf('"sql":"')) + '"sql":"'.length,
		isInternal: false,
		isLater: true,
	};
}
