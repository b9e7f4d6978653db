/**
 * Session steps of AUTO_INCREMENT: `auto_increment_increment`, `auto_increment_offset`, `insert_id`.
 *
 * Ids are offset + n * increment. It takes as many ids from the counter as the increment, exactly one of which fits,
 * so two sessions never use the same.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import { canonical, type Integer } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { AutoIncrement } from "../execution.ts";

export interface IncrementOffset {
	readonly increment: number;
	readonly offset: number;
	/** The first id of the next statement, continued by its other rows; 0: none set. */
	readonly first: Integer;
}

export class IncrementOffsetIds implements AutoIncrement {
	readonly isSingle = true;
	readonly isRequested: boolean;
	readonly #ids: AutoIncrement;
	readonly #step: IncrementOffset;
	/** Called when the first id was used. */
	readonly #spent: () => void;
	/** The next id after the requested first one; 0: not used yet. */
	#following: Integer = 0;

	constructor(ids: AutoIncrement, step: IncrementOffset, spent: () => void) {
		this.#ids = ids;
		this.#step = step;
		this.isRequested = step.first !== 0;
		this.#spent = spent;
	}

	relied(table: Table): Key | undefined {
		return this.#ids.relied?.(table);
	}

	take(table: Table, count: number): MaybePromise<Integer> {
		const { increment, first } = this.#step;
		if (first !== 0) {
			if (this.#following === 0) {
				this.#spent();
			}
			const id = this.#following === 0 ? first : this.#following;
			this.#following = addIntegers(id, count * increment);
			return after(this.#ids.pass(table, addIntegers(id, (count - 1) * increment)), () => id);
		}
		return after(this.#ids.take(table, count * increment), (next) => this.#atLeast(next));
	}

	/** Returns the first id from `least` on that fits the step. */
	#atLeast(least: Integer): Integer {
		const { increment } = this.#step;
		// An offset greater than the increment is ignored.
		const offset = this.#step.offset > increment ? 1 : this.#step.offset;
		const behind = (BigInt(offset) - BigInt(least)) % BigInt(increment);
		return canonical(BigInt(least) + (behind < 0n ? behind + BigInt(increment) : behind));
	}

	keep(table: Table, id: Integer): MaybePromise<void> {
		return this.#ids.keep(table, id);
	}

	pass(table: Table, id: Integer): MaybePromise<void> {
		return this.#ids.pass(table, id);
	}

	peek(table: Table): MaybePromise<Integer> {
		return this.#ids.peek(table);
	}

	reset(table: Table, next: Integer): MaybePromise<void> {
		return this.#ids.reset(table, next);
	}

	begin(table: Table, least: Integer): MaybePromise<void> {
		return this.#ids.begin(table, least);
	}

	refresh(table: Table): MaybePromise<Integer> {
		return this.#ids.refresh(table);
	}
}
