/**
 * Known outcomes: of each statement that at the last stop, and that where it worked last.
 */
import { isEqual, type Outcome } from "./outcome.ts";
import { none, OutcomeColumn, type OutcomeShelf } from "./outcome-shelf.ts";

/** A statement's outcome at the last stop, and where it worked last. */
export interface Known {
	readonly own: Outcome;
	readonly ownRelease: string;
	readonly good: Outcome | undefined;
	readonly goodRelease: string;
}

export class KnownOutcomes {
	readonly #shelf: OutcomeShelf;
	readonly #own: OutcomeColumn;
	readonly #good: OutcomeColumn;
	/** Releases by number. */
	readonly #releases: string[] = [];
	readonly #ownReleases: Uint8Array;
	readonly #goodReleases: Uint8Array;
	isEmpty = true;

	constructor(shelf: OutcomeShelf, length: number) {
		this.#shelf = shelf;
		this.#own = new OutcomeColumn(shelf, length);
		this.#good = new OutcomeColumn(shelf, length);
		this.#ownReleases = new Uint8Array(length);
		this.#goodReleases = new Uint8Array(length);
	}

	at(place: number): Known | undefined {
		const own = this.#own.at(place);
		return own === undefined
			? undefined
			: {
					own,
					ownRelease: this.#releases[this.#ownReleases[place] as number] as string,
					good: this.#good.at(place),
					goodRelease: this.#releases[this.#goodReleases[place] as number] as string,
				};
	}

	/** Number of the outcome at the last stop. */
	ownAt(place: number): number {
		return this.#own.numberAt(place);
	}

	/** Takes the outcome of a stop, by its number. */
	take(place: number, number: number, release: string): void {
		const outcome = this.#shelf.get(number);
		this.isEmpty = false;
		if (outcome.kind === "pending") {
			return;
		}
		if (outcome.error !== undefined && this.#good.numberAt(place) === none && this.#own.numberAt(place) === none) {
			this.#goodReleases[place] = this.#numberOf(release);
		}
		const former = this.#own.at(place);
		const isFormer = former !== undefined && isEqual(former, outcome);
		const kept = isFormer ? this.#own.numberAt(place) : number;
		this.#own.set(place, kept);
		this.#ownReleases[place] = this.#numberOf(release);
		if (outcome.error === undefined) {
			this.#good.set(place, kept);
			this.#goodReleases[place] = this.#numberOf(release);
		}
	}

	copy(): KnownOutcomes {
		const copy = new KnownOutcomes(this.#shelf, this.#own.length);
		copy.#releases.push(...this.#releases);
		for (let place = 0; place < this.#own.length; place++) {
			copy.#own.set(place, this.#own.numberAt(place));
			copy.#good.set(place, this.#good.numberAt(place));
		}
		copy.#ownReleases.set(this.#ownReleases);
		copy.#goodReleases.set(this.#goodReleases);
		copy.isEmpty = this.isEmpty;
		return copy;
	}

	#numberOf(release: string): number {
		const known = this.#releases.indexOf(release);
		return known >= 0 ? known : this.#releases.push(release) - 1;
	}
}
