/**
 * Server log of the releases that verso plays, read as statements: general log or slow queries of it.
 */
import type { ByteString } from "../../../core/index.ts";
import type { StatementList } from "../statement-list.ts";
import { readArguments } from "./argument.ts";
import { hiddenPassword } from "./doubt.ts";
import { readEntries } from "./entry.ts";
import { beginsLineEntry, parseLineEntry, type LineEntry } from "./line-entry.ts";
import { SessionDatabases } from "./session-database.ts";

/** Entries that stand for statements: those of the slow log repeat what the general log has. */
const kindsOf = { general: ["general", "crucial"], slow: ["slow"] } as const;

/** Adds a log's statements to a list. */
export async function readLineLog(
	blocks: AsyncIterable<ByteString>,
	list: StatementList,
	wanted: keyof typeof kindsOf,
): Promise<void> {
	const sessions = new SessionDatabases(list);
	const taken: readonly string[] = kindsOf[wanted];
	await readEntries(blocks, beginsLineEntry, (text, from, to, line) => {
		const entry = parseLineEntry(text.slice(from, to));
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
			sessions.speak(session, place, sql, database);
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

function statementOf({ kind, sql, isLater }: LineEntry): ReturnType<typeof readArguments> {
	const text = sql.trimEnd();
	if (kind === "crucial" && secure.test(text)) {
		return { text, notJudged: hiddenPassword, numbers: 0 };
	}
	if (kind === "slow" && /^".*"\(len:\d+\)/s.test(text)) {
		return { text, notJudged: "the log has only its beginning", numbers: 0 };
	}
	// The operations of definitions are written as they came, until 3.0.
	return readArguments(text, kind !== "crucial" || isLater, isLater);
}
