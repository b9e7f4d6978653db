/**
 * Top-N: keeps the first rows in an order, with bounded memory.
 *
 * Up to twice as many rows are kept and the surplus dropped now and then; a row after the last of a full set is
 * rejected at once. Rows too large for memory are sorted externally (`sorter.ts`).
 */
import type { RowSource } from "../row-source.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import type { KeyedRow, RowOrder } from "./merge.ts";
import { rowBytes } from "./row-bytes.ts";
import { Sorter } from "./sorter.ts";

/** Larger limits use a full sort. */
export const mostFirstRows = 8192;
const leastKept = 256;

export class FirstRows {
	readonly #wanted: number;
	readonly #order: RowOrder;
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	readonly #most: number;
	#kept: KeyedRow[] = [];
	/** The N-th row, once there are N. */
	#last: KeyedRow | undefined;
	/** Replaces the array once the rows exceed memory. */
	#sorter: Sorter | undefined;

	constructor(wanted: number, order: RowOrder, execution: Execution) {
		this.#wanted = wanted;
		this.#order = order;
		this.#execution = execution;
		this.#allowance = execution.scratch.allowance();
		this.#most = Math.max(2 * wanted, leastKept);
	}

	/** The N-th row, once there are N: rows that sort after it are not in the result. */
	get last(): KeyedRow | undefined {
		return this.#last;
	}

	/** See `Sorter.add`. */
	add(keys: Row, row: Row): boolean {
		if (this.#sorter !== undefined) {
			return this.#sorter.add(keys, row);
		}
		const keyed = { keys, row };
		if (this.#last !== undefined && this.#order(keyed, this.#last) >= 0) {
			return false;
		}
		const isWithin = this.#allowance.take(bytesOf(keyed));
		this.#kept.push(keyed);
		return (isWithin && this.#kept.length <= this.#most) || this.#cut() ? false : this.#sortInstead();
	}

	relieve(): MaybePromise<void> {
		return this.#sorter?.relieve();
	}

	source(): RowSource {
		if (this.#sorter !== undefined) {
			return this.#sorter.source();
		}
		this.#cut();
		const rows = this.#kept.map(({ row }) => row);
		this.#kept = [];
		return {
			next: () => (rows.length === 0 ? null : rows.splice(0, leastKept * 4)),
			close: () => {
				rows.length = 0;
				this.#allowance.release();
			},
		};
	}

	/** Drops the surplus. Returns false if the rest still exceeds memory. */
	#cut(): boolean {
		this.#kept.sort(this.#order);
		if (this.#kept.length > this.#wanted) {
			this.#kept.length = this.#wanted;
		}
		this.#last = this.#kept.length === this.#wanted ? this.#kept.at(-1) : undefined;
		this.#allowance.release();
		return this.#kept.every((keyed) => this.#allowance.take(bytesOf(keyed)));
	}

	#sortInstead(): boolean {
		this.#allowance.release();
		this.#sorter = new Sorter(this.#order, this.#execution);
		let isFull = false;
		for (const { keys, row } of this.#kept) {
			isFull = this.#sorter.add(keys, row) || isFull;
		}
		this.#kept = [];
		return isFull;
	}
}

function bytesOf({ keys, row }: KeyedRow): number {
	return rowBytes(keys) + rowBytes(row);
}
