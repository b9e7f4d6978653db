/**
 * SHOW STATUS: counters and computed values, global or of a session, in name order.
 */
import { runningMs } from "../../async/clock.ts";
import type { NamedValue } from "../../catalog/information-schema/providers.ts";
import type { Server } from "../server/server.ts";
import { StatusCounters, statusList } from "./status-counters.ts";

/** `own`: the counters of one session; undefined: global status. */
export function serverStatus(
	server: Server,
	own?: StatusCounters,
	transport: Readonly<Record<string, string>> = {},
): readonly NamedValue[] {
	const { processes, prepared, startedMs, memory } = server;
	const counters = new StatusCounters();
	counters.merge(server.status);
	counters.merge(own ?? processes.status());
	const uptime = Math.floor((runningMs() - startedMs) / 1000);
	const taken = memory.taken();
	return statusList(counters, {
		Verso_memory_limit: memory.limitBytes,
		Verso_memory_used: Object.values(taken).reduce((sum, bytes) => sum + bytes, 0),
		...Object.fromEntries(Object.entries(taken).map(([part, bytes]) => [`Verso_memory_${part}`, bytes])),
		Threads_connected: processes.count,
		Threads_running: Math.max(processes.runningCount, 1),
		Max_used_connections: processes.greatestCount,
		Uptime: uptime,
		Uptime_since_flush_status: uptime,
		Prepared_stmt_count: prepared.count,
		...transport,
	});
}
