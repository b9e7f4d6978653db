/**
 * The keys and ranges that a transaction relies on, and what it read of them.
 *
 * In: keys with what they held, some relied on, others only read just now, so that relying on them costs nothing. Out: conditions
 * for the commit. It refuses to read.
 */
import { equalBytes } from "./equal-bytes.ts";
import { RecentReads } from "./recent-read.ts";
import type { Key, RangeState } from "./store.ts";

export class ReliedKeys {
	readonly #seen = new Map<Key, Uint8Array | undefined>();
	readonly recent = new RecentReads();
	readonly ranges: RangeState[] = [];

	get all(): ReadonlyMap<Key, Uint8Array | undefined> {
		return this.#seen;
	}

	/** False: it has to be read first. */
	isKnown(key: Key): boolean {
		if (this.#seen.has(key)) {
			return true;
		}
		if (this.recent.has(key)) {
			this.#seen.set(key, this.recent.get(key));
			return true;
		}
		return false;
	}

	/** The first word counts. */
	add(key: Key, seen: Uint8Array | undefined): void {
		if (!this.#seen.has(key)) {
			this.#seen.set(key, seen);
		}
	}

	/** False: something else was relied on before. */
	addRead(key: Key, seen: Uint8Array | undefined): boolean {
		const isFirst = !this.#seen.has(key);
		this.add(key, seen);
		return isFirst || equalBytes(this.#seen.get(key), seen);
	}
}
