/**
 * Duplicate elimination of rows, with partitions spilled to disk beyond memory.
 *
 * Rows that are certainly new are reported at once. When the set of keys exceeds memory, rows with unknown keys are
 * hash-partitioned to disk and de-duplicated partition by partition at the end, in input order.
 */
import { textBytes } from "./row-bytes.ts";
import { unitsInTurn, work } from "../../async/work-meter.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { deepestLevel, Partitions } from "./partition.ts";
import { SeenKeys } from "./seen-keys.ts";
import { Sorter } from "./sorter.ts";
import type { SpillReader } from "./spill-file.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

/** Bytes of a key in a set besides its content. */
export const keyBytes = 64;
const stepRows = 1024;

export class DistinctRows {
	readonly #keyOf: (row: Row) => Value;
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	readonly #level: number;
	readonly #seen = new SeenKeys();
	#aside: Partitions | undefined;
	#count = 0;

	constructor(keyOf: (row: Row) => Value, execution: Execution, allowance = execution.scratch.allowance(), level = 0) {
		this.#keyOf = keyOf;
		this.#execution = execution;
		this.#allowance = allowance;
		this.#level = level;
	}

	/** Some rows are undecided and were spilled. */
	get hasRest(): boolean {
		return this.#aside !== undefined;
	}

	/** Returns true for a new row. `place`: its position in the input, if rows are not offered in order. */
	offer(row: Row, place = this.#count++): boolean {
		const key = this.#keyOf(row);
		if (this.#aside !== undefined) {
			if (!this.#seen.has(key)) {
				this.#aside.add(key, [...row, place]);
			}
			return false;
		}
		if (!this.#seen.add(key)) {
			return false;
		}
		if (!this.#allowance.take(keyBytes + textBytes(key)) && this.#level < deepestLevel) {
			this.#aside = new Partitions(this.#execution.scratch, this.#level);
		}
		return true;
	}

	/** Adds the new ones among the spilled rows to a sorter, keyed by position. No row may be offered any more. */
	*settle(into: Sorter): CooperativeTask {
		this.close();
		for (const part of this.#aside?.parts() ?? []) {
			const rows = new DistinctRows(this.#keyOf, this.#execution, this.#allowance, this.#level + 1);
			yield* rows.take(part, into);
			yield* rows.settle(into);
		}
		this.#aside?.close();
	}

	close(): void {
		this.#seen.clear();
		this.#allowance.release();
	}

	/** Offers spilled rows; each has its position after its values. */
	*take(part: SpillReader, into: Sorter): CooperativeTask {
		for (let row = part.next(), count = 1; row !== null; row = part.next(), count++) {
			const place = row.pop() as number;
			if (this.offer(row, place) && into.add([place], row)) {
				yield* into.relieving();
			}
			if (count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
	}
}

/** Returns a sorter by position. */
export function placeSorter(execution: Execution): Sorter {
	return new Sorter((one, other) => (one.keys[0] as number) - (other.keys[0] as number), execution);
}
