/**
 * Random numbers that are the same in every run.
 *
 * In: a seed. Out: integers, evenly spread. So all peers get the same rows and, where answers are compared, the same
 * questions. (Xorshift of 32 bits: good enough to choose rows by.)
 */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = Math.imul(seed, 0x9e3779b1) | 1;
	}

	/** From `first` to `last`, both included. */
	between(first: number, last: number): number {
		let state = this.#state;
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		this.#state = state;
		return first + ((state >>> 0) % (last - first + 1));
	}

	/** Groups of eleven digits with dashes between them, as sysbench fills its texts. */
	digits(groups: number): string {
		let text = "";
		for (let group = 0; group < groups; group++) {
			text += `${group === 0 ? "" : "-"}${this.between(10000, 99999)}${this.between(100000, 999999)}`;
		}
		return text;
	}
}

/** Another seed for every name. */
export function seedOf(name: string): number {
	let seed = 17;
	for (let at = 0; at < name.length; at++) {
		seed = (Math.imul(seed, 31) + name.charCodeAt(at)) | 0;
	}
	return seed;
}
