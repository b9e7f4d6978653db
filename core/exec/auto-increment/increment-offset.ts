/**
 * Ids of AUTO_INCREMENT columns in the steps a session asks for: `auto_increment_increment`, `auto_increment_offset`,
 * `insert_id`.
 *
 * In: the server's ids and the session's step. Out: ids that are the offset and a multiple of the increment more. It
 * refuses to keep anything: as many ids as a step has are taken from the server, and exactly one of them is right, so
 * that two sessions never give the same.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise, Key } from "../../store/store.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import { canonical, type Integer } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { AutoIncrement } from "../execution.ts";

export interface IncrementOffset {
	readonly increment: number;
	readonly offset: number;
	/** The next statement's first id, which those of its other rows follow; 0: whatever comes. */
	readonly first: Integer;
}

export class IncrementOffsetIds implements AutoIncrement {
	readonly isSingle = true;
	readonly #ids: AutoIncrement;
	readonly #step: IncrementOffset;
	/** Called when the first id was given. */
	readonly #spent: () => void;
	/** The next of the ids that follow the first one asked for; 0: it was not given yet. */
	#following: Integer = 0;

	constructor(ids: AutoIncrement, step: IncrementOffset, spent: () => void) {
		this.#ids = ids;
		this.#step = step;
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

	/** The first id from `least` on that is in step. */
	#atLeast(least: Integer): Integer {
		const { increment } = this.#step;
		// An offset beyond the increment counts for nothing.
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
