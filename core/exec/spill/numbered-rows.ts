/**
 * Many rows in memory as bytes, each found by its number.
 *
 * In: rows, one behind the other. Out: the same, by number from 0. It refuses to spill. 300,000 groups kept as arrays
 * of values made the 99th percentile of waits 7 ms, since the garbage collector copies what lives on.
 */
import type { Row } from "../../types/value.ts";
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

	/** Answers with its number. */
	add(row: Row): number {
		return this.#places.push(this.#heap.add(row));
	}

	/** Nobody asks for a row any more. */
	close(): void {
		this.#heap.close();
		this.#places.close();
	}

	row(number: number): Row {
		return this.#heap.row(this.#places.at(number));
	}
}
