/**
 * Branches that are prepared: written down, and waiting for somebody to say what becomes of them.
 *
 * In: batches with their locks, names. Out: commits; 1397 and 1402. Every process that has the data open may end what
 * another has prepared, even while its session is still there.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Xid } from "../../sql/tree/xa.ts";
import { preparedBranchKey, rangeOf, spaces } from "../../store/encoding/keys.ts";
import { Agent } from "../../store/lock/agent.ts";
import { commitAmong } from "../../store/lock/commit.ts";
import { Holding } from "../../store/lock/holding.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import { preparedBatch, type PreparedBatch } from "../../store/transaction/prepared-batch.ts";
import { decodePreparedBranch, encodePreparedBranch } from "../../store/transaction/prepared-branch.ts";
import { plainBatch } from "../../store/runs/run-cursor.ts";
import type { Commit } from "../../store/contract.ts";
import type { FastBatch, FastStore } from "../../store/fast-store.ts";
import { xidKey } from "./branch.ts";

/** How often a process looks whether others have ended its branches. */
const watchMs = 200;

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
	readonly #store: FastStore;
	readonly #locks: LockTable;
	readonly #branches = new Map<string, PreparedBranch>();
	/** Of those that are being ended here, or prepared. */
	readonly #ending = new Set<string>();
	#isWatching = false;
	/** Of sessions that are not prepared yet. */
	readonly #begun = new Set<string>();

	constructor(store: FastStore, locks: LockTable) {
		this.#store = store;
		this.#locks = locks;
	}

	/** Those that were left when the server ended, before anybody else comes. */
	async load(): Promise<void> {
		for (const [key, record] of await this.#records()) {
			const branch = branchOf(record);
			for (const { key: written } of branch.batch.writes) {
				await this.#locks.claim(branch.holding, written, "exclusive");
			}
			this.#branches.set(key, branch);
		}
		this.#watch();
	}

	/** What all processes have prepared. */
	async #records(): Promise<ReadonlyMap<string, Uint8Array>> {
		const snapshot = this.#store.snapshot();
		const records = new Map<string, Uint8Array>();
		try {
			const scan = snapshot.scan(rangeOf(spaces.preparedBranches));
			for (let entries = await scan.next(); entries !== null; entries = await scan.next()) {
				for (const { key, value } of entries) {
					records.set(key.slice(spaces.preparedBranches.length), Uint8Array.from(value));
				}
			}
		} finally {
			snapshot.release();
		}
		return records;
	}

	/**
	 * What other processes have prepared becomes known, though its rows are not locked here; what they have ended is
	 * gone.
	 */
	async #refresh(): Promise<void> {
		if (this.#store.hasCompany !== true) {
			return;
		}
		// What comes or goes meanwhile is none of the records' business.
		const known = new Map(this.#branches);
		const records = await this.#records();
		for (const [key, branch] of known) {
			if (!records.has(key) && !this.#ending.has(key) && this.#branches.get(key) === branch) {
				this.#branches.delete(key);
				branch.holding.isKept = false;
				this.#locks.release(branch.holding);
			}
		}
		for (const [key, record] of records) {
			if (!known.has(key) && !this.#branches.has(key) && !this.#ending.has(key)) {
				this.#branches.set(key, branchOf(record));
			}
		}
	}

	/** Rows of a branch that another process ends have to be given back here. */
	#watch(): void {
		if (this.#isWatching || this.#branches.size === 0) {
			return;
		}
		this.#isWatching = true;
		const again = (): void => {
			this.#isWatching = false;
			this.#watch();
		};
		// Once the store is closed nobody waits for rows.
		setTimeout(() => void this.#refresh().then(again, () => {}), watchMs).unref();
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
	async prepare(xid: Xid, batch: FastBatch, holding: Holding): Promise<Commit> {
		const kept = preparedBatch(batch);
		const record = encodePreparedBranch(xid, kept);
		const { writes: _writes, runs: _runs, additions: _additions, conditions, ...relied } = plainBatch(batch);
		const name = xidKey(xid);
		this.#ending.add(name);
		try {
			const key = preparedBranchKey(name);
			const commit = await this.#store.commit({
				...relied,
				conditions: [...conditions, { key, seen: undefined }],
				writes: [{ key, value: record }],
			});
			if (commit.done) {
				holding.isKept = true;
				this.#begun.delete(name);
				this.#branches.set(name, { xid, batch: kept, record, holding, isHeld: true });
				this.#watch();
			}
			return commit;
		} finally {
			this.#ending.delete(name);
		}
	}

	/** `own`: the session's that asks. Throws 1397 for one that isn't there or is another session's. */
	async end(xid: Xid, isOwn: boolean, wish: "commit" | "rollback"): Promise<void> {
		await this.#refresh();
		const name = xidKey(xid);
		const branch = this.#branches.get(name);
		if (branch === undefined || branch.isHeld !== isOwn) {
			throw sqlError("xaUnknown");
		}
		this.#branches.delete(name);
		this.#ending.add(name);
		try {
			await this.#end(branch, wish);
		} finally {
			this.#ending.delete(name);
		}
	}

	async #end({ xid, batch, holding, record }: PreparedBranch, wish: "commit" | "rollback"): Promise<void> {
		const key = preparedBranchKey(xidKey(xid));
		const gone = { writes: [{ key, value: null }], conditions: [{ key, seen: record }] };
		const whole: FastBatch = {
			writes: [...gone.writes, ...batch.writes].sort(byKey),
			conditions: [...gone.conditions, ...batch.conditions],
			additions: batch.additions,
		};
		holding.isKept = false;
		const commit = await commitAmong(this.#locks, holding, this.#store, wish === "commit" ? whole : gone);
		if (!commit.done) {
			// Another process, or a changed table, got in its way.
			await this.#store.commit(gone);
			throw sqlError("xaRolledBack");
		}
	}

	async list(): Promise<readonly Xid[]> {
		await this.#refresh();
		return [...this.#branches.values()].map(({ xid }) => xid);
	}
}

/** One whose session is not here. */
function branchOf(record: Uint8Array): PreparedBranch {
	const { xid, batch } = decodePreparedBranch(record);
	return { xid, batch, record, holding: new Holding(new Agent(0, () => 0)), isHeld: false };
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
	return a.key < b.key ? -1 : 1;
}
