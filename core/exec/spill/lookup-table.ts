/**
 * Hash table of rows by key, the build side of hash joins; spills to a file sorted by hash beyond memory.
 *
 * A few rows are stored as objects, more as bytes (`packed-table.ts`). Beyond memory they are sorted by hash into a
 * temporary file of small blocks; the first hash of each block stays in memory (a sparse index), so a probe reads one
 * or two blocks. Rows of a key keep their order.
 *
 *     file       | hash key row ... | hash key row ... | hash key row ... |
 *     memory       first hash         first hash         first hash
 *
 * Measured: a probe takes some 10 us on disk, 1 in memory.
 */
import { unitsInTurn, work } from "../../async/work-meter.ts";
import { firstWhere } from "../../types/compare/bisection.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "./memory-pool.ts";
import { hashOf } from "./partition.ts";
import { PackedTable } from "./packed-table.ts";
import { rowBytes, textBytes } from "./row-bytes.ts";
import { Sorter } from "./sorter.ts";
import type { SpillFile, SpillRun } from "./spill-file.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

/** Of a key, besides its text. */
const keyBytes = 96;
const pieceBytes = 2048;
const stepRows = 1024;
const none: readonly Row[] = [];
/** Maximum number of rows and keys as objects: converting these to bytes takes a millisecond. */
const mostPlain = 2048;
/** Maximum rows of a key returned at once. */
const fewRows = 4096;

export class LookupTable {
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	/** Rows as objects. */
	#plain: Map<Value, Row[]> | undefined = new Map();
	#plainCount = 0;
	#packed: PackedTable | undefined;
	/** Memory taken for rows as bytes. */
	#taken = 0;
	/** Used during the build, once rows exceed memory. */
	#sorter: Sorter | undefined;
	#stored: StoredRows | undefined;

	constructor(execution: Execution) {
		this.#execution = execution;
		this.#allowance = execution.scratch.allowance();
	}

	/** Returns true when `relieving` should be run. */
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
		return this.#keptPlain(rowBytes(row) + (others === undefined ? keyBytes + textBytes(key) : 0));
	}

	/** Adds a key without rows, which is not present yet. */
	mark(key: Value): boolean {
		if (this.#sorter !== undefined) {
			return this.#sorter.add([hashOf(key, 0)], [key]);
		}
		if (this.#packed !== undefined) {
			this.#packed.mark(key);
			return this.#isBeyond(this.#packed);
		}
		this.#plain!.set(key, []);
		return this.#keptPlain(keyBytes + textBytes(key));
	}

	*relieving(): CooperativeTask {
		yield* this.#sorter === undefined ? this.#moveOut() : this.#sorter.relieving();
	}

	/** Ends the build. */
	*settle(): CooperativeTask {
		if (this.#sorter === undefined) {
			return;
		}
		const stored = new StoredRows(this.#execution.scratch.file());
		const sorted = this.#sorter.sorted();
		for (let next = sorted.next(), count = 1; next !== null; next = sorted.next(), count++) {
			stored.add(next.keys[0] as number, next.row);
			if (count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
		this.#sorter.close();
		this.#sorter = undefined;
		stored.finish();
		this.#stored = stored;
	}

	get isWhole(): boolean {
		return this.#sorter === undefined && this.#stored === undefined;
	}

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

	/** Returns the rows of a key if they are in memory and few. */
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

	/** Returns true if the memory limit is exceeded. */
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
			if (++count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
		this.#forget();
	}
}

/** Each row with its key; a key without rows once with undefined. */
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

/** Rows in a file, sorted by the hash of their keys. */
class StoredRows {
	readonly #file: SpillFile;
	readonly #writer: ReturnType<SpillFile["writer"]>;
	/** Of each block. */
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

	/** Returns the last block that starts with a smaller hash, or the first. */
	#pieceOf(hash: number): number {
		const hashes = this.#firstHashes;
		return Math.max(0, firstWhere(hashes.length, (at) => hashes[at]! >= hash) - 1);
	}
}
