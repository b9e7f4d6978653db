/**
 * Sorts any number of rows: what memory does not hold goes to a temporary file in sorted runs, which are merged.
 *
 * In: rows with their keys, and an order of keys. Out: the rows in that order; of equal ones the first stays first. It refuses
 * to know where rows come from.
 *
 *     rows ─► chunk, sorted when full ─┐ memory full: merged into a run
 *             chunk, sorted            ├────────────────────────────────► run  ─┐ many runs: merged into one
 *             chunk, sorted           ─┘                                  run  ─┴──────────► run
 *     at the end all runs and chunks are merged while they are read
 *
 * Work is done in steps of a few thousand rows, between which others have their turn: sorting a million rows at once keeps a
 * point select waiting for a second.
 */
import type { Answer } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import type { Execution, RowSource } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { type KeyedRow, Merge, type RowOrder, type SortedRows } from "./merge.ts";
import { rowBytes } from "./row-bytes.ts";
import type { SpillFile, SpillRun, SpillWriter } from "./spill-file.ts";
import { inTurns, type Steps } from "./turn.ts";

/** A chunk is sorted at once: less than a millisecond. */
const chunkRows = 1024;
/** Rows merged before others have their turn. */
const stepRows = 512;
/** More runs than these are merged into one before the end. */
const maximumRuns = 64;

export class Sorter {
	readonly #order: RowOrder;
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	#chunk: KeyedRow[] = [];
	#chunks: KeyedRow[][] = [];
	#file: SpillFile | undefined;
	#runs: SpillRun[] = [];

	constructor(order: RowOrder, execution: Execution) {
		this.#order = order;
		this.#execution = execution;
		this.#allowance = execution.scratch.allowance();
	}

	/** Whatever it takes: whoever adds many calls `relieve` now and then. True: now would be good. */
	add(keys: Row, row: Row): boolean {
		const isWithin = this.#allowance.take(rowBytes(keys) + rowBytes(row));
		this.#chunk.push({ keys, row });
		if (this.#chunk.length >= chunkRows) {
			this.#endChunk();
		}
		return !isWithin;
	}

	/** Writes what is in memory to the file. */
	relieve(): Answer<void> {
		return inTurns(this.#execution, this.relieving());
	}

	/** The same in steps. */
	*relieving(): Steps {
		this.#endChunk();
		if (this.#chunks.length === 0) {
			return;
		}
		const run = yield* this.#write(this.#merge([], this.#chunks));
		this.#chunks = [];
		this.#allowance.release();
		this.#runs.push(run);
		if (this.#runs.length > maximumRuns) {
			this.#runs = [yield* this.#write(this.#merge(this.#runs, []))];
		}
	}

	/** All rows in order. Nothing is added any more. */
	sorted(): SortedRows {
		this.#endChunk();
		return this.#merge(this.#runs, this.#chunks);
	}

	/** The same in batches. */
	source(): RowSource {
		const rows = this.sorted();
		return {
			next: () => {
				const batch: Row[] = [];
				const turn = this.#execution.giveWay();
				const fill = (): Row[] | null => {
					for (let found = rows.next(); found !== null; found = rows.next()) {
						if (batch.push(found.row) >= stepRows) {
							return batch;
						}
					}
					this.close();
					return batch.length > 0 ? batch : null;
				};
				return turn instanceof Promise ? turn.then(fill) : fill();
			},
			close: () => this.close(),
		};
	}

	close(): void {
		this.#allowance.release();
		this.#file?.close();
		this.#chunks = [];
		this.#runs = [];
	}

	#endChunk(): void {
		if (this.#chunk.length > 0) {
			this.#chunks.push(this.#chunk.sort(this.#order));
			this.#chunk = [];
		}
	}

	#merge(runs: readonly SpillRun[], chunks: readonly (readonly KeyedRow[])[]): SortedRows {
		return new Merge([...runs.map((run) => fromRun(this.#fileOf(), run)), ...chunks.map(fromChunk)], this.#order);
	}

	*#write(rows: SortedRows): Generator<undefined, SpillRun> {
		const writer = this.#fileOf().writer();
		for (let found = rows.next(), count = 1; found !== null; found = rows.next(), count++) {
			writeKeyed(writer, found);
			if (count % stepRows === 0) {
				yield;
			}
		}
		return writer.finish();
	}

	#fileOf(): SpillFile {
		this.#file ??= this.#execution.scratch.file();
		return this.#file;
	}
}

function writeKeyed(writer: SpillWriter, { keys, row }: KeyedRow): void {
	writer.add(keys);
	writer.add(row);
}

function fromRun(file: SpillFile, run: SpillRun): SortedRows {
	const reader = file.reader(run);
	return {
		next() {
			const keys = reader.next();
			return keys === null ? null : { keys, row: reader.next() ?? [] };
		},
	};
}

function fromChunk(rows: readonly KeyedRow[]): SortedRows {
	let at = 0;
	return { next: () => rows[at++] ?? null };
}
