/**
 * Engine state for information_schema, performance_schema and SHOW ENGINE: transactions, locks, waits, deadlock.
 *
 * A read-only view of the lock tables at the moment of the call.
 */
import type {
	DeadlockFacts,
	EngineFacts,
	LockFacts,
	LockWaitFacts,
	TableLockFacts,
	TransactionFacts,
} from "../../catalog/information-schema/providers.ts";
import type { LockHolder, LockPlace, Wait } from "../../store/lock/agent.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import { placeOfKey } from "../../store/encoding/keys.ts";
import type { SessionProcess } from "./process-entry.ts";
import type { Server } from "../server/server.ts";

export function engineFacts({ processes, rowLocks, tableGuards }: Server): EngineFacts {
	const here = [...processes.here()];
	return {
		transactions: here.flatMap((process) => transactionOf(process, rowLocks)),
		waits: here.flatMap((process) => waitsOf(process, rowLocks)),
		latestDeadlock: deadlockFacts(rowLocks),
		tableLocks: [
			...heldTables(tableGuards.locks),
			...here.flatMap((process) => awaitedTable(process, tableGuards.locks)),
		],
	};
}

/** Returns the session's wait for a row lock. */
function rowWait(
	{ agent: { waiting } }: SessionProcess,
	locks: LockTable,
): (Wait & { readonly place: LockPlace }) | undefined {
	return waiting?.place !== undefined && waiting.state === locks.options.state
		? (waiting as Wait & { readonly place: LockPlace })
		: undefined;
}

function transactionOf(process: SessionProcess, locks: LockTable): readonly TransactionFacts[] {
	const { agent, statement } = process;
	const open = process.transaction();
	const wait = rowWait(process, locks);
	// An autocommit statement is listed while it waits.
	const holding = open?.holding ?? wait?.holding;
	if (holding === undefined) {
		return [];
	}
	return [
		{
			id: holding.id,
			connectionId: agent.id,
			beganMs: holding.sinceMs,
			wait: wait === undefined ? null : { lock: lockFacts(wait.place, wait.holding.id), sinceMs: wait.sinceMs },
			statement,
			lockCount: holding.keys.length + holding.spans.length,
			changeCount: open?.changeCount ?? 0,
			isolation: (open?.isolation ?? "REPEATABLE-READ").replaceAll("-", " "),
			readOnly: open?.readOnly ?? false,
		},
	];
}

function waitsOf(process: SessionProcess, locks: LockTable): readonly LockWaitFacts[] {
	const waiting = rowWait(process, locks);
	if (waiting === undefined) {
		return [];
	}
	const { place, holding } = waiting;
	const blockers = new Set(waiting.blockers());
	return [...blockers].map((blocker) => ({
		requested: lockFacts(place, holding.id),
		blocking: blockingLock(place, blocker, locks),
	}));
}

/**
 * Returns the lock of `blocker` that conflicts: on the key, or a gap lock; a queued request counts as the lock it
 * waits for.
 */
function blockingLock(place: LockPlace, blocker: LockHolder, locks: LockTable): LockFacts {
	const held = locks.holdersOf(place.key).find(({ holding }) => holding === blocker);
	if (held !== undefined) {
		return lockFacts({ key: place.key, mode: held.mode }, blocker.id);
	}
	const end = place.to ?? `${place.key}\0`;
	const key = blocker.keys.find((each) => place.key <= each && each < end);
	const span = blocker.spans.find(({ from, to }) => from < end && place.key < to);
	const found: LockPlace =
		key !== undefined
			? { key, mode: "exclusive" }
			: span !== undefined
				? { key: span.from, to: span.to, mode: span.mode }
				: place;
	return lockFacts(found, blocker.id);
}

function deadlockFacts({ latestDeadlock }: LockTable): DeadlockFacts | undefined {
	return (
		latestDeadlock && {
			atMs: latestDeadlock.atMs,
			waits: latestDeadlock.waits.map(({ connectionId, transactionId, sinceMs, statement, place, isVictim }) => ({
				connectionId,
				beganMs: sinceMs,
				statement,
				isVictim,
				lock: lockFacts(place ?? { key: "", mode: "exclusive" }, transactionId),
			})),
		}
	);
}

function lockFacts({ key, to, mode }: LockPlace, transactionId: number): LockFacts {
	const { tableId, indexId, rest } = placeOfKey(key) ?? { tableId: 0, indexId: 0, rest: key };
	return {
		transactionId,
		mode: mode === "shared" ? "S" : "X",
		isSpan: to !== undefined,
		tableId,
		indexId,
		data: Buffer.from(rest, "latin1").toString("hex"),
	};
}

function* heldTables(locks: LockTable): Iterable<TableLockFacts> {
	for (const { key, holding, mode } of locks.held()) {
		yield { connectionId: holding.agent.id, ...tableNamed(key), mode, isGranted: true };
	}
}

function awaitedTable({ agent }: SessionProcess, locks: LockTable): readonly TableLockFacts[] {
	const { waiting } = agent;
	if (waiting?.place === undefined || waiting.state !== locks.options.state) {
		return [];
	}
	return [{ connectionId: agent.id, ...tableNamed(waiting.place.key), mode: waiting.place.mode, isGranted: false }];
}

/** Splits a table lock's name, `database.table`. */
function tableNamed(key: string): Pick<TableLockFacts, "database" | "table"> {
	const at = key.indexOf(".");
	return { database: key.slice(0, Math.max(0, at)), table: key.slice(at + 1) };
}
