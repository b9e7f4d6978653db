/**
 * Thread tables: connections with their running statements, table locks, accounts, users, hosts, client attributes.
 *
 * A connection's thread has the connection's number.
 */
import type { Row, Value } from "../../types/value/value.ts";
import { define, type Definition, yesOrNo } from "../information-schema/definition.ts";
import type { ProcessFacts, TableLockFacts } from "../information-schema/providers.ts";
import type { Sources } from "../information-schema/sources.ts";
import { fromProcesses, hostOf } from "./processes.ts";
import { changedCells } from "./setup.ts";

function threadRow(process: ProcessFacts): Row {
	const { id, user, database, command, timeSeconds, state, info, isWatched, isKept } = process;
	return [
		id,
		isScheduler(process) ? "thread/sql/event_scheduler" : "thread/sql/one_connection",
		"FOREGROUND",
		id,
		user,
		hostOf(process),
		database,
		command,
		timeSeconds,
		state === "" ? null : state,
		info,
		null,
		null,
		yesOrNo(isWatched),
		yesOrNo(isKept),
		isScheduler(process) ? null : "TCP/IP",
		id,
	];
}

/** The event scheduler is no connection. */
function isScheduler({ command }: ProcessFacts): boolean {
	return command === "Daemon";
}

/** Counts connections by name. */
function counted(names: (process: ProcessFacts) => readonly string[]): Definition["rows"] {
	return fromProcesses((processes) => {
		const counts = new Map<string, { readonly words: readonly string[]; count: number }>();
		for (const process of processes.filter((each) => !isScheduler(each))) {
			const words = names(process);
			const known = counts.get(words.join("\0")) ?? { words, count: 0 };
			known.count++;
			counts.set(words.join("\0"), known);
		}
		return [...counts.values()].map(({ words, count }) => [...words, count, count]);
	});
}

const connectionCounts = "CURRENT_CONNECTIONS:bigint TOTAL_CONNECTIONS:bigint";

const metadataTypes = {
	shared: "SHARED_READ",
	writing: "SHARED_WRITE",
	frozen: "SHARED_READ_ONLY",
	exclusive: "EXCLUSIVE",
} as const;

function tableLockRow({ connectionId, database, table, mode, isGranted }: TableLockFacts, at: number): Row {
	const isEverything = table === "";
	return [
		isEverything ? "GLOBAL" : "TABLE",
		isEverything ? null : database,
		isEverything ? null : table,
		at + 1,
		isEverything && mode === "frozen" ? "SHARED" : metadataTypes[mode],
		"TRANSACTION",
		isGranted ? "GRANTED" : "PENDING",
		"",
		connectionId,
		0,
	];
}

const attributeColumns = "PROCESSLIST_ID:int ATTR_NAME:32 ATTR_VALUE:1024? ORDINAL_POSITION:int?";

/** Rows of a connection's client attributes. */
function attributeRows({ id, attributes }: ProcessFacts): readonly Row[] {
	return attributes.map(([name, value], at): Row => [id, name, value, at]);
}

/** Before INSTRUMENTED. */
const fixedColumns = 13;

const threads: Definition = {
	...define(
		"threads",
		`THREAD_ID:unsigned NAME:128 TYPE:10 PROCESSLIST_ID:unsigned? PROCESSLIST_USER:32? PROCESSLIST_HOST:60?
		PROCESSLIST_DB:64? PROCESSLIST_COMMAND:16? PROCESSLIST_TIME:bigint? PROCESSLIST_STATE:64? PROCESSLIST_INFO:longtext?
		PARENT_THREAD_ID:unsigned? ROLE:64? INSTRUMENTED:3 HISTORY:3 CONNECTION_TYPE:16? THREAD_OS_ID:unsigned?`,
		fromProcesses((processes) => processes.map(threadRow)),
	),
	change(row: Row, cells: ReadonlyMap<number, Value>, { providers }: Sources): void {
		const changed = changedCells("threads", row, cells, fixedColumns, ["YES", "NO"], (at) =>
			at === fixedColumns ? "INSTRUMENTED" : "HISTORY",
		);
		const isOn = (at: number): boolean | undefined => (cells.has(at) ? changed[at] === "YES" : undefined);
		providers.watchThread(Number(row[0]), isOn(fixedColumns), isOn(fixedColumns + 1));
	},
};

export const threadTables: readonly Definition[] = [
	threads,
	define(
		"accounts",
		`USER:32? HOST:60? ${connectionCounts}`,
		counted((process) => [process.user, hostOf(process)]),
	),
	define(
		"users",
		`USER:32? ${connectionCounts}`,
		counted(({ user }) => [user]),
	),
	define(
		"hosts",
		`HOST:60? ${connectionCounts}`,
		counted((process) => [hostOf(process)]),
	),
	define(
		"session_connect_attrs",
		attributeColumns,
		fromProcesses((processes) => processes.flatMap(attributeRows)),
	),
	define(
		"session_account_connect_attrs",
		attributeColumns,
		fromProcesses((processes, own) => processes.filter(({ user }) => user === own).flatMap(attributeRows)),
	),
	define(
		"metadata_locks",
		`OBJECT_TYPE:64 OBJECT_SCHEMA:64? OBJECT_NAME:64? OBJECT_INSTANCE_BEGIN:unsigned LOCK_TYPE:32 LOCK_DURATION:32
		LOCK_STATUS:32 SOURCE:64? OWNER_THREAD_ID:unsigned? OWNER_EVENT_ID:unsigned?`,
		({ providers }) => providers.engine().tableLocks.map(tableLockRow),
	),
];
