/**
 * Prepared statements of a session, by name (PREPARE) and by number (binary protocol).
 *
 * Error 1243 for an unknown one, 1461 where all sessions together have too many, 1041 where these take too much memory.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ResolutionContext } from "../../functions/definition/function.ts";
import { encodeText } from "../../types/value/value.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";

export interface Prepared {
	readonly text: StatementText;
	/** Of the session when it was prepared: its charsets and collation remain the statement's. */
	readonly resolution: ResolutionContext;
	/** The default database when it was prepared, which remains the statement's. */
	readonly database: string | null;
}

/** Of a statement beside its text and tree, in bytes. */
const entryBytes = 500;

/** Counts and weighs the prepared statements of all sessions. */
export class PreparedTally {
	count = 0;
	bytes = 0;
	readonly #limitBytes: number;

	constructor(limitBytes: number) {
		this.#limitBytes = limitBytes;
	}

	/** Counts one more. Throws 1461, 1041. */
	add({ text }: Prepared, limit: number): void {
		const bytes = entryBytes + (text.preparedTimes === 0 ? text.treeWeight : 0);
		if (this.count >= limit) {
			throw sqlError("tooManyPrepared", limit);
		}
		if (this.bytes + bytes > this.#limitBytes) {
			throw sqlError("outOfMemory");
		}
		this.count++;
		this.bytes += bytes;
		text.preparedTimes++;
	}

	remove({ text }: Prepared): void {
		this.count--;
		text.preparedTimes--;
		this.bytes -= entryBytes + (text.preparedTimes === 0 ? text.treeWeight : 0);
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
		this.#remove(this.#byName, key);
		this.#tally.add(statement, this.#limit());
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
		if (!this.#remove(this.#byName, name.toLowerCase())) {
			throw sqlError("unknownStatementHandler", encodeText(name), "DEALLOCATE PREPARE");
		}
	}

	add(statement: Prepared): number {
		this.#tally.add(statement, this.#limit());
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
		this.#remove(this.#byId, id);
	}

	/** Returns whether it was there. */
	#remove<Key>(from: Map<Key, Prepared>, key: Key): boolean {
		const statement = from.get(key);
		if (statement !== undefined) {
			from.delete(key);
			this.#tally.remove(statement);
		}
		return statement !== undefined;
	}

	get count(): number {
		return this.#byId.size + this.#byName.size;
	}

	clear(): void {
		if (this.count === 0) {
			return;
		}
		for (const statement of [...this.#byName.values(), ...this.#byId.values()]) {
			this.#tally.remove(statement);
		}
		this.#byName.clear();
		this.#byId.clear();
	}
}
