/**
 * Which rows are there for the first time, however many there are.
 *
 * In: rows. Out: at once, those that are surely new; at the end the rest, in the order they came. The keys of rows
 * that were seen are in memory; where they are too many, further rows of unknown keys are laid aside in parts, and
 * looked at part by part. It refuses to know what equal is: keys tell.
 */
import type { Row, Value } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { deepestLevel, Partitions } from "./partition.ts";
import { SeenKeys } from "./seen-keys.ts";
import { Sorter } from "./sorter.ts";
import type { SpillReader } from "./spill-file.ts";
import type { CooperativeTask } from "./cooperative-task.ts";

/** What a key takes in a set, besides its bytes. */
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

	/** Some rows may be new and were laid aside. */
	get hasRest(): boolean {
		return this.#aside !== undefined;
	}

	/** True: the row is new. `place`: where it stands among all rows, if that is not where it comes. */
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
		if (
			!this.#allowance.take(typeof key === "string" ? keyBytes + key.length : keyBytes) &&
			this.#level < deepestLevel
		) {
			this.#aside = new Partitions(this.#execution.scratch, this.#level);
		}
		return true;
	}

	/**
	 * Puts the new ones of those laid aside, keyed by their place, where they are sorted. Nothing is offered any more.
	 */
	*settle(into: Sorter): CooperativeTask {
		this.close();
		for (const part of this.#aside?.parts() ?? []) {
			const rows = new DistinctRows(this.#keyOf, this.#execution, this.#allowance, this.#level + 1);
			yield* rows.take(part, into);
			yield* rows.settle(into);
		}
		this.#aside?.close();
	}

	/** Forgets what was seen. */
	close(): void {
		this.#seen.clear();
		this.#allowance.release();
	}

	/** Offers rows that were laid aside, each with its place behind its values. */
	*take(part: SpillReader, into: Sorter): CooperativeTask {
		for (let row = part.next(), count = 1; row !== null; row = part.next(), count++) {
			const place = row.pop() as number;
			if (this.offer(row, place) && into.add([place], row)) {
				yield* into.relieving();
			}
			if (count % stepRows === 0) {
				yield;
			}
		}
	}
}

/** Sorts rows by their place. */
export function placeSorter(execution: Execution): Sorter {
	return new Sorter((one, other) => (one.keys[0] as number) - (other.keys[0] as number), execution);
}
