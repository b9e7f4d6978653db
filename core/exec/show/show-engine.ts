/**
 * SHOW ENGINE ... STATUS: transactions, lock waits and the latest deadlock in the format of InnoDB's monitor.
 *
 * InnoDB's pages, logs and threads have no counterpart here and are left out; other engines report nothing, an
 * unknown one is error 1286.
 */
import { nowMs } from "../../async/timers.ts";
import { lockName } from "../../catalog/information-schema/innodb.ts";
import type { DeadlockFacts, LockFacts, TransactionFacts } from "../../catalog/information-schema/providers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText } from "../../types/value/value.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import { isEngine } from "../ddl/table-option.ts";

const columns = [
	["Type", "10"],
	["Name", "512"],
	["Status", "longtext"],
] as const;

export function showEngine({ name = "InnoDB" }: Show, showing: Showing): Shown {
	if (!/^innodb$/i.test(name)) {
		if (!isEngine(name) && !/^(all|performance_schema)$/i.test(name)) {
			throw sqlError("unknownStorageEngine", encodeText(name));
		}
		return shown("ENGINE", columns, []);
	}
	return shown("ENGINE", columns, [["InnoDB", "", monitor(showing)]]);
}

function monitor(showing: Showing): string {
	const { transactions, latestDeadlock } = showing.providers.engine();
	const nextId = transactions.reduce((largest, { id }) => Math.max(largest, id), 0) + 1;
	return [
		"",
		"=====================================",
		`${instant(nowMs())} INNODB MONITOR OUTPUT`,
		"=====================================",
		"Per second averages calculated from the last 0 seconds",
		...(latestDeadlock === undefined
			? []
			: [...heading("LATEST DETECTED DEADLOCK"), ...deadlockLines(latestDeadlock, showing)]),
		...heading("TRANSACTIONS"),
		`Trx id counter ${nextId}`,
		"LIST OF TRANSACTIONS FOR EACH SESSION:",
		...transactions.flatMap((transaction) => transactionLines(transaction, showing)),
		"----------------------------",
		"END OF INNODB MONITOR OUTPUT",
		"============================",
		"",
	].join("\n");
}

function heading(words: string): readonly string[] {
	const line = "-".repeat(words.length);
	return [line, words, line];
}

function instant(milliseconds: number): string {
	return `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} 0x0`;
}

function secondsSince(milliseconds: number, now = nowMs()): number {
	return Math.max(0, Math.floor((now - milliseconds) / 1000));
}

/** `RECORD LOCKS index PRIMARY of table `d`.`t` trx id 7 lock_mode X` */
function lockLine(lock: LockFacts, showing: Showing): string {
	const { database, table, index } = lockName(lock, showing.sources);
	const kind = lock.isSpan ? " locks gap before rec" : " locks rec but not gap";
	return encodeText(
		`RECORD LOCKS index ${index} of table \`${database}\`.\`${table}\` trx id ${lock.transactionId} ` +
			`lock_mode ${lock.mode}${kind}`,
	);
}

function transactionLines(
	{ id, connectionId, beganMs, wait, statement, lockCount, changeCount }: TransactionFacts,
	showing: Showing,
): readonly string[] {
	return [
		`---TRANSACTION ${id}, ACTIVE ${secondsSince(beganMs)} sec${wait === null ? "" : " starting index read"}`,
		...(wait === null ? [] : [`LOCK WAIT ${lockCount} lock struct(s), heap size 1136, ${lockCount} row lock(s)`]),
		...(wait === null && lockCount > 0
			? [`${lockCount} lock struct(s), heap size 1136, ${lockCount} row lock(s), undo log entries ${changeCount}`]
			: []),
		`MySQL thread id ${connectionId}, OS thread handle 0, query id 0`,
		...(statement === null ? [] : [statement]),
		...(wait === null
			? []
			: [
					`------- TRX HAS BEEN WAITING ${secondsSince(wait.sinceMs)} SEC FOR THIS LOCK TO BE GRANTED:`,
					`${lockLine(wait.lock, showing)} waiting`,
					"------------------",
				]),
	];
}

function deadlockLines({ atMs, waits }: DeadlockFacts, showing: Showing): readonly string[] {
	const victim = waits.findIndex(({ isVictim }) => isVictim) + 1;
	const each = waits.flatMap(({ connectionId, beganMs, statement, lock }, at) => [
		`*** (${at + 1}) TRANSACTION:`,
		`TRANSACTION ${lock.transactionId}, ACTIVE ${secondsSince(beganMs, atMs)} sec starting index read`,
		`MySQL thread id ${connectionId}, OS thread handle 0, query id 0`,
		...(statement === null ? [] : [statement]),
		`*** (${at + 1}) WAITING FOR THIS LOCK TO BE GRANTED:`,
		`${lockLine(lock, showing)} waiting`,
	]);
	return [instant(atMs), ...each, `*** WE ROLL BACK TRANSACTION (${victim})`];
}
