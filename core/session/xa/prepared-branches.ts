/**
 * Branches that are prepared: written down, and waiting for somebody to say what becomes of them.
 *
 * In: batches with their locks, names. Out: commits; 1397 and 1402. It refuses to know sessions: who prepared a branch holds it until it
 * is let go.
 */
import { sqlError } from "../../errors.ts";
import type { Xid } from "../../sql/tree/xa.ts";
import { preparedBranchKey, rangeOf, spaces } from "../../store/keys.ts";
import { Agent } from "../../store/lock/agent.ts";
import { commitAmong } from "../../store/lock/commit.ts";
import { Holding } from "../../store/lock/holding.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import { decodePreparedBatch, encodePreparedBatch, preparedBatch, type PreparedBatch } from "../../store/prepared-batch.ts";
import { plainBatch } from "../../store/run-cursor.ts";
import type { Batch, Commit, Store } from "../../store/store.ts";
import { xidKey } from "./branch.ts";

interface PreparedBranch {
	readonly xid: Xid;
	readonly batch: PreparedBatch;
	/** Its record. */
	readonly record: Uint8Array;
	readonly holding: Holding;
	/** Its session is still there. */
	isHeld: boolean;
}

export class PreparedBranches {
	readonly #store: Store;
	readonly #locks: LockTable;
	readonly #branches = new Map<string, PreparedBranch>();
	/** Of sessions that are not prepared yet. */
	readonly #begun = new Set<string>();

	constructor(store: Store, locks: LockTable) {
		this.#store = store;
		this.#locks = locks;
	}

	/** Those that were left when the server ended, before anybody else comes. */
	async load(): Promise<void> {
		const snapshot = this.#store.snapshot();
		const scan = snapshot.scan(rangeOf(spaces.preparedBranches));
		for (let entries = await scan.next(); entries !== null; entries = await scan.next()) {
			for (const { value } of entries) {
				const { xid, batch } = decodeRecord(value);
				const holding = new Holding(new Agent(0, () => 0));
				for (const { key } of batch.writes) {
					await this.#locks.claim(holding, key, "exclusive");
				}
				this.#branches.set(xidKey(xid), { xid, batch, record: value, holding, isHeld: false });
			}
		}
		snapshot.release();
	}

	/** Throws 1440 where there is one of the name. */
	begin(xid: Xid): void {
		const key = xidKey(xid);
		if (this.#begun.has(key) || this.#branches.has(key)) {
			throw sqlError("xaDuplicate");
		}
		this.#begun.add(key);
	}

	/** It ended unprepared, or its session has. */
	letGo(xid: Xid): void {
		const key = xidKey(xid);
		this.#begun.delete(key);
		const branch = this.#branches.get(key);
		if (branch !== undefined) {
			branch.isHeld = false;
		}
	}

	/** Writes a transaction's batch down in place of what it writes. Its locks stay. */
	async prepare(xid: Xid, batch: Batch, holding: Holding): Promise<Commit> {
		const kept = preparedBatch(batch);
		const record = encodeRecord(xid, kept);
		const { writes: _writes, runs: _runs, additions: _additions, ...relied } = plainBatch(batch);
		const commit = await this.#store.commit({ ...relied, writes: [{ key: preparedBranchKey(xidKey(xid)), value: record }] });
		if (commit.done) {
			holding.isKept = true;
			this.#begun.delete(xidKey(xid));
			this.#branches.set(xidKey(xid), { xid, batch: kept, record, holding, isHeld: true });
		}
		return commit;
	}

	/** `own`: the session's that asks. Throws 1397 for one that isn't there or is another session's. */
	async end(xid: Xid, isOwn: boolean, wish: "commit" | "rollback"): Promise<void> {
		const branch = this.#branches.get(xidKey(xid));
		if (branch === undefined || branch.isHeld !== isOwn) {
			throw sqlError("xaUnknown");
		}
		this.#branches.delete(xidKey(xid));
		const { batch, holding, record } = branch;
		const key = preparedBranchKey(xidKey(xid));
		const gone = { writes: [{ key, value: null }], conditions: [{ key, seen: record }] };
		const whole: Batch = { writes: [...gone.writes, ...batch.writes].sort(byKey), conditions: [...gone.conditions, ...batch.conditions], additions: batch.additions };
		holding.isKept = false;
		const commit = await commitAmong(this.#locks, holding, this.#store, wish === "commit" ? whole : gone);
		if (!commit.done) {
			// Another process, or a changed table, got in its way.
			await this.#store.commit(gone);
			throw sqlError("xaRolledBack");
		}
	}

	list(): readonly Xid[] {
		return [...this.#branches.values()].map(({ xid }) => xid);
	}
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
	return a.key < b.key ? -1 : 1;
}

/** | global length, 1 | branch length, 1 | format, 8 | global | branch | batch | */
function encodeRecord({ global, branch, format }: Xid, batch: PreparedBatch): Uint8Array {
	const head = Buffer.alloc(10);
	head[0] = global.length;
	head[1] = branch.length;
	head.writeDoubleLE(format, 2);
	return Buffer.concat([head, Buffer.from(global + branch, "latin1"), encodePreparedBatch(batch)]);
}

function decodeRecord(record: Uint8Array): { readonly xid: Xid; readonly batch: PreparedBatch } {
	const bytes = Buffer.from(record);
	const names = 10 + bytes[0]!;
	const end = names + bytes[1]!;
	const xid = { global: bytes.toString("latin1", 10, names), branch: bytes.toString("latin1", names, end), format: bytes.readDoubleLE(2) };
	return { xid, batch: decodePreparedBatch(bytes.subarray(end)) };
}
