/**
 * General log of MySQL and MariaDB: what each connection sent.
 *
 *     /usr/sbin/mysqld, Version: 5.7.25-log. started with:            three lines at every start of the server
 *     Tcp port: 3306  Unix socket: /tmp/mysql.sock
 *     Time                 Id Command    Argument
 *     2019-03-28T10:00:00.000000Z	    7 Connect	root@localhost on shop using TCP/IP        from 5.7
 *     190328 10:00:00	    7 Query	select 1                                                until 5.6, and MariaDB;
 *     		    7 Init DB	shop                                                 time only where it has changed
 *
 * An argument may go on in further lines. Statements that were prepared come back as Execute with their values.
 */
import type { ByteString } from "../../../core/index.ts";
import type { Place } from "../place.ts";
import type { StatementList } from "../statement-list.ts";
import { doubtOf, missingHead } from "./doubt.ts";
import { readEntries } from "./entry.ts";
import { statementsOf } from "./several-statements.ts";

const commands =
	"Connect|Query|Execute|Prepare|Quit|Init DB|Change user|Reset Connection|Close stmt|Reset stmt|Long Data|Fetch|" +
	"Field List|Statistics|Ping|Sleep|Daemon|Set option|Processlist|Kill|Refresh|Shutdown|Debug|Create DB|Drop DB|" +
	"Connect Out|Binlog Dump GTID|Binlog Dump|Table Dump|Register Slave|Register Replica|Delayed insert|Time|Error|" +
	"Clone|Bulk_execute|Unimpl get tid|Slave_worker|Slave_IO|Slave_SQL";

/** Versions until 5.0 fill up commands with blanks, of which the argument may have some of its own. */
const header = new RegExp(
	"(\\d{6} +\\d{1,2}:\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d))?" +
		`[ \\t]+(\\d+) (${commands})(?:\\t| {1,9}|(?=[\\r\\n]|$))`,
	"y",
);

/** Does a command's line begin here? */
export function beginsCommand(text: ByteString, at: number): boolean {
	const first = text.charCodeAt(at);
	// Most lines that begin no entry are told by one character.
	if (first !== 9 && first !== 32 && (first < 48 || first > 57)) {
		return false;
	}
	header.lastIndex = at;
	const found = header.exec(text);
	// A line of a statement may read `  1 Time`: entries without a time stand further to the right.
	return found !== null && (found[1] !== undefined || /^(?:\t\t| {14,}|[ \t]*\t)/.test(found[0]));
}

/** The time of an entry from 5.7 on, whatever stands behind: a garbled line is no part of the statement before. */
const timed = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)[ \t]+\d+ /y;

function beginsTimed(text: ByteString, at: number): boolean {
	timed.lastIndex = at;
	return text[at] === "2" && timed.test(text);
}

function beginsEntry(text: ByteString, at: number): boolean {
	return (
		beginsCommand(text, at) ||
		beginsTimed(text, at) ||
		(text[at] === "T" && (text.startsWith("Tcp port: ", at) || text.startsWith("Time   ", at))) ||
		isStart(text, at)
	);
}

/** `/usr/sbin/mysqld, Version: 5.7.25-log. started with:` */
function isStart(text: ByteString, at: number): boolean {
	if (text[at] !== "/" && !/[A-Za-z]/.test(text.charAt(at))) {
		return false;
	}
	const end = text.indexOf("\n", at);
	return /, Version: .* started with:\s*$/.test(text.slice(at, end < 0 ? text.length : end));
}

/** Commands whose argument may go on in further lines. */
const severalLines: ReadonlySet<string> = new Set(["Query", "Execute", "Prepare", "Bulk_execute"]);

interface Connection {
	/** Undefined: it began before the log, and its database is not known. */
	database: string | undefined;
	/** The last entry was an EXECUTE in words: the log repeats it with its values. */
	repeats: boolean;
}

/** Adds a log's statements to a list. */
export async function readGeneralLog(blocks: AsyncIterable<ByteString>, list: StatementList): Promise<void> {
	const reader = new GeneralLog(list);
	await readEntries(blocks, beginsEntry, (...entry) => reader.take(...entry));
	reader.end();
}

class GeneralLog {
	readonly #list: StatementList;
	/** Those that are open, by their ids. */
	readonly #connections = new Map<string, Connection>();
	/** All that are named. */
	readonly #databases = new Set<string>();
	/** Connections that sent statements before their database was known. */
	#lost = 0;

	constructor(list: StatementList) {
		this.#list = list;
	}

	take(text: ByteString, from: number, to: number, line: number): void {
		header.lastIndex = from;
		const found = header.exec(text);
		if (found === null) {
			this.#takeStrange(text.slice(from, to), { line, column: 1 });
			return;
		}
		const start = header.lastIndex;
		const [, , session = "", command = ""] = found;
		if (!severalLines.has(command)) {
			this.#takeStray(text.slice(start, to), line);
		}
		this.#takeCommand(command, session, text.slice(start, to).trimEnd(), { line, column: start - from + 1 });
	}

	/** Says how many connections began before the log. */
	end(): void {
		if (this.#lost > 0) {
			this.#list.lacksDatabase(this.#lost, this.#databases);
		}
	}

	/** Lines behind a command that has one. */
	#takeStray(argument: ByteString, line: number): void {
		argument.split("\n").forEach((text, at) => {
			if (at > 0 && text.trim() !== "") {
				this.#list.add("", { line: line + at, column: 1 }, text.trimEnd(), { notJudged: missingHead });
			}
		});
	}

	#takeStrange(text: ByteString, place: Place): void {
		if (/ started with:\s*$/.test(text)) {
			for (const session of [...this.#connections.keys()]) {
				this.#quit(session, place);
			}
		} else if (/^(?:Tcp port: |Time {3})/.test(text)) {
			this.#takeStray(text, place.line);
		} else if (text.trim() !== "") {
			this.#list.add("", place, text, { notJudged: missingHead });
		}
	}

	#takeCommand(command: string, session: string, argument: ByteString, place: Place): void {
		switch (command) {
			case "Connect":
				if (!/^Access denied/.test(argument)) {
					this.#begin(session, place, databaseOf(argument));
				}
				break;
			case "Change user":
				this.#begin(session, place, databaseOf(argument));
				break;
			case "Reset Connection":
				this.#begin(session, place, this.#connections.get(session)?.database);
				break;
			case "Init DB":
				this.#open(session).database = argument;
				this.#use(session, place, argument);
				break;
			case "Query": {
				const connection = this.#speaking(session);
				connection.repeats = /^\s*execute\s/i.test(argument);
				this.#send(session, place, argument);
				break;
			}
			case "Execute": {
				const connection = this.#speaking(session);
				if (!connection.repeats) {
					const mark = /^\[\d+\] /.exec(argument)?.[0].length ?? 0;
					this.#send(session, { ...place, column: place.column + mark }, argument.slice(mark));
				}
				connection.repeats = false;
				break;
			}
			case "Bulk_execute":
				this.#speaking(session);
				this.#list.add(session, place, argument, { notJudged: "the log has no values of a bulk execution" });
				break;
			case "Quit":
				this.#quit(session, place);
				break;
			default:
			// Prepare comes back as Execute; the others change nothing.
		}
	}

	#send(session: string, place: Place, text: ByteString): void {
		for (const { text: each, place: its } of statementsOf(text, place)) {
			const notJudged = doubtOf(each);
			this.#list.add(session, its, each, notJudged === undefined ? undefined : { notJudged });
		}
	}

	/** A session begins, and one before it under the same id has ended. */
	#begin(session: string, place: Place, database: string | undefined): void {
		this.#quit(session, place);
		this.#connections.set(session, { database: database ?? "", repeats: false });
		this.#use(session, place, database ?? "");
	}

	#quit(session: string, place: Place): void {
		if (this.#connections.delete(session)) {
			this.#list.quit(session, place);
		}
	}

	#use(session: string, place: Place, database: string): void {
		if (database !== "") {
			this.#databases.add(database);
			this.#list.use(session, place, database);
		}
	}

	/** The connection of an entry; one that began before the log is made. */
	#open(session: string): Connection {
		let connection = this.#connections.get(session);
		if (connection === undefined) {
			connection = { database: undefined, repeats: false };
			this.#connections.set(session, connection);
		}
		return connection;
	}

	#speaking(session: string): Connection {
		const connection = this.#open(session);
		if (connection.database === undefined) {
			connection.database = "";
			this.#lost++;
		}
		return connection;
	}
}

/** `root@localhost on shop using TCP/IP`, `root@localhost as anonymous on shop`. */
function databaseOf(argument: string): string {
	return /(?:^|\s)on (.*?)(?: using [^\s].*)?$/s.exec(argument)?.[1]?.trim() ?? "";
}
