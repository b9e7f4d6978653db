/**
 * Rows to be found again and again by a key, however many there are.
 *
 * In: rows with keys, once; then keys. Out: the rows of a key in the order they came. Where they are too many for memory they go to a
 * temporary file in the order of their keys' hashes, in small pieces; in memory stays the first hash of each. A key is then looked for
 * in the one or two pieces where it can be: some 10 us instead of one. It refuses to know what keys are made of.
 *
 *     file       | hash key row ... | hash key row ... | hash key row ... |
 *     memory       first hash         first hash         first hash
 */
import type { Row, Value } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { hashOf } from "./partition.ts";
import { rowBytes } from "./row-bytes.ts";
import { Sorter } from "./sorter.ts";
import type { SpillFile, SpillRun } from "./spill-file.ts";
import type { Steps } from "./turn.ts";
import { WideMap } from "./wide-map.ts";

const keyBytes = 96;
const pieceBytes = 2048;
const stepRows = 1024;
const none: readonly Row[] = [];
/** What is kept of a key that has no rows: one for all, since half a million of their own keep the collector busy. */
const marked: Row[] = [[]];

export class LookupTable {
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	readonly #byKey = new WideMap<Row[]>();
	/** While rows come and are too many. */
	#sorter: Sorter | undefined;
	#stored: StoredRows | undefined;

	constructor(execution: Execution) {
		this.#execution = execution;
		this.#allowance = execution.scratch.allowance();
	}

	/** True: `relieving` would be good now. */
	add(key: Value, row: Row): boolean {
		if (this.#sorter !== undefined) {
			return this.#sorter.add([hashOf(key, 0)], [key, ...row]);
		}
		const others = this.#byKey.get(key);
		if (others === undefined) {
			this.#byKey.set(key, [row]);
		} else {
			others.push(row);
		}
		return !this.#allowance.take(rowBytes(row) + (others === undefined ? keyBytes : 0));
	}

	/** A key without rows, which is not there yet. */
	mark(key: Value): boolean {
		if (this.#sorter !== undefined) {
			return this.#sorter.add([hashOf(key, 0)], [key]);
		}
		this.#byKey.set(key, marked);
		return !this.#allowance.take(keyBytes);
	}

	*relieving(): Steps {
		yield* this.#sorter === undefined ? this.#moveOut() : this.#sorter.relieving();
	}

	/** All rows are there. */
	*settle(): Steps {
		if (this.#sorter === undefined) {
			return;
		}
		const stored = new StoredRows(this.#execution.scratch.file());
		const sorted = this.#sorter.sorted();
		for (let next = sorted.next(), count = 1; next !== null; next = sorted.next(), count++) {
			stored.add(next.keys[0] as number, next.row);
			if (count % stepRows === 0) {
				yield;
			}
		}
		this.#sorter.close();
		this.#sorter = undefined;
		stored.finish();
		this.#stored = stored;
	}

	/** All rows are in memory. */
	get isWhole(): boolean {
		return this.#sorter === undefined && this.#stored === undefined;
	}

	/** Nobody asks any more. */
	close(): void {
		this.#byKey.clear();
		this.#allowance.release();
		this.#sorter?.close();
		this.#stored?.close();
	}

	/** The rows of a key, where they are in memory. */
	kept(key: Value): readonly Row[] | undefined {
		return this.#stored === undefined ? (this.#byKey.get(key) ?? none) : undefined;
	}

	rows(key: Value): Iterable<Row> {
		return this.#stored === undefined ? (this.#byKey.get(key) ?? none) : this.#stored.rows(key);
	}

	*#moveOut(): Steps {
		const sorter = new Sorter((one, other) => (one.keys[0] as number) - (other.keys[0] as number), this.#execution);
		this.#sorter = sorter;
		let count = 0;
		for (const [key, rows] of this.#byKey.entries()) {
			for (const row of rows) {
				if (sorter.add([hashOf(key, 0)], [key, ...row])) {
					yield* sorter.relieving();
				}
				if (++count % stepRows === 0) {
					yield;
				}
			}
		}
		this.#byKey.clear();
		this.#allowance.release();
	}
}

/** Rows in a file, in the order of the hashes of their keys. */
class StoredRows {
	readonly #file: SpillFile;
	readonly #writer: ReturnType<SpillFile["writer"]>;
	/** Of each piece. */
	readonly #firstHashes: number[] = [];
	#run: SpillRun = { pieces: [], rows: 0 };

	constructor(file: SpillFile) {
		this.#file = file;
		this.#writer = file.writer(pieceBytes);
	}

	add(hash: number, keyed: Row): void {
		if (this.#writer.isAtStart) {
			this.#firstHashes.push(hash);
		}
		this.#writer.add([hash, ...keyed]);
	}

	close(): void {
		this.#file.close();
	}

	finish(): void {
		this.#run = this.#writer.finish();
	}

	*rows(key: Value): Generator<Row> {
		const wanted = hashOf(key, 0);
		const reader = this.#file.reader(this.#run, this.#pieceOf(wanted));
		for (let row = reader.next(); row !== null; row = reader.next()) {
			const hash = row[0] as number;
			if (hash > wanted) {
				return;
			}
			if (hash === wanted && row[1] === key) {
				yield row.slice(2);
			}
		}
	}

	/** The last piece that begins with a smaller hash, or the first. */
	#pieceOf(hash: number): number {
		let low = 0;
		let high = this.#firstHashes.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#firstHashes[middle]! < hash) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return Math.max(0, low - 1);
	}
}
