/**
 * Chance that a seed decides: the same seed gives the same RAND(), RANDOM_BYTES(), UUID() and UUID_SHORT(), one after
 * the other.
 *
 * Numbers are those of sfc32 (Chris Doty-Humphrey, PractRand): three words of state and a counter. Without a seed the
 * functions ask the system.
 */
const wordBits = 2 ** 32;
/** Words that are thrown away: after them each depends on all of the seed. */
const mixed = 20;
/** 100-nanosecond ticks from the start of the Gregorian calendar to 2020, where UUIDs of a seed begin. */
const firstTicks = 137970864000000000n;
const firstShort = 1n << 56n;

export class SeededChance {
	#words: readonly [number, number, number, number];
	#ticks = firstTicks;
	#short = firstShort;
	/** Those that it began with. */
	readonly #first: readonly [number, number, number, number];

	/** `seed`: a whole number from -2^53 to 2^53. */
	constructor(seed: number) {
		this.#words = [seed >>> 0, Math.floor(seed / wordBits) >>> 0, 0, 1];
		for (let at = 0; at < mixed; at++) {
			this.#word();
		}
		this.#first = this.#words;
	}

	/** Begins where the other is, and goes its own way. */
	copy(): SeededChance {
		const copy = new SeededChance(0);
		copy.adopt(this);
		return copy;
	}

	/** Goes to where the other is; without one begins anew. */
	adopt(other: SeededChance | undefined): void {
		this.#words = other === undefined ? this.#first : other.#words;
		this.#ticks = other === undefined ? firstTicks : other.#ticks;
		this.#short = other === undefined ? firstShort : other.#short;
	}

	/** From 0 up to, but not including, 1. */
	fraction(): number {
		return (this.#word() * 2 ** 21 + (this.#word() >>> 11)) / 2 ** 53;
	}

	bytes(count: number): Uint8Array {
		return Uint8Array.from({ length: count }, () => this.#word() >>> 24);
	}

	/** 100-nanosecond ticks since 1582, as UUIDs have them: each once. */
	ticks(): bigint {
		return this.#ticks++;
	}

	/** The next value of UUID_SHORT(). */
	short(): bigint {
		return this.#short++;
	}

	#word(): number {
		const [a, b, c, count] = this.#words;
		const word = (a + b + count) >>> 0;
		this.#words = [
			(b ^ (b >>> 9)) >>> 0,
			(c + (c << 3)) >>> 0,
			(((c << 21) | (c >>> 11)) + word) >>> 0,
			(count + 1) >>> 0,
		];
		return word;
	}
}
