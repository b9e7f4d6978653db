/**
 * Rows in memory as bytes, by number from 0. Does not spill.
 *
 * Why: 300,000 groups stored as arrays of values made the 99th percentile of waits 7 ms, because the garbage
 * collector copies surviving objects.
 */
import type { Row } from "../../types/value/value.ts";
import { NumberList } from "./number-list.ts";
import { RowHeap } from "./row-heap.ts";

export class NumberedRows {
	readonly #heap = new RowHeap();
	readonly #places = new NumberList();

	get bytes(): number {
		return this.#heap.bytes + this.#places.bytes;
	}

	get count(): number {
		return this.#places.length;
	}

	add(row: Row): number {
		return this.#places.push(this.#heap.add(row));
	}

	close(): void {
		this.#heap.close();
		this.#places.close();
	}

	row(number: number): Row {
		return this.#heap.row(this.#places.at(number));
	}
}
