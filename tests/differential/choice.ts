/**
 * Pseudo-random choices from a seed: numbers, items, probabilities; equal seeds give equal choices.
 */
import { Random } from "../../bench/random.ts";

export class Choice {
	readonly #random: Random;

	constructor(seed: number) {
		this.#random = new Random(seed);
		// The first numbers of neighbouring seeds are similar.
		for (let skipped = 0; skipped < 8; skipped++) {
			this.#random.between(0, 1);
		}
	}

	between(first: number, last: number): number {
		return this.#random.between(first, last);
	}

	/** True with a probability of 1 / `times`. */
	oneIn(times: number): boolean {
		return this.between(1, times) === 1;
	}

	pick<T>(items: readonly T[]): T {
		return items[this.between(0, items.length - 1)]!;
	}

	/** Returns at least `least` of the items, in order. */
	some<T>(items: readonly T[], least: number): T[] {
		const chosen = items.filter(() => this.oneIn(2));
		return chosen.length >= least ? chosen : items.slice(0, least);
	}
}
