/**
 * Seeded random numbers (mulberry32): the same seed, the same run.
 */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** From 0 to below 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number from 0 to below `end`. */
	below(end: number): number {
		return Math.floor(this.next() * end);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}
}
