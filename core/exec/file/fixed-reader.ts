/**
 * Reader of fixed-size rows: fields without separators.
 *
 *     |   1|abc  |  22|def  |\n       FIELDS TERMINATED BY '' ENCLOSED BY '': INT(4) and CHAR(5) of one byte
 *
 * A row ends where it is full, and the rest of its line is excess; or at the end of its line, and the remaining
 * fields are missing. Escapes work as elsewhere, but there is no NULL.
 */
import type { ByteString } from "../../types/value/value.ts";
import { ArrivingText } from "./arriving-text.ts";
import { escapedByte, firstByte } from "./field-scan.ts";
import type { FileFormat } from "./format.ts";
import { endBehindEscapes, type Line } from "./line-reader.ts";

export class FixedReader {
	/** The last row: `fields[i]` for i below `count`. */
	readonly fields: ByteString[] = [];
	count = 0;
	/** The line was longer than the row. */
	excess = false;
	readonly #format: FileFormat;
	readonly #widths: readonly number[];
	readonly #rowBytes: number;
	readonly #escape: number;
	readonly #arriving: ArrivingText;
	#linesToSkip: number;

	/** `longest`: of a line, in bytes. */
	constructor(format: FileFormat, widths: readonly number[], linesToSkip: number, longest: number) {
		this.#format = format;
		this.#widths = widths;
		this.#rowBytes = widths.reduce((sum, width) => sum + width, 0);
		this.#linesToSkip = linesToSkip;
		this.#escape = firstByte(format.escape);
		this.#arriving = new ArrivingText(longest);
	}

	feed(piece: ByteString): void {
		this.#arriving.feed(piece);
	}

	/** No piece follows. */
	finish(): void {
		this.#arriving.finish();
	}

	/** Reads the next row; "more": after the next piece. Throws 1153 at a line that is too long. */
	next(): Line {
		for (; this.#linesToSkip > 0; this.#linesToSkip--) {
			const end = this.#endOfLine(this.#arriving.at);
			if (end === undefined) {
				return this.#arriving.wait();
			}
			this.#arriving.at = end;
		}
		return this.#readRow() ? "line" : this.#arriving.wait();
	}

	#readRow(): boolean {
		const { text, isLast } = this.#arriving;
		const { linePrefix, lineEnd } = this.#format;
		const start = text.indexOf(linePrefix, this.#arriving.at);
		if (start < 0 || (!isLast && text.length === start)) {
			return false;
		}
		let at = start + linePrefix.length;
		/** Unchanged from here on. */
		let from = at;
		let row = "";
		for (let length = 0; length < this.#rowBytes; length++) {
			if (at + Math.max(lineEnd.length, 2) > text.length && !isLast) {
				return false;
			}
			if (at >= text.length) {
				return length > 0 && this.#take(row + text.slice(from), at, false);
			}
			if (lineEnd !== "" && text.startsWith(lineEnd, at)) {
				return this.#take(row + text.slice(from, at), at + lineEnd.length, false);
			}
			if (text.charCodeAt(at) === this.#escape && at + 1 < text.length) {
				row += text.slice(from, at) + String.fromCharCode(escapedByte(text.charCodeAt(at + 1)));
				from = at + 2;
				at = from;
			} else {
				at++;
			}
		}
		row += text.slice(from, at);
		const end = lineEnd === "" ? at : this.#endOfLine(at);
		if (end === undefined) {
			return isLast && this.#take(row, text.length, false);
		}
		return this.#take(row, end, end > at + lineEnd.length);
	}

	#take(row: ByteString, end: number, excess: boolean): true {
		let from = 0;
		this.count = 0;
		for (const width of this.#widths) {
			if (from < row.length) {
				this.fields[this.count++] = row.slice(from, from + width);
			}
			from += width;
		}
		this.excess = excess;
		this.#arriving.at = end;
		return true;
	}

	/** Behind the line's end, unless it is escaped. Undefined: not in this text. */
	#endOfLine(start: number): number | undefined {
		const { lineEnd } = this.#format;
		const end = lineEnd === "" ? -1 : endBehindEscapes(this.#arriving.text, lineEnd, this.#escape, start);
		return end < 0 ? undefined : end + lineEnd.length;
	}
}
