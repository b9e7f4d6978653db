/**
 * Compaction candidates: counts of standalone entries written in each key space since its last compaction.
 */
import type { Key } from "../contract.ts";

interface CompactionCandidate {
	readonly beginning: Key;
	/** Standalone entries written. */
	lone: number;
}

export class CompactionCandidates {
	/** By key prefix. */
	readonly #spaces = new Map<Key, CompactionCandidate>();
	readonly #spaceOf: (key: Key) => number;
	#last: CompactionCandidate | null = null;

	/** `spaceOf`: length of the prefix that all keys of a key's space share; 0: the key is never in a block. */
	constructor(spaceOf: (key: Key) => number) {
		this.#spaceOf = spaceOf;
	}

	note(key: Key): void {
		if (this.#last !== null && key.startsWith(this.#last.beginning)) {
			this.#last.lone++;
			return;
		}
		const length = this.#spaceOf(key);
		if (length > 0) {
			const beginning = key.slice(0, length);
			const space = this.#spaces.get(beginning) ?? { beginning, lone: 0 };
			space.lone++;
			this.#spaces.set(beginning, space);
			this.#last = space;
		}
	}

	values(): Iterable<CompactionCandidate> {
		return this.#spaces.values();
	}

	/** Called when compaction of a space begins. */
	forget(beginning: Key): void {
		this.#spaces.delete(beginning);
		this.#last = null;
	}
}
