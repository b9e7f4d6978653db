/**
 * Rows in memory as bytes, by address: for many long-lived rows that are read rarely. Does not spill.
 *
 *     chunk    row | row | ... some 62 KiB, a row is never split
 *     address  chunk * 65536 + start of the row in it
 *
 * Why: surviving objects are copied twice by the garbage collector and cause pauses; bytes do not.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Row } from "../../types/value/value.ts";
import { givePieces } from "../../store/page/piece-pool.ts";
import { RowReader, RowWriter } from "./row-bytes.ts";

const placeBits = 16;
const pieceBytes = 1 << placeBits;
/** A full chunk: with the row that exceeds this it mostly fits into 64 KiB. */
const fullBytes = pieceBytes - 2048;

export class RowHeap {
	#pieces: Buffer[] = [];
	readonly #writer = new RowWriter(1 << 10);
	readonly #reader = new RowReader();
	#pieceBytes = 0;
	#isOpen = true;

	count = 0;

	get bytes(): number {
		return this.#pieceBytes + this.#writer.length;
	}

	add(row: Row): number {
		const place = this.#pieces.length * pieceBytes + this.#writer.length;
		this.#writer.add(row);
		this.count++;
		if (this.#writer.length >= fullBytes) {
			this.#pieceBytes += this.#writer.length;
			this.#pieces.push(this.#writer.take());
		}
		return place;
	}

	close(): void {
		givePieces(this.#pieces);
		this.#pieces = [];
		this.#isOpen = false;
	}

	*rows(): Generator<Row> {
		const reader = new RowReader();
		for (const piece of [...this.#pieces, this.#writer.written]) {
			for (reader.feed(piece); !reader.isEmpty; ) {
				invariant(this.#isOpen, "rows are read while they are kept");
				yield reader.row();
			}
		}
	}

	row(place: number): Row {
		invariant(this.#isOpen, "rows are read while they are kept");
		const piece = Math.floor(place / pieceBytes);
		this.#reader.feed(this.#pieces[piece] ?? this.#writer.bytes, place % pieceBytes);
		return this.#reader.row();
	}
}
