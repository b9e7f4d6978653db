/**
 * Where entries were written alone since somebody looked: what may be worth folding.
 *
 * In: keys that were written alone. Out: how many in each space of keys.
 */
import type { Key } from "../contract.ts";

interface CompactionCandidate {
	readonly beginning: Key;
	/** How many. */
	lone: number;
}

export class CompactionCandidates {
	/** By the beginning of their keys. */
	readonly #spaces = new Map<Key, CompactionCandidate>();
	readonly #spaceOf: (key: Key) => number;
	#last: CompactionCandidate | null = null;

	/** `spaceOf`: how many bytes all keys of a key's space begin with alike; 0: it is never in a block. */
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

	/** A space was looked at. */
	forget(beginning: Key): void {
		this.#spaces.delete(beginning);
		this.#last = null;
	}
}
