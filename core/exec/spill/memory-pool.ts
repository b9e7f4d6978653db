/**
 * Memory accounting for operators: a limit for the server and one per operator; sizes are estimates.
 *
 * An operator whose request is refused spills to a file.
 */

/** Grants and takes back memory. */
export interface MemorySource {
	/** Returns false, and takes nothing, if the limit is exceeded. */
	take(bytes: number): boolean;
	give(bytes: number): void;
}

/** The limit of all statements of a server. */
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

/** Granted to every operator regardless of others, so that it can make progress. */
const leastBytes = 1 << 18;
/** Unit of requests to the source. */
const pieceBytes = 1 << 18;

export class Allowance {
	readonly #source: MemorySource;
	readonly #limit: number;
	#used = 0;
	/** Taken from the source. */
	#taken = 0;

	constructor(source: MemorySource, limit: number) {
		this.#source = source;
		this.#limit = limit;
	}

	/** Returns false, and takes nothing, if the limit is exceeded. */
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

	give(bytes: number): void {
		this.#used = Math.max(0, this.#used - bytes);
	}

	release(): void {
		if (this.#taken > 0) {
			this.#source.give(this.#taken);
		}
		this.#taken = 0;
		this.#used = 0;
	}
}
