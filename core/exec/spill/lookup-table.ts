/**
 * Rows to be found again and again by a key, however many there are.
 *
 * In: rows with keys, once; then keys. Out: the rows of a key in the order they came. A few are kept as they are,
 * many as bytes (`packed-table.ts`). Where they are too many for memory they go to a temporary file in the order of
 * their keys' hashes, in small pieces; in memory stays the first hash of each. A key is then looked for in the one or
 * two pieces where it can be: some 10 us instead of one. It refuses to know what keys are made of.
 *
 *     file       | hash key row ... | hash key row ... | hash key row ... |
 *     memory       first hash         first hash         first hash
 */
import type { Row, Value } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { hashOf } from "./partition.ts";
import { PackedTable } from "./packed-table.ts";
import { rowBytes } from "./row-bytes.ts";
import { Sorter } from "./sorter.ts";
import type { SpillFile, SpillRun } from "./spill-file.ts";
import type { CooperativeTask } from "./cooperative-task.ts";

const keyBytes = 96;
const pieceBytes = 2048;
const stepRows = 1024;
const none: readonly Row[] = [];
/** Beyond so many rows and keys they are kept as bytes: becoming so takes them a millisecond. */
const mostPlain = 2048;
/** Rows of a key are handed over at once up to so many. */
const fewRows = 4096;

export class LookupTable {
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	/** The first few. */
	#plain: Map<Value, Row[]> | undefined = new Map();
	#plainCount = 0;
	#packed: PackedTable | undefined;
	/** What was taken for those that are bytes. */
	#taken = 0;
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
		if (this.#packed !== undefined) {
			this.#packed.add(key, row);
			return this.#isBeyond(this.#packed);
		}
		const others = this.#plain!.get(key);
		if (others === undefined) {
			this.#plain!.set(key, [row]);
		} else {
			others.push(row);
		}
		return this.#keptPlain(rowBytes(row) + (others === undefined ? keyBytes : 0));
	}

	/** A key without rows, which is not there yet. */
	mark(key: Value): boolean {
		if (this.#sorter !== undefined) {
			return this.#sorter.add([hashOf(key, 0)], [key]);
		}
		if (this.#packed !== undefined) {
			this.#packed.mark(key);
			return this.#isBeyond(this.#packed);
		}
		this.#plain!.set(key, []);
		return this.#keptPlain(keyBytes);
	}

	*relieving(): CooperativeTask {
		yield* this.#sorter === undefined ? this.#moveOut() : this.#sorter.relieving();
	}

	/** All rows are there. */
	*settle(): CooperativeTask {
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
		this.#forget();
		this.#sorter?.close();
		this.#stored?.close();
	}

	has(key: Value): boolean {
		if (this.#stored !== undefined) {
			return !this.#stored.rows(key).next().done;
		}
		return this.#packed?.has(key) ?? this.#plain!.has(key);
	}

	/** The rows of a key, where they are in memory and few. */
	kept(key: Value): readonly Row[] | undefined {
		if (this.#stored !== undefined) {
			return undefined;
		}
		const rows = this.#packed === undefined ? (this.#plain!.get(key) ?? none) : this.#packed.few(key, fewRows);
		return rows === undefined || rows.length > fewRows ? undefined : rows;
	}

	rows(key: Value): Iterable<Row> {
		return (this.#stored ?? this.#packed)?.rows(key) ?? this.#plain!.get(key) ?? none;
	}

	/** True: it is more than it may be. */
	#keptPlain(bytes: number): boolean {
		const isWithin = this.#allowance.take(bytes);
		if (++this.#plainCount > mostPlain) {
			const packed = new PackedTable();
			for (const [key, row] of plainEntries(this.#plain!)) {
				row === undefined ? packed.mark(key) : packed.add(key, row);
			}
			this.#forget();
			this.#packed = packed;
			return this.#isBeyond(packed);
		}
		return !isWithin;
	}

	#isBeyond({ bytes }: PackedTable): boolean {
		const more = bytes - this.#taken;
		if (more <= 0 || this.#allowance.take(more)) {
			this.#taken = Math.max(bytes, this.#taken);
			return false;
		}
		return true;
	}

	#forget(): void {
		this.#plain = undefined;
		this.#packed?.close();
		this.#packed = undefined;
		this.#taken = 0;
		this.#allowance.release();
	}

	*#moveOut(): CooperativeTask {
		const sorter = new Sorter((one, other) => (one.keys[0] as number) - (other.keys[0] as number), this.#execution);
		this.#sorter = sorter;
		let count = 0;
		for (const [key, row = []] of this.#packed?.entries() ?? plainEntries(this.#plain!)) {
			if (sorter.add([hashOf(key, 0)], [key, ...row])) {
				yield* sorter.relieving();
			}
			if (++count % stepRows === 0) {
				yield;
			}
		}
		this.#forget();
	}
}

/** Each row with its key; a key that has no rows with none. */
function* plainEntries(rowsByKey: ReadonlyMap<Value, readonly Row[]>): Generator<[Value, Row | undefined]> {
	for (const [key, rows] of rowsByKey) {
		if (rows.length === 0) {
			yield [key, undefined];
		}
		for (const row of rows) {
			yield [key, row];
		}
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
