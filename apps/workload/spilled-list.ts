/**
 * Spilled list: a list of plain data whose first items stay in memory, and all others in a scratch file, so that a long
 * workload takes no more memory than a short one.
 */
import { ScratchFile } from "./scratch-file.ts";
import type { Series } from "./series.ts";

const itemsInMemory = 16_384;

export class SpilledList<T> implements Series<T> {
	readonly #first: T[] = [];
	#rest: ScratchFile | undefined;
	/** The last that was read from the file: most are asked for several times in a row. */
	#read: T | undefined;
	#readPlace = -1;

	get length(): number {
		return this.#first.length + (this.#rest?.length ?? 0);
	}

	/** Throws UsageError where the disk is full. */
	push(item: T): void {
		if (this.#first.length < itemsInMemory) {
			this.#first.push(item);
			return;
		}
		this.#rest ??= new ScratchFile();
		this.#rest.push(item);
	}

	/** An item of the file is made anew when another was asked for between. */
	at(place: number): T | undefined {
		const behind = place - this.#first.length;
		if (behind < 0) {
			return this.#first[place];
		}
		if (this.#rest === undefined || behind >= this.#rest.length) {
			return undefined;
		}
		if (place !== this.#readPlace) {
			this.#read = this.#rest.read(behind) as T;
			this.#readPlace = place;
		}
		return this.#read;
	}

	*[Symbol.iterator](): Generator<T> {
		for (let place = 0; place < this.length; place++) {
			yield this.at(place) as T;
		}
	}
}
