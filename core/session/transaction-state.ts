/**
 * A session's transaction: begun by hand, by a statement without autocommit, or for one statement only.
 *
 * In: BEGIN, COMMIT, savepoints; statements that ask for a transaction. Out: transactions of the store; 1213 where a
 * commit met another's writes, 1305 for a savepoint there is none of. It refuses to know statements.
 *
 * A snapshot is taken at the first statement that reads, not at BEGIN. Under REPEATABLE READ and SERIALIZABLE it lasts
 * as long as the transaction; under READ COMMITTED and READ UNCOMMITTED every statement renews it.
 */
import { sqlError } from "../errors.ts";
import { after } from "../exec/answer.ts";
import type { Answer, Store } from "../store/store.ts";
import { beginTransaction, type Savepoint, type Transaction } from "../store/transaction.ts";
import { encodeText } from "../types/value.ts";

export interface TransactionKind {
	readonly isolation: string;
	readonly readOnly: boolean;
}

export class TransactionState {
	readonly #store: Store;
	/** BEGIN was said, or a statement began one without autocommit. */
	#isOpen = false;
	#current: Transaction | null = null;
	#kind: TransactionKind = { isolation: "REPEATABLE-READ", readOnly: false };
	/** By lower-case name, oldest first. */
	readonly #savepoints = new Map<string, Savepoint>();

	constructor(store: Store) {
		this.#store = store;
	}

	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** Of the open transaction, or of the last one. */
	get kind(): TransactionKind {
		return this.#kind;
	}

	/** The open transaction, if a statement has read in it. */
	get current(): Transaction | null {
		return this.#current;
	}

	get isReadOnly(): boolean {
		return this.#isOpen && this.#kind.readOnly;
	}

	/** What was open before must have been ended. */
	begin(kind: TransactionKind, withSnapshot = false): void {
		this.#isOpen = true;
		this.#kind = kind;
		if (withSnapshot) {
			this.#current = beginTransaction(this.#store);
		}
	}

	/** A transaction for one statement, which whoever asked for it ends. */
	single(): Transaction {
		return beginTransaction(this.#store);
	}

	/** The open transaction, for the next statement in it. */
	forStatement(): Transaction {
		if (this.#current === null) {
			this.#current = beginTransaction(this.#store);
		} else if (this.#kind.isolation.startsWith("READ-")) {
			this.#current.renewSnapshot();
		}
		return this.#current;
	}

	/** Throws 1213, and then everything was rolled back. */
	commit(): Answer<void> {
		const transaction = this.#end();
		if (transaction === null) {
			return;
		}
		if (transaction.isEmpty) {
			transaction.rollback();
			return;
		}
		return after(transaction.commit(), (commit) => {
			if (!commit.done) {
				throw sqlError("deadlock");
			}
		});
	}

	rollback(): void {
		this.#end()?.rollback();
	}

	savepoint(name: string): void {
		const key = name.toLowerCase();
		this.#savepoints.delete(key);
		this.#current ??= beginTransaction(this.#store);
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
		this.#isOpen = false;
		this.#savepoints.clear();
		return transaction;
	}
}
