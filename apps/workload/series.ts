/**
 * Series: a list that is read by place or from its beginning, in memory or on disk. An array is one.
 */
export interface Series<T> extends Iterable<T> {
	readonly length: number;
	at(place: number): T | undefined;
}

/** Series behind one another as one, each item as `change` makes it; nothing is copied. */
export class JoinedSeries<T> implements Series<T> {
	readonly length: number;
	readonly #parts: readonly Series<T>[];
	readonly #change: (item: T, part: number) => T;

	constructor(parts: readonly Series<T>[], change: (item: T, part: number) => T = (item) => item) {
		this.#parts = parts;
		this.#change = change;
		this.length = parts.reduce((sum, part) => sum + part.length, 0);
	}

	at(place: number): T | undefined {
		let left = place;
		for (const [number, part] of this.#parts.entries()) {
			if (left < part.length) {
				const item = part.at(left);
				return item === undefined ? undefined : this.#change(item, number);
			}
			left -= part.length;
		}
		return undefined;
	}

	*[Symbol.iterator](): Generator<T> {
		for (const [number, part] of this.#parts.entries()) {
			for (const item of part) {
				yield this.#change(item, number);
			}
		}
	}
}

/** A series whose items are made when they are asked for. */
export class MadeSeries<T> implements Series<T> {
	readonly length: number;
	readonly #make: (place: number) => T;

	constructor(length: number, make: (place: number) => T) {
		this.length = length;
		this.#make = make;
	}

	at(place: number): T | undefined {
		return place >= 0 && place < this.length ? this.#make(place) : undefined;
	}

	*[Symbol.iterator](): Generator<T> {
		for (let place = 0; place < this.length; place++) {
			yield this.#make(place);
		}
	}
}
