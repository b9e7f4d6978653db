/**
 * User variables of a session (`@a`), whose long values are accounted for in the memory that all sessions share.
 *
 * A value is as long as `max_allowed_packet` at most, but a session may set any number: without the account, a few
 * hundred statements take the process.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { MemorySource } from "../../exec/spill/memory-pool.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { copiedText } from "../../types/text/own-part.ts";
import { variableValue } from "../server/variable-value.ts";

/** Beside the value: its name, its type and the map's entry. */
const entryBytes = 200;
/** A longer one is copied where it is made of one that is much longer (`types/text/own-part.ts`). */
const shortBytes = 1024;

export class UserVariables {
	readonly #memory: MemorySource;
	readonly #values = new Map<string, TypedValue>();
	#taken = 0;

	constructor(memory: MemorySource) {
		this.#memory = memory;
	}

	get(name: string): TypedValue | undefined {
		return this.#values.get(name.toLowerCase());
	}

	/** Throws 1041 where all sessions together would hold too much. */
	set(name: string, given: TypedValue): void {
		const key = name.toLowerCase();
		const before = this.#values.get(key);
		const value = kept(variableValue(given));
		const more = bytesOf(value) - (before === undefined ? 0 : bytesOf(before));
		if (more > 0 && !this.#memory.take(more)) {
			throw sqlError("outOfMemory");
		}
		if (more < 0) {
			this.#memory.give(-more);
		}
		this.#taken += more;
		this.#values.set(key, value);
	}

	/** Gives their memory back, at the end or the reset of the session. */
	clear(): void {
		this.#values.clear();
		this.#memory.give(this.#taken);
		this.#taken = 0;
	}
}

/** A short value may be a reference to a long one: it is not accounted for. */
function kept(typed: TypedValue): TypedValue {
	const { type, value } = typed;
	return typeof value === "string" && value.length <= shortBytes ? { type, value: copiedText(value) } : typed;
}

function bytesOf({ value }: TypedValue): number {
	return entryBytes + (typeof value === "string" ? value.length : 0);
}
