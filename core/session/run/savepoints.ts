/**
 * Savepoints of one level by name: those of a session's transaction, or of a stored function or trigger that runs.
 *
 * Error 1305 for an unknown name.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import { encodeText } from "../../types/value/value.ts";

type Savepoint = ReturnType<Transaction["savepoint"]>;

export class Savepoints {
	/** By lower-case name, oldest first. */
	readonly #byName = new Map<string, Savepoint>();

	set(name: string, transaction: Transaction): void {
		const key = name.toLowerCase();
		this.#byName.delete(key);
		this.#byName.set(key, transaction.savepoint());
	}

	rollbackTo(name: string, transaction: Transaction | null): void {
		const savepoint = this.release(name);
		transaction?.rollbackTo(savepoint);
		this.#byName.set(name.toLowerCase(), savepoint);
	}

	/** Removes a savepoint and all later ones. */
	release(name: string): Savepoint {
		const key = name.toLowerCase();
		const found = this.#byName.get(key);
		if (found === undefined) {
			throw sqlError("savepointMissing", encodeText(name));
		}
		let isBehind = false;
		for (const each of [...this.#byName.keys()]) {
			isBehind ||= each === key;
			if (isBehind) {
				this.#byName.delete(each);
			}
		}
		return found;
	}

	/** Performs a statement about savepoints; false: it is none. */
	take(statement: Statement, transaction: Transaction): boolean {
		switch (statement.kind) {
			case "savepoint":
				this.set(statement.name, transaction);
				return true;
			case "release-savepoint":
				this.release(statement.name);
				return true;
			case "rollback":
				if (statement.savepoint !== undefined) {
					this.rollbackTo(statement.savepoint, transaction);
				}
				return statement.savepoint !== undefined;
			default:
				return false;
		}
	}

	clear(): void {
		if (this.#byName.size > 0) {
			this.#byName.clear();
		}
	}
}
