/**
 * INNODB_TRX, INNODB_LOCKS and INNODB_LOCK_WAITS: running transactions, and locks with waiters.
 *
 * As in InnoDB only locks with waiters are listed. Rows have no pages here: the key's bytes are given as their
 * position.
 */
import { joinDatetime } from "../../types/temporal/datetime.ts";
import { localSeconds } from "../../types/temporal/timezone.ts";
import { cutBytes } from "../../types/text/characters.ts";
import { encodeText, type Integer, type Row } from "../../types/value/value.ts";
import type { Table } from "../table.ts";
import { define } from "./definition.ts";
import type { EngineFacts, LockFacts, TransactionFacts } from "./providers.ts";
import type { Sources } from "./sources.ts";

/** A lock's table and index: names as InnoDB quotes them, empty for a dropped table. */
interface LockName {
	readonly database: string;
	readonly table: string;
	readonly index: string;
}

export function lockName({ tableId, indexId }: LockFacts, { schema }: Pick<Sources, "schema">): LockName {
	for (const { tables } of schema.databases.values()) {
		for (const table of tables.values()) {
			if (table.id === tableId) {
				return { database: table.database, table: table.name, index: indexName(table, indexId) };
			}
		}
	}
	return { database: "", table: "", index: "" };
}

function indexName({ indexes }: Table, indexId: number): string {
	const found = indexId === 0 ? indexes.find(({ primary }) => primary) : indexes.find(({ id }) => id === indexId);
	return found?.name ?? (indexId === 0 ? "GEN_CLUST_INDEX" : "");
}

export function lockId({ transactionId, tableId, indexId, data }: LockFacts): string {
	return `${transactionId}:${tableId}:${indexId}:${data}`;
}

function localTime(milliseconds: number, sources: Sources): Integer {
	return joinDatetime(localSeconds(Math.floor(milliseconds / 1000), (at) => sources.offsetSeconds(at)) ?? 0, 0, 0);
}

export const transactions = define(
	"INNODB_TRX",
	`trx_id:18 trx_state:13 trx_started:datetime trx_requested_lock_id:81? trx_wait_started:datetime? trx_weight:unsigned
	trx_mysql_thread_id:unsigned trx_query:1024? trx_operation_state:64? trx_tables_in_use:unsigned
	trx_tables_locked:unsigned trx_lock_structs:unsigned trx_lock_memory_bytes:unsigned trx_rows_locked:unsigned
	trx_rows_modified:unsigned trx_concurrency_tickets:unsigned trx_isolation_level:16 trx_unique_checks:int
	trx_foreign_key_checks:int trx_last_foreign_key_error:256? trx_adaptive_hash_latched:int
	trx_adaptive_hash_timeout:unsigned trx_is_read_only:int trx_autocommit_non_locking:int`,
	(sources) => sources.providers.engine().transactions.map((transaction) => transactionRow(transaction, sources)),
);

function transactionRow(transaction: TransactionFacts, sources: Sources): Row {
	const { id, connectionId, beganMs, wait, statement, lockCount, changeCount, isolation, readOnly } = transaction;
	const isRunning = statement !== null;
	return [
		String(id),
		wait === null ? "RUNNING" : "LOCK WAIT",
		localTime(beganMs, sources),
		wait && lockId(wait.lock),
		wait && localTime(wait.sinceMs, sources),
		lockCount + changeCount,
		connectionId,
		statement === null ? null : cutBytes(statement, "utf8mb4", 1024),
		wait === null ? null : "starting index read",
		isRunning ? 1 : 0,
		lockCount > 0 ? 1 : 0,
		lockCount,
		1136,
		lockCount,
		changeCount,
		0,
		isolation,
		1,
		1,
		null,
		0,
		0,
		readOnly ? 1 : 0,
		0,
	];
}

/** Each lock that is requested or blocks a request, once. */
function contested({ waits }: EngineFacts): readonly LockFacts[] {
	return [
		...new Map(
			waits.flatMap(({ requested, blocking }) => [requested, blocking]).map((lock) => [lockId(lock), lock]),
		).values(),
	];
}

export const locks = define(
	"INNODB_LOCKS",
	`lock_id:81 lock_trx_id:18 lock_mode:32 lock_type:32 lock_table:1024 lock_index:1024? lock_space:unsigned?
	lock_page:unsigned? lock_rec:unsigned? lock_data:8192?`,
	(sources) =>
		contested(sources.providers.engine()).map((lock) => {
			const { database, table, index } = lockName(lock, sources);
			const mode = lock.isSpan ? `${lock.mode},GAP` : lock.mode;
			return [
				lockId(lock),
				String(lock.transactionId),
				mode,
				"RECORD",
				encodeText(`\`${database}\`.\`${table}\``),
				encodeText(index),
				lock.tableId,
				lock.indexId,
				0,
				`0x${lock.data}`,
			];
		}),
);

export const lockWaits = define(
	"INNODB_LOCK_WAITS",
	"requesting_trx_id:18 requested_lock_id:81 blocking_trx_id:18 blocking_lock_id:81",
	({ providers }) =>
		providers
			.engine()
			.waits.map(({ requested, blocking }) => [
				String(requested.transactionId),
				lockId(requested),
				String(blocking.transactionId),
				lockId(blocking),
			]),
);
