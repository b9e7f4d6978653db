/**
 * Threads and what they are doing: connections, the statement each runs, locks of tables, who has come
 * and with which program.
 *
 * In: the processes and the engine's facts. Out: rows. A connection's thread has the connection's number.
 */
import type { ByteString, Row } from "../../types/value.ts";
import { define, type Definition } from "../information-schema/definition.ts";
import type { ProcessFacts, TableLockFacts } from "../information-schema/providers.ts";
import type { Sources } from "../information-schema/sources.ts";
import { currentStatement, statementEvent } from "./events.ts";

/** Rows made of the connections. `own`: the user who asks. */
export function fromProcesses(make: (processes: readonly ProcessFacts[], own: ByteString) => readonly Row[]): Definition["rows"] {
	return ({ providers }: Sources) => {
		const found = providers.processes();
		const { user } = providers;
		return found instanceof Promise ? found.then((processes) => make(processes, user)) : make(found, user);
	};
}

/** The host without the port. */
function hostOf({ host }: ProcessFacts): string {
	return host.replace(/:\d+$/, "");
}

function threadRow(process: ProcessFacts): Row {
	const { id, user, database, command, timeSeconds, state, info } = process;
	return [
		id, "thread/sql/one_connection", "FOREGROUND", id, user, hostOf(process), database, command, timeSeconds, state === "" ? null : state, info,
		null, null, "YES", "YES", "TCP/IP", id,
	];
}

/** How many connections each of some names has. */
function counted(names: (process: ProcessFacts) => readonly string[]): Definition["rows"] {
	return fromProcesses((processes) => {
		const counts = new Map<string, { readonly words: readonly string[]; count: number }>();
		for (const process of processes) {
			const words = names(process);
			const known = counts.get(words.join("\0")) ?? { words, count: 0 };
			known.count++;
			counts.set(words.join("\0"), known);
		}
		return [...counts.values()].map(({ words, count }) => [...words, count, count]);
	});
}

const connectionCounts = "CURRENT_CONNECTIONS:bigint TOTAL_CONNECTIONS:bigint";

const metadataTypes = { shared: "SHARED_READ", writing: "SHARED_WRITE", frozen: "SHARED_READ_ONLY", exclusive: "EXCLUSIVE" } as const;

function tableLockRow({ connectionId, database, table, mode, isGranted }: TableLockFacts, at: number): Row {
	const isEverything = table === "";
	return [
		isEverything ? "GLOBAL" : "TABLE", isEverything ? null : database, isEverything ? null : table, at + 1, isEverything && mode === "frozen" ? "SHARED" : metadataTypes[mode],
		"TRANSACTION", isGranted ? "GRANTED" : "PENDING", "", connectionId, 0,
	];
}

const attributeColumns = "PROCESSLIST_ID:int ATTR_NAME:32 ATTR_VALUE:1024? ORDINAL_POSITION:int?";

/** What the client of a connection told of itself. */
function attributeRows({ id, attributes }: ProcessFacts): readonly Row[] {
	return attributes.map(([name, value], at): Row => [id, name, value, at]);
}

export const threadTables: readonly Definition[] = [
	define(
		"threads",
		`THREAD_ID:unsigned NAME:128 TYPE:10 PROCESSLIST_ID:unsigned? PROCESSLIST_USER:32? PROCESSLIST_HOST:60? PROCESSLIST_DB:64? PROCESSLIST_COMMAND:16?
		PROCESSLIST_TIME:bigint? PROCESSLIST_STATE:64? PROCESSLIST_INFO:longtext? PARENT_THREAD_ID:unsigned? ROLE:64? INSTRUMENTED:3 HISTORY:3
		CONNECTION_TYPE:16? THREAD_OS_ID:unsigned?`,
		fromProcesses((processes) => processes.map(threadRow)),
	),
	define("accounts", `USER:32? HOST:60? ${connectionCounts}`, counted((process) => [process.user, hostOf(process)])),
	define("users", `USER:32? ${connectionCounts}`, counted(({ user }) => [user])),
	define("hosts", `HOST:60? ${connectionCounts}`, counted((process) => [hostOf(process)])),
	define("events_statements_current", statementEvent, fromProcesses((processes) => processes.flatMap(currentStatement))),
	define("session_connect_attrs", attributeColumns, fromProcesses((processes) => processes.flatMap(attributeRows))),
	define("session_account_connect_attrs", attributeColumns, fromProcesses((processes, own) => processes.filter(({ user }) => user === own).flatMap(attributeRows))),
	define(
		"metadata_locks",
		`OBJECT_TYPE:64 OBJECT_SCHEMA:64? OBJECT_NAME:64? OBJECT_INSTANCE_BEGIN:unsigned LOCK_TYPE:32 LOCK_DURATION:32 LOCK_STATUS:32 SOURCE:64?
		OWNER_THREAD_ID:unsigned? OWNER_EVENT_ID:unsigned?`,
		({ providers }) => providers.engine().tableLocks.map(tableLockRow),
	),
];
