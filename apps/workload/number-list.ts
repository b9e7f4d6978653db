/**
 * List of whole numbers of 32 bits, four bytes each.
 */
const firstNumbers = 1024;

export class NumberList {
	#numbers = new Int32Array(firstNumbers);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	/** @returns its place */
	push(number: number): number {
		if (this.#length === this.#numbers.length) {
			const grown = new Int32Array(this.#length * 2);
			grown.set(this.#numbers);
			this.#numbers = grown;
		}
		this.#numbers[this.#length] = number;
		return this.#length++;
	}

	at(place: number): number {
		return this.#numbers[place] as number;
	}

	set(place: number, number: number): void {
		this.#numbers[place] = number;
	}

	/** A copy. */
	toArray(): Int32Array {
		return this.#numbers.slice(0, this.#length);
	}
}
