/**
 * AUTO_INCREMENT ids of a dry run: counts like the real counters, without taking ids or writing.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import type { Integer } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { AutoIncrement } from "../execution.ts";

export class DryRunIds implements AutoIncrement {
	readonly #lender: AutoIncrement;
	/** The next id by table id. */
	readonly #next = new Map<number, Integer>();

	constructor(lender: AutoIncrement) {
		this.#lender = lender;
	}

	take(table: Table, count: number): MaybePromise<Integer> {
		return after(this.peek(table), (next) => {
			this.#next.set(table.id, addIntegers(next, count));
			return next;
		});
	}

	/** The statement is rolled back: nothing is deleted. */
	keep(): void {}

	pass(table: Table, id: Integer): MaybePromise<void> {
		return after(this.peek(table), (next) => {
			if (id >= next) {
				this.#next.set(table.id, addIntegers(id, 1));
			}
		});
	}

	peek(table: Table): MaybePromise<Integer> {
		return this.#next.get(table.id) ?? this.#lender.peek(table);
	}

	reset(table: Table, next: Integer): void {
		this.#next.set(table.id, next);
	}

	begin(table: Table, least: Integer): MaybePromise<void> {
		return this.pass(table, addIntegers(least, -1));
	}

	refresh(table: Table): MaybePromise<Integer> {
		return this.peek(table);
	}
}
