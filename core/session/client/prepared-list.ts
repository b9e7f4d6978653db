/**
 * Prepared statements of a session, by name (PREPARE) and by number (binary protocol).
 *
 * Error 1243 for an unknown one, 1461 where all sessions together have too many.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ResolutionContext } from "../../functions/definition/function.ts";
import { encodeText } from "../../types/value/value.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";

export interface Prepared {
	readonly text: StatementText;
	/** Of the session when it was prepared: its charsets and collation remain the statement's. */
	readonly resolution: ResolutionContext;
}

/** Counts the prepared statements of all sessions. */
export class PreparedTally {
	count = 0;

	/** Counts one more. Throws 1461. */
	add(limit: number): void {
		if (this.count >= limit) {
			throw sqlError("tooManyPrepared", limit);
		}
		this.count++;
	}
}

export class PreparedList {
	readonly #tally: PreparedTally;
	readonly #limit: () => number;
	readonly #byName = new Map<string, Prepared>();
	readonly #byId = new Map<number, Prepared>();
	#lastId = 0;

	/** `limit`: for all sessions together. */
	constructor(tally: PreparedTally, limit: () => number) {
		this.#tally = tally;
		this.#limit = limit;
	}

	/** Replaces a statement of the same name; the old one is removed even if this one fails. */
	name(name: string, statement: Prepared): void {
		const key = name.toLowerCase();
		if (this.#byName.delete(key)) {
			this.#tally.count--;
		}
		this.#tally.add(this.#limit());
		this.#byName.set(key, statement);
	}

	named(name: string): Prepared {
		const found = this.#byName.get(name.toLowerCase());
		if (found === undefined) {
			throw sqlError("unknownStatementHandler", encodeText(name), "EXECUTE");
		}
		return found;
	}

	dropName(name: string): void {
		if (!this.#byName.delete(name.toLowerCase())) {
			throw sqlError("unknownStatementHandler", encodeText(name), "DEALLOCATE PREPARE");
		}
		this.#tally.count--;
	}

	add(statement: Prepared): number {
		this.#tally.add(this.#limit());
		this.#lastId++;
		this.#byId.set(this.#lastId, statement);
		return this.#lastId;
	}

	/** `command`: named in error 1243. */
	numbered(id: number, command: string): Prepared {
		const found = this.#byId.get(id);
		if (found === undefined) {
			throw sqlError("unknownStatementHandler", id, command);
		}
		return found;
	}

	close(id: number): void {
		if (this.#byId.delete(id)) {
			this.#tally.count--;
		}
	}

	get count(): number {
		return this.#byId.size + this.#byName.size;
	}

	clear(): void {
		if (this.count === 0) {
			return;
		}
		this.#tally.count -= this.count;
		this.#byName.clear();
		this.#byId.clear();
	}
}
