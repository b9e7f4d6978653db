/**
 * Read-only cursors: a result that is kept here and fetched in parts.
 *
 *     execute   number of columns | definitions | EOF with CURSOR_EXISTS, no rows
 *     fetch     rows | EOF with CURSOR_EXISTS; with LAST_ROW_SENT instead when there are no more
 *
 * In: the answer of one execution. Out: the packets above. Rows are kept as payloads, encoded once, beyond a MiB in a
 * file. An execution that has no rows to give answers as it always does.
 */
import {
	type MaybePromise,
	type OkResult,
	type ResultColumn,
	type ResultSink,
	type Row,
	type Session,
	type SessionStatus,
	type SqlError,
	invariant,
} from "../../core/index.ts";
import { PacketWriter } from "./encode.ts";
import { CursorBuffer } from "./cursor-buffer.ts";
import { headerLength, largestPiece } from "./packet.ts";
import type { PacketSink } from "./packet-sink.ts";
import { encodeEof, statusFlag } from "./reply.ts";
import { type ResultShape, resultShape } from "./result-shape.ts";

/** Rows are kept in pieces of about so many bytes. */
const fullPiece = 1 << 16;

export class Cursor {
	readonly #rows: CursorBuffer;
	/** Some of them, and where the next one begins. */
	#piece: Buffer = Buffer.of();
	#at = 0;

	/** `rows`: framed row packets. */
	constructor(rows: CursorBuffer) {
		this.#rows = rows;
	}

	/** Appends up to `count` rows; true if none are left. */
	fetch(writer: PacketWriter, count: number): boolean {
		for (let left = count; left > 0 && this.#hasRow(); left--) {
			let length = 0;
			writer.begin();
			do {
				length = this.#piece.readUIntLE(this.#at, 3);
				const from = this.#at + headerLength;
				this.#at = from + length;
				writer.buffer(this.#piece.subarray(from, this.#at));
			} while (length === largestPiece);
			writer.end();
		}
		return !this.#hasRow();
	}

	/** No fetch comes any more. */
	close(): void {
		this.#rows.close();
	}

	#hasRow(): boolean {
		while (this.#at >= this.#piece.length) {
			const next = this.#rows.next();
			if (next === null) {
				return false;
			}
			this.#piece = next;
			this.#at = 0;
		}
		return true;
	}
}

/** Takes one execution's answer; `cursor` is there if it had rows. */
export class CursorSink implements ResultSink {
	cursor: Cursor | undefined;
	readonly #session: Session;
	readonly #sink: PacketSink;
	readonly #writer: PacketWriter;
	readonly #rows = new PacketWriter();
	readonly #kept: CursorBuffer;
	#shape: ResultShape | undefined;

	constructor(session: Session, sink: PacketSink, writer: PacketWriter) {
		this.#session = session;
		this.#kept = new CursorBuffer(session.temporaryFolder);
		this.#sink = sink;
		this.#writer = writer;
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#shape = resultShape(columns, "binary", this.#session.resultsCharset);
	}

	rows(batch: readonly Row[]): MaybePromise<void> {
		invariant(this.#shape !== undefined, "Rows follow their columns");
		for (const row of batch) {
			this.#shape.encodeRow(this.#rows, row);
			if (this.#rows.length >= fullPiece) {
				this.#keep();
			}
		}
	}

	end(status: SessionStatus): void {
		invariant(this.#shape !== undefined, "A result's end follows its columns");
		this.#shape.encodeColumns(this.#writer);
		encodeEof(this.#writer, status, this.#sink.deprecateEof, statusFlag.cursorExists);
		this.#sink.state = status.more ? "open" : "done";
		this.#keep();
		this.cursor = new Cursor(this.#kept);
	}

	ok(result: OkResult): void {
		this.#sink.ok(result);
	}

	error(error: SqlError): void {
		this.#kept.close();
		this.#sink.error(error);
	}

	#keep(): void {
		this.#kept.add(this.#rows.view());
		this.#rows.replace();
	}
}
