/**
 * Ids of the states of one log lease: the file's state, and as a fraction the number of a state of the memtable.
 */

/** States of one lease that have ids of their own. */
const maximumStates = 2 ** 20;

export class StateIds {
	/** The file's state when the lease began: earlier states have smaller ids. */
	readonly #firstFileState: number;
	#number = 0;
	/** The last number's share of a state's id. */
	fraction = 0;
	/** The memtable has changed since its state got a number. */
	#isNew = false;

	constructor(firstFileState: number) {
		this.#firstFileState = firstFileState;
	}

	/** Ids are used up: the lease must be given up. */
	get isWornOut(): boolean {
		return this.#number >= maximumStates - 2;
	}

	/** The memtable was changed. */
	change(): void {
		this.#isNew = true;
	}

	/** Gives the memtable's state a number; returns it. */
	take(): number {
		if (this.#isNew) {
			this.#isNew = false;
			this.#number++;
			this.fraction = this.#number / maximumStates;
		}
		return this.#number;
	}

	/** Gives the memtable a new state. */
	next(): void {
		this.#isNew = true;
		this.take();
	}

	/** The id of a state with this number. */
	idOver(fileState: number, number: number): number {
		return fileState + number / maximumStates;
	}

	/**
	 * Whether the memtable is as it was at this id, though a checkpoint may have moved entries into the file. `current`:
	 * the id of the state.
	 */
	isCurrent(since: number | undefined, current: number): boolean {
		return !this.#isNew && since !== undefined && (since === current || this.#isOfThisNumber(since));
	}

	#isOfThisNumber(since: number): boolean {
		return since >= this.#firstFileState && since % 1 === this.fraction && this.#number > 0;
	}
}
