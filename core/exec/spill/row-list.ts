/**
 * Rows in the order they come, to be read any number of times: in memory, and beyond the limit in a temporary file.
 *
 * In: rows. Out: the same rows, from the first. It refuses to know what for: statements that change what they read, tables
 * joined without a key.
 */
import type { Row } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { rowBytes } from "./row-bytes.ts";
import type { SpillFile, SpillRun, SpillWriter } from "./spill-file.ts";

export class RowList implements Iterable<Row> {
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	/** Those before the first that went to the file. */
	readonly #kept: Row[] = [];
	#file: SpillFile | undefined;
	#writer: SpillWriter | undefined;
	#run: SpillRun | undefined;

	constructor(execution: Execution) {
		this.#execution = execution;
		this.#allowance = execution.scratch.allowance();
	}

	get length(): number {
		return this.#kept.length + (this.#writer?.rows ?? 0);
	}

	/** All rows, where they are all in memory. */
	get kept(): readonly Row[] | undefined {
		return this.#writer === undefined ? this.#kept : undefined;
	}

	/** Before the first is read. */
	add(row: Row): void {
		if (this.#writer === undefined) {
			if (this.#allowance.take(rowBytes(row))) {
				this.#kept.push(row);
				return;
			}
			this.#file = this.#execution.scratch.file();
			this.#writer = this.#file.writer();
		}
		this.#writer.add(row);
	}

	*[Symbol.iterator](): Iterator<Row> {
		yield* this.#kept;
		if (this.#writer !== undefined && this.#file !== undefined) {
			this.#run ??= this.#writer.finish();
			const reader = this.#file.reader(this.#run);
			for (let row = reader.next(); row !== null; row = reader.next()) {
				yield row;
			}
		}
	}

	close(): void {
		this.#kept.length = 0;
		this.#allowance.release();
		this.#file?.close();
	}
}
