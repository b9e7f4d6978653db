/**
 * Shelf of outcomes: each kept once, by a number, since the statements of a log have very many of few kinds; behind the
 * first thousands on disk.
 */
import { SpilledList } from "../workload/spilled-list.ts";
import type { Series } from "../workload/series.ts";
import { isEqual, type Outcome } from "./outcome.ts";

/** Outcomes that are looked for, and that are not read again: a log's kinds come again soon. */
const mostKept = 4096;
const firstBits = 4096;
/** No outcome. */
export const none = -1;

export class OutcomeShelf {
	readonly #list = new SpilledList<Outcome>();
	readonly #numbers = new Map<string, number>();
	readonly #read = new Map<number, Outcome>();
	/** By number: whether it is an error. */
	#errors = new Uint8Array(firstBits);

	/**
	 * @param former - number of the same statement's outcome before: where both are equal it is the same number
	 * @returns the outcome's number
	 */
	keep(outcome: Outcome, former = none): number {
		const before = former === none ? undefined : this.get(former);
		// A statement that did nothing at one of two stops has an effect at the other alone.
		const hasSameEffect = (before?.effect === undefined) === (outcome.effect === undefined);
		if (before !== undefined && hasSameEffect && isEqual(before, outcome)) {
			return former;
		}
		const name = nameOf(outcome);
		const known = this.#numbers.get(name);
		if (known !== undefined) {
			return known;
		}
		const number = this.#list.length;
		this.#list.push(outcome);
		if (number >= this.#errors.length) {
			const grown = new Uint8Array(number * 2);
			grown.set(this.#errors);
			this.#errors = grown;
		}
		this.#errors[number] = Number(outcome.error !== undefined);
		if (this.#numbers.size >= mostKept) {
			this.#numbers.clear();
		}
		this.#numbers.set(name, number);
		return number;
	}

	get(number: number): Outcome {
		let outcome = this.#read.get(number);
		if (outcome === undefined) {
			outcome = this.#list.at(number) as Outcome;
			if (this.#read.size >= mostKept) {
				this.#read.clear();
			}
			this.#read.set(number, outcome);
		}
		return outcome;
	}

	/** Without reading it. */
	isError(number: number): boolean {
		return this.#errors[number] === 1;
	}
}

function nameOf({ kind, error, rows, affected, digest, types, warnings, effect, within, shown }: Outcome): string {
	const parts = [kind, error ?? null, rows, affected, digest, types, warnings, effect ?? null, within ?? null, shown];
	return JSON.stringify(parts);
}

/** Outcomes of a play, by the place of the statement; undefined where none was played. */
export class OutcomeColumn implements Series<Outcome | undefined> {
	readonly length: number;
	readonly #shelf: OutcomeShelf;
	readonly #numbers: Int32Array;

	constructor(shelf: OutcomeShelf, length: number) {
		this.#shelf = shelf;
		this.length = length;
		this.#numbers = new Int32Array(length).fill(none);
	}

	set(place: number, number: number): void {
		this.#numbers[place] = number;
	}

	/** `none` where there is none. */
	numberAt(place: number): number {
		return this.#numbers[place] ?? none;
	}

	at(place: number): Outcome | undefined {
		const number = this.numberAt(place);
		return number === none ? undefined : this.#shelf.get(number);
	}

	isError(place: number): boolean {
		return this.#shelf.isError(this.numberAt(place));
	}

	*[Symbol.iterator](): Generator<Outcome | undefined> {
		for (let place = 0; place < this.length; place++) {
			yield this.at(place);
		}
	}
}
