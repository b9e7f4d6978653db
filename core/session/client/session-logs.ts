/**
 * What logs are told of a session's statements.
 *
 * In: a session. Out: whom its process tells as statements begin and end. It refuses to know what logs write.
 */
import type { SessionContext } from "../api/session-context.ts";
import { logCommand } from "../log/general-log.ts";
import type { ProcessParts } from "../status/process-list.ts";
import { judgeSlowness } from "../log/slow-query-log.ts";

/** `host`: where the client comes from. */
export function logsOf(conversation: SessionContext, host: string): Pick<ProcessParts, "begun" | "ended"> {
	const { server, facts } = conversation;
	return {
		begun: (text) => logCommand(facts.connectionId, "Query", text, server),
		ended: (text, beganMs, elapsedMs, rowsExamined, lockMs) =>
			judgeSlowness({ text, beganMs, elapsedMs, rowsExamined, lockMs, host }, conversation),
	};
}
