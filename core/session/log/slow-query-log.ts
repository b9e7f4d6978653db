/**
 * Slow query log: writes statements that took longer than `long_query_time`, where `slow_query_log` is on.
 *
 * Entries are laid out as MySQL's. The counter `Slow_queries` counts whether the log is on or not. A statement of
 * less than a millisecond is never slow, so that the check costs fast statements nothing.
 *
 *     # Time: 2019-03-28T12:00:00.250000Z
 *     # User@Host: root[root] @ localhost []  Id:     3
 *     # Query_time: 1.000412  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 0
 *     use shop;
 *     SET timestamp=1553774400;
 *     select sleep(1);
 */
import type { ByteString } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { writeEntry } from "./log-file.ts";
import { redactedText } from "./redacted-text.ts";

interface EndedStatement {
	readonly text: ByteString;
	readonly beganMs: number;
	readonly elapsedMs: number;
	readonly rowsExamined: number;
	/** Time spent waiting for locks. */
	readonly lockMs: number;
	/** The client's host. */
	readonly host: string;
}

export function judgeSlowness(ended: EndedStatement, conversation: SessionContext): void {
	const { server, variables } = conversation;
	if (ended.elapsedMs < Number(variables.value("long_query_time")) * 1000) {
		return;
	}
	server.status.add("Slow_queries");
	if (server.globals.read("slow_query_log") === 1) {
		writeEntry("slow_query_log_file", printEntry(ended, conversation), server);
	}
}

function printEntry(
	{ text, beganMs, elapsedMs, rowsExamined, lockMs, host }: EndedStatement,
	{ account, facts }: SessionContext,
): string {
	const user = account.user;
	const database = facts.database === null ? "" : `use ${facts.database};\n`;
	return (
		`# Time: ${new Date(beganMs + elapsedMs).toISOString().replace("Z", "000Z")}\n` +
		`# User@Host: ${user}[${user}] @ ${host} []  Id: ${String(facts.connectionId).padStart(5)}\n` +
		`# Query_time: ${(elapsedMs / 1000).toFixed(6)}  Lock_time: ${(lockMs / 1000).toFixed(6)} ` +
		`Rows_sent: ${facts.foundRows}  Rows_examined: ${rowsExamined}\n` +
		`${database}SET timestamp=${Math.floor(beganMs / 1000)};\n${redactedText(text)};\n`
	);
}
