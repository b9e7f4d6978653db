/**
 * Choices that a seed decides.
 *
 * In: a seed. Out: numbers, picks, chances; the same seed makes the same ones.
 */
import { Random } from "../../bench/random.ts";

export class Choice {
	readonly #random: Random;

	constructor(seed: number) {
		this.#random = new Random(seed);
		// The first numbers of neighbouring seeds resemble each other.
		for (let skipped = 0; skipped < 8; skipped++) {
			this.#random.between(0, 1);
		}
	}

	between(first: number, last: number): number {
		return this.#random.between(first, last);
	}

	/** One in so many. */
	oneIn(times: number): boolean {
		return this.between(1, times) === 1;
	}

	pick<T>(items: readonly T[]): T {
		return items[this.between(0, items.length - 1)]!;
	}

	/** So many of the items, in their order. */
	some<T>(items: readonly T[], least: number): T[] {
		const chosen = items.filter(() => this.oneIn(2));
		return chosen.length >= least ? chosen : items.slice(0, least);
	}
}
