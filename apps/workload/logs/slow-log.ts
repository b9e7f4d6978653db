/**
 * Slow query log of MySQL, Percona Server, MariaDB, verso, and of the line from 2.1.8: entries of comments and SQL.
 *
 *     # Time: 2019-03-28T10:00:00.000000Z                             # Time: 2019-08-14T09:26:59.487776265+08:00
 *     # User@Host: root[root] @ localhost []  Id:     3               # Txn_start_ts: 410450924122144769
 *     # Query_time: 2.0  Lock_time: 0.0 Rows_sent: 1 ...              # Conn_ID: 3086
 *     # Thread_id: 3  Schema: shop           Percona, MariaDB         # DB: shop
 *     use shop;                              where it has changed     # Is_internal: false
 *     SET timestamp=1450000000;
 *     select sleep(2);                                                select sleep(?) [arguments: 2];
 */
import type { ByteString } from "../../../core/index.ts";
import type { StatementList } from "../statement-list.ts";
import { PlaceFinder } from "../place.ts";
import { readArguments } from "./argument.ts";
import { doubtOf, missingHead } from "./doubt.ts";
import { readEntries } from "./entry.ts";
import { SessionDatabases } from "./session-database.ts";

const head = /# (?:Time|User@Host|User|Txn_start_ts|Conn_ID|Thread_id|Query_time): /y;
const command = "# administrator command: ";

export function beginsSlowEntry(text: ByteString, at: number): boolean {
	if (text[at] !== "#") {
		return text[at] === "/" && /^\/[^\n]*, Version: .* started with:/.test(text.slice(at, at + 400));
	}
	head.lastIndex = at;
	if (!head.test(text)) {
		return text.startsWith(command, at) && !isHead(text, at);
	}
	return !isHead(text, at);
}

/** Does the line before belong to the comments of the same entry? */
function isHead(text: ByteString, at: number): boolean {
	const before = at < 2 ? -1 : text.lastIndexOf("\n", at - 2) + 1;
	return before >= 0 && text.startsWith("# ", before) && !text.startsWith(command, before);
}

/** Adds a log's statements to a list. */
export async function readSlowLog(blocks: AsyncIterable<ByteString>, list: StatementList): Promise<void> {
	const sessions = new SessionDatabases(list);
	/** The last one that the log has named: it says `use` where the next statement runs elsewhere, whose ever it is. */
	let current: ByteString | undefined;
	let unnamed = 0;
	await readEntries(blocks, beginsSlowEntry, (text, from, to, line) => {
		const entry = text.slice(from, to);
		const { comments, body } = parted(entry);
		const id = /\b(?:Thread_id|Id|Conn_ID): +(\d+)/.exec(comments)?.[1];
		const account = accountOf(comments);
		if (/^# Is_internal: true/m.test(comments)) {
			return;
		}
		if (id === undefined && account === undefined) {
			takeStrange(list, entry, line);
			return;
		}
		const session = id ?? account ?? "";
		unnamed += id === undefined ? 1 : 0;
		const places = new PlaceFinder(entry, line);
		const administration = entry.indexOf(command, body === entry.length ? 0 : body);
		if (administration >= 0) {
			takeStrange(list, entry, line, administration);
		}
		if (administration >= 0 && entry.startsWith("Quit", administration + command.length)) {
			sessions.quit(session, places.find(administration));
			return;
		}
		const statement = statementOf(entry, body);
		current = statement.database ?? current;
		if (statement.text === "" || administration >= 0) {
			return;
		}
		const named = /^# DB: (\S+)/m.exec(comments)?.[1] ?? (/\bSchema: (\S+)/.exec(comments)?.[1] || undefined);
		const isLine = /^# (?:Txn_start_ts|Conn_ID): /m.test(comments);
		const place = places.find(statement.at);
		const {
			text: sql,
			values,
			notJudged,
		} = isLine
			? readArguments(statement.text, true, true)
			: { text: statement.text, values: undefined, notJudged: doubtOf(statement.text) };
		sessions.speak(session, place, sql, named ?? (isLine ? undefined : current));
		list.add(session, place, sql, {
			...(values === undefined ? {} : { values }),
			...(notJudged === undefined ? {} : { notJudged }),
		});
	});
	if (unnamed > 0) {
		list.note("the log names no connections: statements of an account are taken for one's", 0);
	}
	sessions.end();
}

/** Lines of an entry without a connection, or behind a command: what is no comment and no line of a start is listed. */
function takeStrange(list: StatementList, entry: ByteString, line: number, from = 0): void {
	let at = 0;
	for (const [number, text] of entry.split("\n").entries()) {
		if (at > from || from === 0) {
			const isKnown = /^\s*$|^#|^(?:Tcp port: |Time {3})| started with:\s*$/.test(text) || setting.test(`${text}\n`);
			setting.lastIndex = 0;
			if (!isKnown) {
				list.add("", { line: line + number, column: 1 }, text.trimEnd(), { notJudged: missingHead });
			}
		}
		at += text.length + 1;
	}
}

/** `root[root] @ localhost [127.0.0.1]`: `root@localhost`. */
function accountOf(comments: ByteString): string | undefined {
	const [, user, host, address] = /# User@Host: ([^[\n]*)\[[^\]\n]*\] @ ?(\S*?) *\[(\S*)\]/.exec(comments) ?? [];
	return user === undefined ? undefined : `${user}@${host || address}`;
}

/** The comments that an entry begins with, and where they end. */
function parted(entry: ByteString): { readonly comments: ByteString; readonly body: number } {
	let body = 0;
	while (entry[body] === "#" && !entry.startsWith(command, body)) {
		const end = entry.indexOf("\n", body);
		body = end < 0 ? entry.length : end + 1;
	}
	return { comments: entry.slice(0, body), body };
}

interface SlowStatement {
	readonly text: ByteString;
	readonly at: number;
	readonly database?: ByteString;
}

const setting =
	/\s*(?:use (?:`((?:[^`]|``)*)`|([^;\n]+));|set (?:(?:timestamp|insert_id|last_insert_id)=[\d.]+,?)+;)[ \t]*(?:\n|$)/iy;

/** The statement behind `use` and `SET timestamp`, without its delimiter. */
function statementOf(entry: ByteString, body: number): SlowStatement {
	let at = body;
	let database: ByteString | undefined;
	setting.lastIndex = at;
	for (let found = setting.exec(entry); found !== null; found = setting.exec(entry)) {
		const isLast = entry.slice(setting.lastIndex).trim() === "" && found[0].trim().toLowerCase().startsWith("use");
		// A `use` that was slow itself stands alone.
		if (isLast && database !== undefined) {
			break;
		}
		database = found[1]?.replaceAll("``", "`") ?? found[2] ?? database;
		at = setting.lastIndex;
	}
	while (/\s/.test(entry.charAt(at))) {
		at++;
	}
	const text = entry
		.slice(at)
		.replace(/\n\S[^\n]* started with:\n[\s\S]*$/, "")
		.replace(/;?\s*$/, "");
	return { text, at, ...(database === undefined ? {} : { database }) };
}
