/**
 * Prepared XA branches of a server: stored batches with their row locks, until COMMIT or ROLLBACK.
 *
 * Errors 1397 and 1402. Any process that has the data directory open may end a branch that another has prepared, even
 * while the preparing session is still connected.
 */
import { setTimeout } from "../../async/timers.ts";
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
import { isSame, recordKey, xidKey } from "./branch.ts";

/** Interval at which a process checks for branches that others have ended. */
const watchMs = 200;

interface PreparedBranch {
	readonly xid: Xid;
	readonly batch: PreparedBatch;
	/** The stored record. */
	readonly record: Uint8Array;
	readonly holding: Holding;
	/** The preparing session is still connected. */
	isHeld: boolean;
}

export class PreparedBranches {
	readonly #store: FastStore;
	readonly #locks: LockTable;
	/** By the keys of their records. */
	readonly #branches = new Map<string, PreparedBranch>();
	/** Keys of records of branches that this process is preparing or ending. */
	readonly #ending = new Set<string>();
	#isWatching = false;
	/** Names of branches that are begun and not prepared. */
	readonly #begun = new Set<string>();

	constructor(store: FastStore, locks: LockTable) {
		this.#store = store;
		this.#locks = locks;
	}

	/** Recovers the branches left by the last run and locks their rows, before connections are accepted. */
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

	/** Forgets all branches with their locks: the state that they were prepared in is gone. */
	forget(): void {
		for (const { holding } of this.#branches.values()) {
			holding.isKept = false;
			this.#locks.release(holding);
		}
		this.#branches.clear();
		this.#begun.clear();
	}

	/** Reads the records of all processes. */
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
	 * Adds branches that other processes have prepared (their rows are not locked here) and drops those they have
	 * ended.
	 */
	async #refresh(): Promise<void> {
		if (this.#store.hasCompany !== true) {
			return;
		}
		// Branches added or removed during the read are newer than the snapshot and stay as they are.
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

	/** Polls while there are branches: row locks of one that another process ends must be released here. */
	#watch(): void {
		if (this.#isWatching || this.#branches.size === 0) {
			return;
		}
		this.#isWatching = true;
		const again = (): void => {
			this.#isWatching = false;
			this.#watch();
		};
		// A failure means that the store is closed; then no session waits for the rows.
		setTimeout(() => void this.#refresh().then(again, () => {}), watchMs).unref();
	}

	/** Registers a branch. Throws 1440 for a duplicate name. */
	begin(xid: Xid): void {
		const name = xidKey(xid);
		if (this.#begun.has(name) || this.#find(xid) !== undefined) {
			throw sqlError("xaDuplicate");
		}
		this.#begun.add(name);
	}

	#find(xid: Xid): PreparedBranch | undefined {
		for (const branch of this.#branches.values()) {
			if (isSame(branch.xid, xid)) {
				return branch;
			}
		}
		return undefined;
	}

	/** Unregisters a branch that ended unprepared; one that is prepared no longer belongs to a session. */
	letGo(xid: Xid): void {
		this.#begun.delete(xidKey(xid));
		const branch = this.#find(xid);
		if (branch !== undefined) {
			branch.isHeld = false;
		}
	}

	/** Stores a transaction's batch as a record instead of applying it. Its locks stay. */
	async prepare(xid: Xid, batch: FastBatch, holding: Holding): Promise<Commit> {
		const kept = preparedBatch(batch);
		const record = encodePreparedBranch(xid, kept);
		const { writes: _writes, runs: _runs, additions: _additions, conditions, ...relied } = plainBatch(batch);
		const name = recordKey(xid);
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
				this.#begun.delete(xidKey(xid));
				this.#branches.set(name, { xid, batch: kept, record, holding, isHeld: true });
				this.#watch();
			}
			return commit;
		} finally {
			this.#ending.delete(name);
		}
	}

	/**
	 * Commits or rolls back a prepared branch. `isOwn`: the session ends its own branch. Throws 1397 for an unknown one
	 * or another session's.
	 */
	async end(xid: Xid, isOwn: boolean, wish: "commit" | "rollback"): Promise<void> {
		await this.#refresh();
		const branch = this.#find(xid);
		if (branch === undefined || branch.isHeld !== isOwn) {
			throw sqlError("xaUnknown");
		}
		const name = recordKey(branch.xid);
		this.#branches.delete(name);
		this.#ending.add(name);
		try {
			await this.#end(branch, wish);
		} finally {
			this.#ending.delete(name);
		}
	}

	async #end({ xid, batch, holding, record }: PreparedBranch, wish: "commit" | "rollback"): Promise<void> {
		const key = preparedBranchKey(recordKey(xid));
		const gone = { writes: [{ key, value: null }], conditions: [{ key, seen: record }] };
		const whole: FastBatch = {
			writes: [...gone.writes, ...batch.writes].sort(byKey),
			conditions: [...gone.conditions, ...batch.conditions],
			additions: batch.additions,
		};
		holding.isKept = false;
		const commit = await commitAmong(this.#locks, holding, this.#store, wish === "commit" ? whole : gone);
		if (!commit.done) {
			// Validation failed: another process ended it, or a table was altered.
			await this.#store.commit(gone);
			throw sqlError("xaRolledBack");
		}
	}

	async list(): Promise<readonly Xid[]> {
		await this.#refresh();
		return [...this.#branches.values()].map(({ xid }) => xid);
	}
}

/** Decodes a record as a branch that belongs to no session of this process. */
function branchOf(record: Uint8Array): PreparedBranch {
	const { xid, batch } = decodePreparedBranch(record);
	return { xid, batch, record, holding: new Holding(new Agent(0, () => 0)), isHeld: false };
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
	return a.key < b.key ? -1 : 1;
}
