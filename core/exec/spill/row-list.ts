/**
 * Rows in the order they come, to be read any number of times: in memory, and beyond the limit in a temporary file.
 *
 * In: rows, or things that a row can say. Out: the same, from the first. It refuses to know what for: statements that change what
 * they read, tables joined without a key.
 */
import type { Row } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { rowBytes } from "./row-bytes.ts";
import type { SpillFile, SpillRun, SpillWriter } from "./spill-file.ts";

const batchRows = 1024;

/** How things are kept as rows. */
export interface RowForm<T> {
	/** About what it takes while it is in memory. */
	bytes(item: T): number;
	pack(item: T): Row;
	unpack(row: Row): T;
}

const plainRows: RowForm<Row> = { bytes: rowBytes, pack: (row) => row, unpack: (row) => row };

/** A list of plain rows. */
export function rowList(execution: Execution): RowList<Row> {
	return new RowList(execution, plainRows);
}

export class RowList<T> implements Iterable<T> {
	readonly #execution: Execution;
	readonly #form: RowForm<T>;
	readonly #allowance: Allowance;
	/** Those before the first that went to the file. */
	readonly #kept: T[] = [];
	#file: SpillFile | undefined;
	#writer: SpillWriter | undefined;
	#run: SpillRun | undefined;

	constructor(execution: Execution, form: RowForm<T>) {
		this.#execution = execution;
		this.#form = form;
		this.#allowance = execution.scratch.allowance();
	}

	get length(): number {
		return this.#kept.length + (this.#writer?.rows ?? 0);
	}

	/** All of them, where they are all in memory. */
	get kept(): readonly T[] | undefined {
		return this.#writer === undefined ? this.#kept : undefined;
	}

	/** Before the first is read. */
	add(item: T): void {
		if (this.#writer === undefined) {
			if (this.#allowance.take(this.#form.bytes(item))) {
				this.#kept.push(item);
				return;
			}
			this.#file = this.#execution.scratch.file();
			this.#writer = this.#file.writer();
		}
		this.#writer.add(this.#form.pack(item));
	}

	*[Symbol.iterator](): Iterator<T> {
		yield* this.#kept;
		if (this.#writer !== undefined && this.#file !== undefined) {
			this.#run ??= this.#writer.finish();
			const reader = this.#file.reader(this.#run);
			for (let row = reader.next(); row !== null; row = reader.next()) {
				yield this.#form.unpack(row);
			}
		}
	}

	/** The same in arrays of about a thousand. */
	*batches(): Generator<readonly T[]> {
		if (this.#writer === undefined && this.#kept.length <= batchRows) {
			yield this.#kept;
			return;
		}
		let batch: T[] = [];
		for (const item of this) {
			if (batch.push(item) >= batchRows) {
				yield batch;
				batch = [];
			}
		}
		yield batch;
	}

	close(): void {
		this.#kept.length = 0;
		this.#allowance.release();
		this.#file?.close();
	}
}
