/**
 * How much memory statements may keep rows in.
 *
 * In: one limit for the server, one for each operator of a statement. Out: yes or no to whoever wants to keep more.
 * It refuses to know what is kept: sizes are estimates, and who is told no writes what it has to a file.
 */

/** Where memory is taken from. */
export interface MemorySource {
	/** False: there is not so much, and nothing was taken. */
	take(bytes: number): boolean;
	give(bytes: number): void;
}

/** All statements of a server together. */
export class MemoryPool implements MemorySource {
	readonly limit: number;
	#taken = 0;

	constructor(limit: number) {
		this.limit = limit;
	}

	get taken(): number {
		return this.#taken;
	}

	take(bytes: number): boolean {
		if (this.#taken + bytes > this.limit) {
			return false;
		}
		this.#taken += bytes;
		return true;
	}

	give(bytes: number): void {
		this.#taken -= bytes;
	}
}

/** So much every operator may keep whatever others do: else it could do nothing. */
const leastBytes = 1 << 18;
/** The source is asked for so much at once. */
const pieceBytes = 1 << 18;

/** What one operator may keep. */
export class Allowance {
	readonly #source: MemorySource;
	readonly #limit: number;
	#used = 0;
	/** Of the source. */
	#taken = 0;

	constructor(source: MemorySource, limit: number) {
		this.#source = source;
		this.#limit = limit;
	}

	/** False: it is beyond the limit, and nothing was taken. */
	take(bytes: number): boolean {
		const wanted = this.#used + bytes;
		if (wanted > this.#limit) {
			return false;
		}
		if (wanted > leastBytes && wanted > this.#taken) {
			const piece = Math.max(pieceBytes, wanted - this.#taken);
			if (!this.#source.take(piece)) {
				return false;
			}
			this.#taken += piece;
		}
		this.#used = wanted;
		return true;
	}

	/** Less is kept than was taken. */
	give(bytes: number): void {
		this.#used = Math.max(0, this.#used - bytes);
	}

	/** All of it is free again. */
	release(): void {
		if (this.#taken > 0) {
			this.#source.give(this.#taken);
		}
		this.#taken = 0;
		this.#used = 0;
	}
}
