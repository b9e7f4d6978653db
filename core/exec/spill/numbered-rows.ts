/**
 * What a loop keeps of each group's first row: its keys, and the columns that somebody reads behind the groups.
 *
 * In: the values of a row, while the loop runs. Out: the same, by the group's number. As bytes: 300,000 groups kept as arrays of
 * values made the 99th percentile of waits 7 ms, since the garbage collector copies what lives on.
 */
import type { Row } from "../../types/value.ts";
import { NumberList } from "../spill/number-list.ts";
import { RowHeap } from "../spill/row-heap.ts";
import type { Part } from "./loop-text.ts";

export class KeptRows implements Part {
	readonly #heap = new RowHeap();
	readonly #places = new NumberList();

	get bytes(): number {
		return this.#heap.bytes + this.#places.bytes;
	}

	get count(): number {
		return this.#places.length;
	}

	/** Of the next group. */
	add(row: Row): void {
		this.#places.push(this.#heap.add(row));
	}

	row(group: number): Row {
		return this.#heap.row(this.#places.at(group));
	}
}
