/**
 * Rows in memory as bytes, each found by its place: for many that are kept long, and looked at now and then.
 *
 * In: rows. Out: places, and rows for places. Objects that live on cost the garbage collector two copies each, and everybody a pause;
 * bytes cost it nothing. It refuses to spill.
 *
 *     piece    row | row | ... up to 64 KiB, a row is never cut        place    piece * 65536 + where the row begins in it
 */
import type { Row } from "../../types/value.ts";
import { RowReader, RowWriter } from "./row-bytes.ts";

const placeBits = 16;
const pieceBytes = 1 << placeBits;

export class RowHeap {
	readonly #pieces: Buffer[] = [];
	/** The piece that grows. */
	readonly #writer = new RowWriter(1 << 10);
	readonly #reader = new RowReader();
	#pieceBytes = 0;

	count = 0;

	get bytes(): number {
		return this.#pieceBytes + this.#writer.length;
	}

	add(row: Row): number {
		const place = this.#pieces.length * pieceBytes + this.#writer.length;
		this.#writer.add(row);
		this.count++;
		if (this.#writer.length >= pieceBytes) {
			this.#pieceBytes += this.#writer.length;
			this.#pieces.push(this.#writer.take());
		}
		return place;
	}

	/** All of them, as they came. */
	*rows(): Generator<Row> {
		const reader = new RowReader();
		for (const piece of [...this.#pieces, this.#writer.written]) {
			for (reader.feed(piece); !reader.isEmpty; ) {
				yield reader.row();
			}
		}
	}

	row(place: number): Row {
		const piece = Math.floor(place / pieceBytes);
		this.#reader.feed(this.#pieces[piece] ?? this.#writer.bytes, place % pieceBytes);
		return this.#reader.row();
	}
}
