/**
 * Materialized list of rows, readable repeatedly: objects, then bytes in memory, then a temporary file.
 *
 * For statements that change what they read, and joins without a key.
 */
import { unitsInTurn, work } from "../../async/work-meter.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { rowBytes } from "./row-bytes.ts";
import { RowHeap } from "./row-heap.ts";
import type { SpillFile, SpillRun, SpillWriter } from "./spill-file.ts";

const batchRows = 1024;

/** Maximum number of rows as objects, unless they are read often. */
const mostPlain = 2048;

/** Conversion of items to rows and back. */
export interface RowForm<T> {
	/** Read repeatedly: all that fits into memory is stored as objects. */
	readonly isReadOften?: boolean;
	bytes(item: T): number;
	pack(item: T): Row;
	unpack(row: Row): T;
}

const plainRows: RowForm<Row> = { bytes: rowBytes, pack: (row) => row, unpack: (row) => row };

export function rowList(execution: Execution, isReadOften = false): RowList<Row> {
	return new RowList(execution, { ...plainRows, isReadOften });
}

export class RowList<T> implements Iterable<T> {
	readonly #execution: Execution;
	readonly #form: RowForm<T>;
	readonly #allowance: Allowance;
	readonly #mostPlain: number;
	readonly #kept: T[] = [];
	/** The rows after the objects, as bytes. */
	#heap: RowHeap | undefined;
	#heapBytes = 0;
	/** All rows beyond memory. */
	#file: SpillFile | undefined;
	#writer: SpillWriter | undefined;
	#run: SpillRun | undefined;

	constructor(execution: Execution, form: RowForm<T>) {
		this.#execution = execution;
		this.#form = form;
		this.#allowance = execution.scratch.allowance();
		this.#mostPlain = form.isReadOften === true ? Number.POSITIVE_INFINITY : mostPlain;
	}

	get length(): number {
		return this.#kept.length + (this.#heap?.count ?? 0) + (this.#writer?.rows ?? 0);
	}

	/** All items, if all are objects. */
	get kept(): readonly T[] | undefined {
		return this.#writer === undefined && this.#heap === undefined ? this.#kept : undefined;
	}

	/** Must not be called after reading has started. */
	add(item: T): void {
		if (this.#writer === undefined) {
			if (this.#keep(item)) {
				return;
			}
			this.#file = this.#execution.scratch.file();
			this.#writer = this.#file.writer();
		}
		this.#writer.add(this.#form.pack(item));
	}

	/** Returns false if memory is exhausted. */
	#keep(item: T): boolean {
		if (this.#kept.length < this.#mostPlain) {
			const isWithin = this.#allowance.take(this.#form.bytes(item));
			if (isWithin) {
				this.#kept.push(item);
			}
			return isWithin;
		}
		const heap = (this.#heap ??= new RowHeap());
		if (!this.#allowance.take(heap.bytes - this.#heapBytes)) {
			return false;
		}
		this.#heapBytes = heap.bytes;
		heap.add(this.#form.pack(item));
		return true;
	}

	*[Symbol.iterator](): Iterator<T> {
		yield* this.#kept;
		for (const row of this.#heap?.rows() ?? []) {
			yield this.#form.unpack(row);
		}
		if (this.#writer !== undefined && this.#file !== undefined) {
			this.#run ??= this.#writer.finish();
			const reader = this.#file.reader(this.#run);
			for (let row = reader.next(); row !== null; row = reader.next()) {
				yield this.#form.unpack(row);
			}
		}
	}

	/** All items in batches of about a thousand. */
	*batches(): Generator<readonly T[]> {
		if (this.#kept.length <= batchRows && this.kept !== undefined) {
			yield this.#kept;
			return;
		}
		let batch: T[] = [];
		for (const item of this) {
			if (batch.push(item) >= batchRows || work.units > unitsInTurn) {
				yield batch;
				batch = [];
			}
		}
		yield batch;
	}

	close(): void {
		this.#kept.length = 0;
		this.#heap?.close();
		this.#heap = undefined;
		this.#allowance.release();
		this.#file?.close();
	}
}
