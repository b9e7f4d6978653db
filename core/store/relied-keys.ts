/**
 * The keys and ranges that a transaction relies on, and what it read of them.
 *
 * In: keys with what they held, some relied on, others only read just now, so that relying on them costs nothing. Out: conditions
 * for the commit. It refuses to read.
 */
import { equalBytes } from "./equal-bytes.ts";
import { RecentReads } from "./recent-read.ts";
import { SpreadMap } from "./spread-map.ts";
import type { Condition, Key, RangeState } from "./store.ts";

export class ReliedKeys {
	readonly #conditions: Condition[] = [];
	readonly #byKey = new SpreadMap<Condition>();
	readonly recent = new RecentReads();
	readonly ranges: RangeState[] = [];

	/** In the order they were added. */
	get all(): readonly Condition[] {
		return this.#conditions;
	}

	/** False: it has to be read first. */
	isKnown(key: Key): boolean {
		if (this.#byKey.has(key)) {
			return true;
		}
		if (this.recent.has(key)) {
			this.#note(key, this.recent.get(key));
			return true;
		}
		return false;
	}

	/** The first word counts. */
	add(key: Key, seen: Uint8Array | undefined): void {
		if (!this.#byKey.has(key)) {
			this.#note(key, seen);
		}
	}

	/** False: something else was relied on before. */
	addRead(key: Key, seen: Uint8Array | undefined): boolean {
		const there = this.#byKey.get(key);
		if (there === undefined) {
			this.#note(key, seen);
			return true;
		}
		return equalBytes(there.seen, seen);
	}

	#note(key: Key, seen: Uint8Array | undefined): void {
		const condition = { key, seen };
		this.#conditions.push(condition);
		this.#byKey.set(key, condition);
	}
}
