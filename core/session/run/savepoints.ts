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
	/** By lower-case name, oldest first; undefined: none, as in most calls of functions and triggers. */
	#byName: Map<string, Savepoint> | undefined;

	set(name: string, transaction: Transaction): void {
		this.#put(name, transaction.savepoint());
	}

	/** As the newest. */
	#put(name: string, savepoint: Savepoint): void {
		const key = name.toLowerCase();
		this.#byName ??= new Map();
		this.#byName.delete(key);
		this.#byName.set(key, savepoint);
	}

	rollbackTo(name: string, transaction: Transaction | null): void {
		const savepoint = this.release(name);
		transaction?.rollbackTo(savepoint);
		this.#put(name, savepoint);
	}

	/** Removes a savepoint and all later ones. */
	release(name: string): Savepoint {
		const key = name.toLowerCase();
		const byName = this.#byName;
		const found = byName?.get(key);
		if (byName === undefined || found === undefined) {
			throw sqlError("savepointMissing", encodeText(name));
		}
		let isBehind = false;
		for (const each of [...byName.keys()]) {
			isBehind ||= each === key;
			if (isBehind) {
				byName.delete(each);
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
		this.#byName = undefined;
	}
}
