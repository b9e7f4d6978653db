/**
 * General query logs as data: the connections, their default databases and statements, in the order of the log.
 *
 * Reads the forms of MySQL 5.5 to 8.0, of MariaDB and of verso, plain or gzipped. Text stays bytes (Latin-1 strings),
 * so that statements are replayed as they came. `Prepare` is left out: the `Execute` after it has the values.
 *
 *     2026-11-25T07:44:42.1Z\t   12 Query\tSELECT 1       MySQL 5.7, verso
 *     261125  7:44:42\t     12 Query\tSELECT 1            MySQL 5.6, MariaDB; the time is omitted where it is the same
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export interface LogEntry {
	/** The connection's number in the log. */
	readonly connection: number;
	readonly kind: "connect" | "database" | "query" | "quit";
	/** The statement; the default database of `connect` and `database`, empty for none. */
	readonly text: string;
}

const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)[ \t]+|\d{6} +\d{1,2}:\d\d:\d\d[ \t]+|\t\t`;
const head = new RegExp(String.raw`^(?:${time}) *(\d+) ([A-Z][A-Za-z]*(?: [A-Za-z]+)*?)(?:\t(.*))?$`);

const kinds: ReadonlyMap<string, LogEntry["kind"]> = new Map([
	["Connect", "connect"],
	["Init DB", "database"],
	["Query", "query"],
	["Execute", "query"],
	["Quit", "quit"],
]);

/** @throws {Error} Where the file is no general log. */
export function readGeneralLog(path: string): LogEntry[] {
	const bytes = readFileSync(path);
	const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
	const entries = parseGeneralLog((isPacked ? gunzipSync(bytes) : bytes).toString("latin1"));
	if (entries.length === 0) {
		throw new Error(`${path} is no general log: no line has a connection's number and a command`);
	}
	return entries;
}

export function parseGeneralLog(text: string): LogEntry[] {
	const entries: { connection: number; command: string; text: string }[] = [];
	for (const line of text.split("\n")) {
		const found = head.exec(line);
		const last = entries.at(-1);
		if (found !== null) {
			entries.push({ connection: Number(found[1]), command: found[2] as string, text: found[3] ?? "" });
		} else if (last !== undefined && !isServerHead(line)) {
			last.text += `\n${line}`;
		}
	}
	return entries.flatMap(({ connection, command, text: argument }) => {
		const kind = kinds.get(command);
		const trimmed = argument.replace(/\n+$/, "");
		return kind === undefined
			? []
			: [{ connection, kind, text: kind === "connect" ? databaseOfConnect(trimmed) : trimmed }];
	});
}

/** The lines that a server writes where it opens the file. */
function isServerHead(line: string): boolean {
	return /, Version: .* started with:$|^Tcp port: |^Time +Id +Command/.test(line);
}

/** `root@localhost on shop using TCP/IP`; of a refused one `Access denied ...`. */
function databaseOfConnect(text: string): string {
	return / on (\S*) using /.exec(`${text} `)?.[1] ?? / on (\S+)$/.exec(text)?.[1] ?? "";
}

/** The databases that the log takes for granted: named as default before a statement makes them. */
export function databasesOf(entries: readonly LogEntry[]): string[] {
	const made = new Set<string>();
	const found = new Set<string>();
	for (const { kind, text } of entries) {
		const name = kind === "query" ? /^\s*use\s+`?([^`;\s]+)/i.exec(text)?.[1] : kind === "quit" ? "" : text;
		if (name !== undefined && name !== "" && !made.has(name)) {
			found.add(name);
		}
		const created =
			kind === "query" ? /^\s*create\s+(?:database|schema)\s+(?:if\s+not\s+exists\s+)?`?([^`;\s]+)/i.exec(text) : null;
		if (created?.[1] !== undefined) {
			made.add(created[1]);
		}
	}
	return [...found].filter((name) => !["mysql", "information_schema", "performance_schema", "sys"].includes(name));
}
