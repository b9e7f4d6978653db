/**
 * Rows in memory as bytes, each found by its place: for many that are kept long, and looked at now and then.
 *
 * In: rows. Out: places, and rows for places. Objects that live on cost the garbage collector two copies each, and
 * everybody a pause; bytes cost it nothing. It refuses to spill.
 *
 *     piece    row | row | ... some 62 KiB, a row is never cut        place    piece * 65536 + where the row begins in it
 */
import { invariant } from "../../invariant.ts";
import type { Row } from "../../types/value.ts";
import { givePieces } from "../../store/runs/piece-pool.ts";
import { RowReader, RowWriter } from "./row-bytes.ts";

const placeBits = 16;
const pieceBytes = 1 << placeBits;
/** A piece is full: with the row that made it so it mostly fits into 64 KiB. */
const fullBytes = pieceBytes - 2048;

export class RowHeap {
	#pieces: Buffer[] = [];
	/** The piece that grows. */
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

	/** Nobody asks for a row any more. */
	close(): void {
		givePieces(this.#pieces);
		this.#pieces = [];
		this.#isOpen = false;
	}

	/** All of them, as they came. */
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
