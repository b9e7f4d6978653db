/**
 * Server log of the releases that verso plays, read as statements: general log or slow queries of it.
 */
import type { ByteString } from "../../../core/index.ts";
import type { StatementList } from "../statement-list.ts";
import { readArguments } from "./argument.ts";
import { hiddenPassword, missingHead } from "./doubt.ts";
import { readEntries } from "./entry.ts";
import { beginsReadEntry, parseLineEntry, type LineEntry } from "./line-entry.ts";
import { SessionDatabases } from "./session-database.ts";

/** Entries that stand for statements: those of the slow log repeat what the general log has. */
const kindsOf = { general: ["general", "crucial", "lost"], slow: ["slow", "lost"] } as const;

/** Adds a log's statements to a list. */
export async function readLineLog(
	blocks: AsyncIterable<ByteString>,
	list: StatementList,
	wanted: keyof typeof kindsOf,
): Promise<void> {
	const sessions = new SessionDatabases(list);
	const taken: readonly string[] = kindsOf[wanted];
	await readEntries(blocks, beginsReadEntry, (text, from, to, line) => {
		const whole = text.slice(from, to);
		const entry = parseLineEntry(whole);
		if (entry === undefined || entry.isInternal || !taken.includes(entry.kind)) {
			takeStray(list, whole, line);
		}
		if (entry === undefined || entry.isInternal) {
			return;
		}
		const { kind, session, database } = entry;
		const place = { line, column: entry.at + 1 };
		if (kind === "start") {
			sessions.quitAll(place);
		} else if (kind === "close") {
			sessions.quit(session, place);
		} else if (taken.includes(kind) && entry.sql !== "") {
			const { text: sql, values, notJudged, numbers } = statementOf(entry);
			if (entry.notJudged === undefined) {
				sessions.speak(session, place, sql, database);
			}
			list.add(session, place, sql, {
				...(values === undefined ? {} : { values }),
				...(notJudged === undefined ? {} : { notJudged }),
			});
			if (numbers > 0) {
				list.note("taken for numbers, as they look, for the log has no types: {n} arguments", numbers);
			}
		}
	});
	sessions.end();
}

/** `create user {root@% password = ***}`, `set password for user root@%`: what the log says in their place. */
const secure = /^(?:create|alter) user .*\{|^set password for user |\{\S+ password = \*\*\*\}/i;

/** An error may have many lines; every other entry that is no statement has one. */
const errorLine = /^(?:\S+ \S+ \S+ \[(?:error|fatal|panic)\]|\[[^\]\n]*\] \[(?:ERROR|FATAL|PANIC)\])/;

/** Lines behind an entry that is no statement: they may be the rest of one that has lost its beginning. */
function takeStray(list: StatementList, entry: ByteString, line: number): void {
	if (errorLine.test(entry)) {
		return;
	}
	entry.split("\n").forEach((text, at) => {
		if (at > 0 && text.trim() !== "") {
			list.add("", { line: line + at, column: 1 }, text.trimEnd(), { notJudged: missingHead });
		}
	});
}

function statementOf({ kind, sql, isLater, notJudged: broken }: LineEntry): ReturnType<typeof readArguments> {
	const text = sql.trimEnd();
	if (broken !== undefined) {
		return { text, notJudged: broken, numbers: 0 };
	}
	if (kind === "crucial" && secure.test(text)) {
		return { text, notJudged: hiddenPassword, numbers: 0 };
	}
	if (kind === "slow" && /^".*"\(len:\d+\)/s.test(text)) {
		return { text, notJudged: "the log has only its beginning", numbers: 0 };
	}
	// The operations of definitions are written as they came, until 3.0.
	return readArguments(text, kind !== "crucial" || isLater, isLater);
}
