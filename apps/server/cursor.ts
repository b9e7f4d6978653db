/**
 * Read-only cursors: a result that is kept here and fetched in parts.
 *
 * ```
 * execute   number of columns | definitions | EOF with CURSOR_EXISTS, no rows
 * fetch     rows | EOF with CURSOR_EXISTS; with LAST_ROW_SENT instead when there are no more
 * ```
 *
 * In: the answer of one execution. Out: the packets above. Rows are kept as payloads, encoded once. An execution
 * that has no rows to give answers as it always does. It refuses to know statements.
 */
import type { SqlError } from "../../core/errors.ts";
import { invariant } from "../../core/invariant.ts";
import type { OkResult, ResultColumn, ResultSink, SessionStatus } from "../../core/session/result.ts";
import type { Session } from "../../core/session/session.ts";
import type { Answer } from "../../core/store/store.ts";
import type { Row } from "../../core/types/value.ts";
import { PacketWriter } from "./encode.ts";
import { headerLength, largestPiece } from "./packet.ts";
import type { PacketSink } from "./packet-sink.ts";
import { encodeEof, statusFlag } from "./reply.ts";
import { type ResultShape, resultShape } from "./result-shape.ts";

export class Cursor {
	readonly #rows: Buffer;
	#at = 0;

	/** `rows`: framed row packets. */
	constructor(rows: Buffer) {
		this.#rows = rows;
	}

	/** Appends up to `count` rows; true if none are left. */
	fetch(writer: PacketWriter, count: number): boolean {
		for (let left = count; left > 0 && this.#at < this.#rows.length; left--) {
			let length = 0;
			writer.begin();
			do {
				length = this.#rows.readUIntLE(this.#at, 3);
				const from = this.#at + headerLength;
				this.#at = from + length;
				writer.buffer(this.#rows.subarray(from, this.#at));
			} while (length === largestPiece);
			writer.end();
		}
		return this.#at >= this.#rows.length;
	}
}

/** Takes one execution's answer; `cursor` is there if it had rows. */
export class CursorSink implements ResultSink {
	cursor: Cursor | undefined;
	readonly #session: Session;
	readonly #sink: PacketSink;
	readonly #writer: PacketWriter;
	readonly #rows = new PacketWriter();
	#shape: ResultShape | undefined;

	constructor(session: Session, sink: PacketSink, writer: PacketWriter) {
		this.#session = session;
		this.#sink = sink;
		this.#writer = writer;
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#shape = resultShape(columns, "binary", this.#session.resultsCharset);
	}

	rows(batch: readonly Row[]): Answer<void> {
		invariant(this.#shape !== undefined, "Rows follow their columns");
		for (const row of batch) {
			this.#shape.encodeRow(this.#rows, row);
		}
	}

	end(status: SessionStatus): void {
		invariant(this.#shape !== undefined, "A result's end follows its columns");
		this.#shape.encodeColumns(this.#writer);
		encodeEof(this.#writer, status, this.#sink.deprecateEof, statusFlag.cursorExists);
		this.#sink.state = status.more ? "open" : "done";
		this.cursor = new Cursor(this.#rows.view());
	}

	ok(result: OkResult): void {
		this.#sink.ok(result);
	}

	error(error: SqlError): void {
		this.#sink.error(error);
	}
}
