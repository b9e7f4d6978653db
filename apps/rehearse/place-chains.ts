/**
 * Places of statements by a number, where there are many numbers with few places each: eight bytes a place.
 */
import { NumberList } from "../workload/number-list.ts";

export class PlaceChains {
	/** By number: its entry that was added last, from 1; 0: it has none. */
	readonly #heads = new NumberList();
	/** By entry: the place, and the entry of the number that was added before. */
	readonly #places = new NumberList();
	readonly #nexts = new NumberList();

	get isEmpty(): boolean {
		return this.#places.length === 0;
	}

	add(number: number, place: number): void {
		while (this.#heads.length <= number) {
			this.#heads.push(0);
		}
		this.#nexts.push(this.#heads.at(number));
		this.#heads.set(number, this.#places.push(place) + 1);
	}

	has(number: number): boolean {
		return number < this.#heads.length && this.#heads.at(number) > 0;
	}

	/** In order, each once. */
	of(number: number): readonly number[] {
		const places = new Set<number>();
		for (let entry = this.has(number) ? this.#heads.at(number) : 0; entry > 0; entry = this.#nexts.at(entry - 1)) {
			places.add(this.#places.at(entry - 1));
		}
		return [...places].sort((one, other) => one - other);
	}
}
