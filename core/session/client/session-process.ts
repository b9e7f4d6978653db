/**
 * Makes a session's entry in the process list, with its transaction and the logs of its statements.
 */
import { logCommand } from "../log/general-log.ts";
import { judgeSlowness } from "../log/slow-query-log.ts";
import type { SessionOptions } from "../api/session.ts";
import type { SessionContext } from "../api/session-context.ts";
import type { SessionRights } from "../privileges/session-rights.ts";
import type { Agent } from "../../store/lock/agent.ts";
import { LongStatementMemory } from "../status/long-statement-memory.ts";
import { SessionProcess } from "../status/process-entry.ts";

/**
 * `rights`: undefined for internal sessions, which are neither logged nor instrumented. `agent`: of the session that
 * it runs statements for.
 */
export function sessionProcess(
	session: SessionContext & { readonly id: number },
	options: SessionOptions,
	rights: SessionRights | undefined,
	agent: Agent | undefined,
): SessionProcess {
	const { server, facts } = session;
	const { host } = options;
	return new SessionProcess({
		id: session.id,
		agent,
		user: options.login ?? options.user,
		host,
		disconnect: options.disconnect,
		traffic: options.traffic,
		attributes: options.attributes,
		askers: server.store.askers,
		patienceMs: (kind) => session.variables.patienceMs(kind),
		transaction: () => session.transaction.report,
		globals: server.globals,
		begun: rights && ((text) => logCommand(facts.connectionId, "Query", text, server)),
		ended:
			rights &&
			((text, beganMs, elapsedMs, rowsExamined, lockMs) =>
				judgeSlowness({ text, beganMs, elapsedMs, rowsExamined, lockMs, host }, session)),
		watch: rights && server.watch,
		log: rights && server.log,
		memory: new LongStatementMemory(server.memory.longStatements),
	});
}
