/**
 * The prepared statements of a session, by name (PREPARE) and by number (binary protocol).
 *
 * In: statements. Out: the same; 1243 for one there is none of.
 */
import { sqlError } from "../errors.ts";
import { encodeText } from "../types/value.ts";
import type { StatementText } from "./statement-text.ts";

export class PreparedList {
	readonly #byName = new Map<string, StatementText>();
	readonly #byId = new Map<number, StatementText>();
	#lastId = 0;

	name(name: string, statement: StatementText): void {
		this.#byName.set(name.toLowerCase(), statement);
	}

	named(name: string): StatementText {
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
	}

	add(statement: StatementText): number {
		this.#lastId++;
		this.#byId.set(this.#lastId, statement);
		return this.#lastId;
	}

	/** `command` is what error 1243 names. */
	numbered(id: number, command: string): StatementText {
		const found = this.#byId.get(id);
		if (found === undefined) {
			throw sqlError("unknownStatementHandler", id, command);
		}
		return found;
	}

	close(id: number): void {
		this.#byId.delete(id);
	}

	get count(): number {
		return this.#byId.size + this.#byName.size;
	}

	clear(): void {
		this.#byName.clear();
		this.#byId.clear();
	}
}
