/**
 * Temporary file of rows, written in runs, each readable from its start.
 *
 * The file is unlinked right after it is opened, so it disappears with its process. I/O is synchronous: blocks of 64
 * KiB go to the page cache, some 20 us each.
 *
 *     file    block of run 1 | block of run 2 | block of run 1 | ...      rows are never split
 */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { systemReason } from "../../errors/system-reason.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { work } from "../../async/work-meter.ts";
import { RowReader, RowWriter } from "./row-bytes.ts";

const pieceBytes = 1 << 16;
export const spillName = /^verso-(\d+)-\d+\.spill$/;

interface Piece {
	readonly start: number;
	readonly length: number;
}

/** A sequence of rows in the file. */
export interface SpillRun {
	readonly pieces: readonly Piece[];
	readonly rows: number;
}

let count = 0;

export class SpillFile {
	readonly #path: string;
	readonly #closed: () => void;
	#handle: number | null;
	#end = 0;

	/** `closed`: called when the file is closed. */
	constructor(folder: string, closed: () => void = () => {}) {
		this.#closed = closed;
		this.#path = join(folder, `verso-${process.pid}-${++count}.spill`);
		try {
			mkdirSync(folder, { recursive: true });
			this.#handle = openSync(this.#path, "wx+", 0o600);
			rmSync(this.#path, { force: true });
		} catch (failure) {
			throw this.#refusal("cantCreateFile", failure);
		}
	}

	get bytes(): number {
		return this.#handle === null ? 0 : fstatSync(this.#handle).size;
	}

	/** Starts a run; several may be written in parallel. A block ends after the row that reaches `least` bytes. */
	writer(least = pieceBytes): SpillWriter {
		return new SpillWriter((bytes) => this.#append(bytes), least);
	}

	/** `from`: the first block to read. */
	reader(run: SpillRun, from = 0): SpillReader {
		return new SpillReader(run, from, (piece) => this.#read(piece));
	}

	close(): void {
		const handle = this.#handle;
		this.#handle = null;
		if (handle !== null) {
			closeSync(handle);
			this.#closed();
		}
	}

	#read({ start, length }: Piece): Buffer {
		const bytes = Buffer.allocUnsafe(length);
		try {
			for (let done = 0; done < length; ) {
				const read = readSync(this.#opened(), bytes, done, length - done, start + done);
				if (read === 0) {
					throw new Error("the file is shorter than what was written");
				}
				done += read;
			}
		} catch (failure) {
			throw this.#refusal("errorOnRead", failure);
		}
		return bytes;
	}

	#append(bytes: Buffer): Piece {
		const start = this.#end;
		try {
			for (let done = 0; done < bytes.length; ) {
				done += writeSync(this.#opened(), bytes, done, bytes.length - done, start + done);
			}
		} catch (failure) {
			throw this.#refusal("errorOnWrite", failure);
		}
		this.#end += bytes.length;
		return { start, length: bytes.length };
	}

	#opened(): number {
		if (this.#handle === null) {
			throw new Error("the statement is over");
		}
		return this.#handle;
	}

	#refusal(name: "cantCreateFile" | "errorOnWrite" | "errorOnRead", failure: unknown): Error {
		const [number, words] = systemReason(failure);
		return sqlError(name, encodeText(this.#path), number, encodeText(words));
	}
}

export class SpillWriter {
	readonly #append: (bytes: Buffer) => Piece;
	readonly #least: number;
	readonly #pieces: Piece[] = [];
	/** Grows with its content: there may be many writers with little data. */
	readonly #bytes = new RowWriter(1 << 12);
	#rows = 0;

	constructor(append: (bytes: Buffer) => Piece, least: number) {
		this.#append = append;
		this.#least = least;
	}

	/** The next row is the first of a block. */
	get isAtStart(): boolean {
		return this.#bytes.length === 0;
	}

	get rows(): number {
		return this.#rows;
	}

	/** `before`: the previous row, if the reader has it too. */
	add(row: Row, before?: Row): void {
		const start = this.#bytes.length;
		this.#bytes.add(row, before);
		work.units += this.#bytes.length - start;
		this.#rows++;
		if (this.#bytes.length >= this.#least) {
			this.#flush();
		}
	}

	finish(): SpillRun {
		this.#flush();
		return { pieces: this.#pieces, rows: this.#rows };
	}

	#flush(): void {
		if (this.#bytes.length > 0) {
			this.#pieces.push(this.#append(this.#bytes.written));
			this.#bytes.clear();
		}
	}
}

export class SpillReader {
	readonly #pieces: readonly Piece[];
	readonly #read: (piece: Piece) => Buffer;
	readonly #bytes = new RowReader();
	#next: number;

	constructor({ pieces }: SpillRun, from: number, read: (piece: Piece) => Buffer) {
		this.#pieces = pieces;
		this.#next = from;
		this.#read = read;
	}

	next(before?: Row): Row | null {
		while (this.#bytes.isEmpty) {
			const piece = this.#pieces[this.#next++];
			if (piece === undefined) {
				return null;
			}
			work.units += piece.length;
			this.#bytes.feed(this.#read(piece));
		}
		return this.#bytes.row(before);
	}
}
