/**
 * Transaction state of a session: open transaction (BEGIN, or without autocommit), savepoints, isolation level.
 *
 * Error 1213 where validation fails at commit, 1305 for an unknown savepoint.
 *
 * | level                            | plain reads see                             | locking reads lock gaps |
 * |----------------------------------|---------------------------------------------|-------------------------|
 * | READ UNCOMMITTED, READ COMMITTED | rows committed before the statement         | no                      |
 * | REPEATABLE READ                  | the snapshot of the first plain read        | yes                     |
 * | SERIALIZABLE                     | all reads lock                              | yes                     |
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
import { Transaction } from "../../store/transaction/transaction.ts";
import type { Branch } from "../xa/branch.ts";
import type { PreparedBranches } from "../xa/prepared-branches.ts";
import type { TableLocks } from "../locks/table-locks.ts";
import type { Log } from "../log/log.ts";
import { Savepoints } from "./savepoints.ts";

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

/** An open transaction, for reports. */
export interface OpenTransaction extends TransactionKind {
	readonly holding: Holding;
	/** Estimate: the number of locked keys, if it has written. */
	readonly changeCount: number;
}

export class TransactionState {
	readonly #store: FastStore;
	readonly #locks: LockTable;
	readonly #agent: Agent;
	readonly #tables: TableLocks;
	readonly #log: Log | undefined;
	/** A transaction is open: by BEGIN, or by a statement without autocommit. */
	isOpen = false;
	#current: Transaction | null = null;
	/** Locks of the last transaction that started. */
	#holding: Holding | undefined;
	#kind: TransactionKind = { isolation: "REPEATABLE-READ", readOnly: false };
	readonly #savepoints = new Savepoints();
	/** Characteristics set by SET TRANSACTION for the next transaction. */
	#planned: Partial<TransactionKind> | undefined;
	/** The XA branch that the transaction belongs to. */
	branch: Branch | undefined;

	constructor({ store, locks, agent, tables, log }: TransactionParts) {
		this.#log = log;
		this.#tables = tables;
		this.#store = store;
		this.#locks = locks;
		this.#agent = agent;
	}

	/** Characteristics of the open or the last transaction. */
	get kind(): TransactionKind {
		return this.#kind;
	}

	/** The open transaction, once a statement has used it. */
	get current(): Transaction | null {
		return this.#current;
	}

	/** For reports; undefined before the first read or write. */
	get report(): OpenTransaction | undefined {
		const holding = this.#holding;
		return this.#current === null || holding === undefined
			? undefined
			: { ...this.#kind, holding, changeCount: this.#current.isEmpty ? 0 : holding.keys.length };
	}

	get isWaiting(): boolean {
		return this.#agent.waiting !== undefined;
	}

	/** Ends the wait for a lock, if there is one. */
	interrupt(failure: Error): void {
		this.#agent.interrupt(failure);
	}

	get isReadOnly(): boolean {
		return this.isOpen && this.#kind.readOnly;
	}

	/** Consumes the characteristics of SET TRANSACTION for a new transaction; `usual`: the session's defaults. */
	takeNext(usual: TransactionKind): TransactionKind {
		const kind = this.#planned === undefined ? usual : { ...usual, ...this.#planned };
		this.#planned = undefined;
		this.#kind = kind;
		return kind;
	}

	/** Adds characteristics of the next transaction; an empty object discards them. */
	planNext(kind: Partial<TransactionKind> = {}): void {
		this.#planned = Object.keys(kind).length === 0 ? undefined : { ...this.#planned, ...kind };
	}

	/** Begins; a previous transaction must have ended. */
	begin(kind: TransactionKind, withSnapshot = false): void {
		this.isOpen = true;
		this.#kind = kind;
		if (withSnapshot) {
			this.#current = this.#locking(kind.isolation);
			this.#current.readView();
		}
	}

	/**
	 * Returns a transaction for an autocommit statement, of the characteristics taken last; the caller ends it. It takes
	 * locks where other sessions hold some, or where `mustLock` (after a conflict).
	 */
	single(mustLock = false): Transaction {
		return mustLock || !this.#locks.isIdle
			? this.#locking(this.#ownIsolation(mustLock))
			: new Transaction(this.#store, this.#locks);
	}

	/** Its reads are validated from the second try on only. */
	#ownIsolation(isAgain: boolean): string {
		const { isolation } = this.#kind;
		return isolation === "SERIALIZABLE" && !isAgain ? "REPEATABLE-READ" : isolation;
	}

	/**
	 * The same for a change: it may read commits that are not on disk yet, those of the group that its own joins, and
	 * waits for no lock of theirs. After a conflict it takes no locks if others have none: it meets no other statement
	 * until it commits.
	 */
	change(isAgain: boolean): Transaction {
		if (!this.#locks.isIdle) {
			return this.#locking(this.#ownIsolation(isAgain), true);
		}
		const ahead = this.#store.ahead?.();
		return ahead === undefined ? this.single(isAgain) : new Transaction(this.#store, this.#locks, ahead);
	}

	/** Returns a transaction for a data definition statement. */
	defining(): Transaction {
		return new Transaction(this.#store, this.#locks);
	}

	/** Returns a read-only transaction. */
	reading(): Transaction {
		return new Transaction(this.#store);
	}

	/** Returns the open transaction for its next statement. `isLocking`: a locking read or a write. */
	forStatement(isLocking: boolean): Transaction {
		this.#current ??= this.#locking(this.#kind.isolation);
		if (isLocking || this.#kind.isolation !== "REPEATABLE-READ") {
			this.#current.readNewest();
		} else {
			this.#current.readView();
		}
		return this.#current;
	}

	#locking(isolation: string, readsAhead = false): Transaction {
		const ahead = readsAhead ? this.#store.ahead?.(true) : undefined;
		const transaction = new Transaction(this.#store, this.#locks, ahead);
		this.#holding = new Holding(this.#agent);
		this.#holding.readsAhead = readsAhead;
		// READ COMMITTED and below lock rows without gaps.
		transaction.hold(this.#holding, {
			locksGaps: !isolation.startsWith("READ-"),
			reliesOnReads: isolation === "SERIALIZABLE",
		});
		return transaction;
	}

	/** Commits. Throws 1213 after a rollback, where validation fails. */
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
	 * XA PREPARE: passes the write set with its locks to `keep` instead of the store. Throws 1614 where validation
	 * fails.
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

	/** Rolls back after a failure; its branch, if there is one, can only be rolled back. */
	lose(failure: NonNullable<Branch["lost"]>): void {
		this.rollback();
		this.branch &&= { ...this.branch, lost: failure };
	}

	/** Ends transaction and branch at the end of the session. */
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
		this.#current ??= this.#locking(this.#kind.isolation);
		this.#savepoints.set(name, this.#current);
	}

	rollbackTo(name: string): void {
		this.#savepoints.rollbackTo(name, this.#current);
	}

	release(name: string): void {
		this.#savepoints.release(name);
	}

	#end(): Transaction | null {
		const transaction = this.#current;
		this.#current = null;
		this.isOpen = false;
		this.#savepoints.clear();
		return transaction;
	}
}
