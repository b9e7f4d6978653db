/**
 * Reader of fixed-size rows: fields without separators.
 *
 *     |   1|abc  |  22|def  |\n       FIELDS TERMINATED BY '' ENCLOSED BY '': INT(4) and CHAR(5) of one byte
 *
 * A row ends where it is full, and the rest of its line is excess; or at the end of its line, and the remaining
 * fields are missing. Escapes work as elsewhere, but there is no NULL.
 */
import type { ByteString } from "../../types/value/value.ts";
import { escapedByte } from "./field-scan.ts";
import type { FileFormat } from "./format.ts";
import { type Line, refuseTooLong } from "./line-reader.ts";

export class FixedReader {
	/** The last row: `fields[i]` for i below `count`. */
	readonly fields: ByteString[] = [];
	count = 0;
	/** The line was longer than the row. */
	excess = false;
	readonly #format: FileFormat;
	readonly #widths: readonly number[];
	readonly #rowBytes: number;
	#text: ByteString = "";
	#at = 0;
	#isLast = false;
	#linesToSkip: number;
	readonly #longest: number;

	/** `longest`: of a line, in bytes. */
	constructor(format: FileFormat, widths: readonly number[], linesToSkip: number, longest: number) {
		this.#format = format;
		this.#widths = widths;
		this.#rowBytes = widths.reduce((sum, width) => sum + width, 0);
		this.#linesToSkip = linesToSkip;
		this.#longest = longest;
	}

	/** Throws 1153 at a line that is too long. */
	feed(piece: ByteString): void {
		const rest = this.#text.slice(this.#at);
		refuseTooLong(rest, this.#longest);
		this.#text = rest + piece;
		this.#at = 0;
	}

	/** No piece follows. */
	finish(): void {
		this.#isLast = true;
	}

	/** Reads the next row; "more": after the next piece. */
	next(): Line {
		for (; this.#linesToSkip > 0; this.#linesToSkip--) {
			const end = this.#endOfLine(this.#at);
			if (end === undefined) {
				return this.#isLast ? "end" : "more";
			}
			this.#at = end;
		}
		return this.#readRow() ? "line" : this.#isLast ? "end" : "more";
	}

	#readRow(): boolean {
		const text = this.#text;
		const { linePrefix, lineEnd, escape } = this.#format;
		const start = text.indexOf(linePrefix, this.#at);
		if (start < 0 || (!this.#isLast && text.length === start)) {
			return false;
		}
		let at = start + linePrefix.length;
		let row = "";
		while (row.length < this.#rowBytes) {
			if (at + Math.max(lineEnd.length, 2) > text.length && !this.#isLast) {
				return false;
			}
			if (at >= text.length) {
				return row !== "" && this.#take(row, at, false);
			}
			if (lineEnd !== "" && text.startsWith(lineEnd, at)) {
				return this.#take(row, at + lineEnd.length, false);
			}
			const isEscaped = text[at] === escape && at + 1 < text.length;
			row += isEscaped ? escapedByte(text[at + 1]!) : text[at]!;
			at += isEscaped ? 2 : 1;
		}
		const end = lineEnd === "" ? at : this.#endOfLine(at);
		if (end === undefined) {
			return this.#isLast && this.#take(row, text.length, false);
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
		this.#at = end;
		return true;
	}

	/** Behind the line's end, unless it is escaped. Undefined: not in this text. */
	#endOfLine(start: number): number | undefined {
		const { lineEnd, escape } = this.#format;
		for (
			let at = start;
			lineEnd !== "" && at + lineEnd.length <= this.#text.length;
			at += this.#text[at] === escape ? 2 : 1
		) {
			if (this.#text.startsWith(lineEnd, at)) {
				return at + lineEnd.length;
			}
		}
		return undefined;
	}
}
