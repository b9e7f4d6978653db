/**
 * A session's transaction: begun by hand, by a statement without autocommit, or for one statement only.
 *
 * In: BEGIN, COMMIT, savepoints; statements that ask for a transaction. Out: transactions of the store; 1213 where a
 * commit met another's writes, 1305 for a savepoint there is none of.
 *
 * | level                           | plain reads see                        | reads that lock keep rows from being added |
 * |---------------------------------|----------------------------------------|--------------------------------------------|
 * | READ UNCOMMITTED, READ COMMITTED | what was committed before the statement | no                                        |
 * | REPEATABLE READ                 | the state that the first of them saw    | yes                                        |
 * | SERIALIZABLE                    | none is plain: all lock                 | yes                                        |
 *
 * Statements that lock or change rows see the newest committed rows under every level.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { after, lastly } from "../../async/maybe-promise.ts";
import { plainBatch } from "../../store/runs/run-cursor.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit } from "../../store/contract.ts";
import type { FastBatch, FastStore } from "../../store/fast-store.ts";
import type { Agent } from "../../store/lock/agent.ts";
import { Holding } from "../../store/lock/holding.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import { beginTransaction, type Savepoint, type Transaction } from "../../store/transaction/transaction.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Branch } from "../xa/branch.ts";
import type { PreparedBranches } from "../xa/prepared-branches.ts";
import type { TableLocks } from "../locks/table-locks.ts";
import type { Log } from "../log/log.ts";

interface TransactionParts {
	readonly store: FastStore;
	readonly locks: LockTable;
	readonly agent: Agent;
	readonly tables: TableLocks;
	readonly log?: Log;
}

export interface TransactionKind {
	readonly isolation: string;
	readonly readOnly: boolean;
}

/** What reports tell of a transaction. */
export interface OpenTransaction extends TransactionKind {
	readonly holding: Holding;
	/** About: keys that it locks, if it has written. */
	readonly changeCount: number;
}

export class TransactionState {
	readonly #store: FastStore;
	readonly #locks: LockTable;
	readonly #agent: Agent;
	readonly #tables: TableLocks;
	readonly #log: Log | undefined;
	/** BEGIN was said, or a statement began one without autocommit. */
	isOpen = false;
	#current: Transaction | null = null;
	/** Of the transaction that was begun last. */
	#holding: Holding | undefined;
	#kind: TransactionKind = { isolation: "REPEATABLE-READ", readOnly: false };
	/** By lower-case name, oldest first. */
	readonly #savepoints = new Map<string, Savepoint>();
	/** What SET TRANSACTION chose for the next transaction alone. */
	#planned: Partial<TransactionKind> | undefined;
	/** XA: of which distributed transaction it is a branch. */
	branch: Branch | undefined;

	constructor({ store, locks, agent, tables, log }: TransactionParts) {
		this.#log = log;
		this.#tables = tables;
		this.#store = store;
		this.#locks = locks;
		this.#agent = agent;
	}

	/** Of the open transaction, or of the last one. */
	get kind(): TransactionKind {
		return this.#kind;
	}

	/** The open transaction, if a statement has read in it. */
	get current(): Transaction | null {
		return this.#current;
	}

	/** For reports; undefined where nothing has been read or written yet. */
	get report(): OpenTransaction | undefined {
		const holding = this.#holding;
		return this.#current === null || holding === undefined
			? undefined
			: { ...this.#kind, holding, changeCount: this.#current.isEmpty ? 0 : holding.keys.length };
	}

	get isReadOnly(): boolean {
		return this.isOpen && this.#kind.readOnly;
	}

	/** The kind of the transaction that begins now; `usual`: the session's. What SET TRANSACTION chose is forgotten. */
	takeNext(usual: TransactionKind): TransactionKind {
		const kind = this.#planned === undefined ? usual : { ...usual, ...this.#planned };
		this.#planned = undefined;
		return kind;
	}

	/** Adds to what the next transaction will be; nothing at all forgets it. */
	planNext(kind: Partial<TransactionKind> = {}): void {
		this.#planned = Object.keys(kind).length === 0 ? undefined : { ...this.#planned, ...kind };
	}

	/** What was open before must have been ended. */
	begin(kind: TransactionKind, withSnapshot = false): void {
		this.isOpen = true;
		this.#kind = kind;
		if (withSnapshot) {
			this.#current = this.#locking(kind.isolation);
			this.#current.readView();
		}
	}

	/**
	 * A transaction for one statement, which whoever asked for it ends. It takes locks where others hold some, or where
	 * `isolation` is given: then it must.
	 */
	single(isolation?: string): Transaction {
		return isolation !== undefined || !this.#locks.isIdle
			? this.#locking(isolation ?? "REPEATABLE-READ")
			: beginTransaction(this.#store, this.#locks);
	}

	/** For a definition. */
	defining(): Transaction {
		return beginTransaction(this.#store, this.#locks);
	}

	/** To read with, and nothing else. */
	reading(): Transaction {
		return beginTransaction(this.#store);
	}

	/** The open transaction, for the next statement in it. `isLocking`: it reads for good, or writes. */
	forStatement(isLocking: boolean): Transaction {
		this.#current ??= this.#locking(this.#kind.isolation);
		if (isLocking || this.#kind.isolation !== "REPEATABLE-READ") {
			this.#current.readNewest();
		} else {
			this.#current.readView();
		}
		return this.#current;
	}

	#locking(isolation: string): Transaction {
		const transaction = beginTransaction(this.#store, this.#locks);
		this.#holding = new Holding(this.#agent);
		// Below REPEATABLE READ only rows that are found are locked.
		transaction.hold(this.#holding, {
			locksGaps: !isolation.startsWith("READ-"),
			reliesOnReads: isolation === "SERIALIZABLE",
		});
		return transaction;
	}

	/** Throws 1213, and then everything was rolled back. */
	commit(): MaybePromise<void> {
		const free = this.#current === null || this.#current.isEmpty ? undefined : this.#tables.beforeCommit();
		return free instanceof Promise ? free.then(() => this.#commit()) : this.#commit();
	}

	#commit(): MaybePromise<void> {
		const transaction = this.#end();
		if (transaction === null || (transaction.isEmpty && !transaction.reliesOnReads)) {
			transaction?.rollback();
			this.#tables.end();
			return;
		}
		return after(
			lastly(
				() => transaction.commit(),
				() => this.#tables.end(),
			),
			(commit) => {
				if (!commit.done) {
					throw sqlError("deadlock");
				}
				this.#log?.debug?.({ connection: this.#agent.id, transaction: commit.transactionId }, "commit");
			},
		);
	}

	/**
	 * XA PREPARE: what was written goes to `keep` in place of the store, with the locks. Throws 1614 where another's
	 * commit came first.
	 */
	async prepare(keep: (batch: FastBatch, holding: Holding) => Promise<Commit>): Promise<void> {
		await this.#tables.beforeCommit();
		const holding = this.#holding ?? new Holding(this.#agent);
		const transaction = this.#end();
		try {
			const commit =
				transaction === null || transaction.isEmpty
					? await keep({ writes: [], conditions: [] }, holding)
					: await transaction.commit({ commit: (batch) => keep(plainBatch(batch), holding) });
			if (!commit.done) {
				throw sqlError("xaDeadlock");
			}
		} finally {
			transaction?.rollback();
			this.#tables.end();
		}
	}

	/** The session ends. */
	leave(branches: PreparedBranches): void {
		this.rollback();
		if (this.branch !== undefined) {
			branches.letGo(this.branch.xid);
			this.branch = undefined;
		}
	}

	rollback(): void {
		this.#end()?.rollback();
		this.#tables.end();
	}

	savepoint(name: string): void {
		const key = name.toLowerCase();
		this.#savepoints.delete(key);
		this.#current ??= this.#locking(this.#kind.isolation);
		this.#savepoints.set(key, this.#current.savepoint());
	}

	rollbackTo(name: string): void {
		const savepoint = this.#dropBehind(name);
		this.#current?.rollbackTo(savepoint);
		this.#savepoints.set(name.toLowerCase(), savepoint);
	}

	release(name: string): void {
		this.#dropBehind(name);
	}

	/** Forgets a savepoint and all later ones. */
	#dropBehind(name: string): Savepoint {
		const key = name.toLowerCase();
		const found = this.#savepoints.get(key);
		if (found === undefined) {
			throw sqlError("savepointMissing", encodeText(name));
		}
		let isBehind = false;
		for (const each of [...this.#savepoints.keys()]) {
			isBehind ||= each === key;
			if (isBehind) {
				this.#savepoints.delete(each);
			}
		}
		return found;
	}

	#end(): Transaction | null {
		const transaction = this.#current;
		this.#current = null;
		this.isOpen = false;
		if (this.#savepoints.size > 0) {
			this.#savepoints.clear();
		}
		return transaction;
	}
}
