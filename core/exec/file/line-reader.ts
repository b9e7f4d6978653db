/**
 * Line reader: text in pieces, cut anywhere, to the fields of one line after the other.
 *
 * Lines without quote and escape are cut at separators (`indexOf` compares sixteen bytes at once); others are read by
 * `field-scan.ts`. An incomplete line is scanned again when the text has doubled, so that long lines in short pieces
 * cost no more than twice their length. A line is kept until its end has come: those that are too long are refused.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ByteString } from "../../types/value/value.ts";
import { FieldScan } from "./field-scan.ts";
import type { FileFormat } from "./format.ts";

export type Line = "line" | "more" | "end";

export class LineReader {
	/** The last line: `fields[i]` for i below `count`. */
	readonly fields: (ByteString | null)[] = [];
	count = 0;
	/** The line had more fields than wanted. */
	excess = false;
	readonly #format: FileFormat;
	readonly #wanted: number;
	readonly #scan: FieldScan;
	readonly #alwaysScans: boolean;
	#text: ByteString = "";
	#at = 0;
	#isLast = false;
	/** Pieces received since, behind the rest of the text before them. */
	#pieces: ByteString[] = [];
	#piecesLength = 0;
	#enough = 0;
	/** The next quote and escape from `#at` on; beyond the text where there is none. */
	#quote = -1;
	#escape = -1;
	#linesToSkip: number;
	readonly #longest: number;

	/** `longest`: in bytes. */
	constructor(format: FileFormat, wanted: number, linesToSkip: number, longest: number) {
		this.#format = format;
		this.#wanted = wanted;
		this.#linesToSkip = linesToSkip;
		this.#longest = longest;
		this.#scan = new FieldScan(format);
		this.#alwaysScans = format.charset === "gbk";
	}

	feed(piece: ByteString): void {
		this.#pieces.push(piece);
		this.#piecesLength += piece.length;
		if (this.#piecesLength >= this.#enough) {
			this.#join();
		}
	}

	/** No piece follows. */
	finish(): void {
		this.#isLast = true;
		this.#join();
	}

	/** Reads the next line; "more": after the next piece. Throws 1153 at a line that is too long. */
	next(): Line {
		while (this.#linesToSkip > 0) {
			if (!this.#skipLine()) {
				return this.#wait();
			}
			this.#linesToSkip--;
		}
		const start = this.#lineStart();
		if (start < 0) {
			return this.#wait();
		}
		const { lineEnd } = this.#format;
		let end = this.#text.indexOf(lineEnd, start);
		if (end < 0) {
			if (!this.#isLast) {
				return this.#wait();
			}
			end = this.#text.length;
		}
		if (!this.#alwaysScans && this.#nextQuote(start) >= end && this.#nextEscape(start) >= end) {
			this.#cut(start, end);
			// As in MySQL, excess fields of a last line without line end are ignored.
			this.excess &&= end < this.#text.length;
			this.#at = end + lineEnd.length;
			return "line";
		}
		return this.#scanLine(start) ? "line" : this.#wait();
	}

	#join(): void {
		this.#text = this.#pieces.length === 1 ? this.#pieces[0]! : this.#pieces.join("");
		this.#pieces = [];
		this.#piecesLength = 0;
		this.#at = 0;
		this.#quote = -1;
		this.#escape = -1;
	}

	/** The rest is scanned again once there is twice as much. */
	#wait(): Line {
		if (this.#isLast) {
			return "end";
		}
		if (this.#text !== "") {
			const rest = this.#text.slice(this.#at);
			this.#pieces = [rest];
			this.#piecesLength = rest.length;
			refuseTooLong(rest, this.#longest);
			this.#enough = Math.min(rest.length * 2, this.#longest);
			this.#text = "";
			this.#at = 0;
		}
		return "more";
	}

	#skipLine(): boolean {
		const { lineEnd } = this.#format;
		const end = this.#endOfLine(this.#at);
		if (end < 0 && this.#isLast) {
			this.#at = this.#text.length;
		}
		if (end >= 0) {
			this.#at = end + lineEnd.length;
		}
		return end >= 0;
	}

	/** The end of a line whose fields are skipped: quotes do not hide it, escapes do. -1: not in this text. */
	#endOfLine(start: number): number {
		const { lineEnd } = this.#format;
		for (let from = start; ; ) {
			const end = this.#text.indexOf(lineEnd, from);
			const escape = this.#nextEscape(from);
			if (end < 0 || escape >= end) {
				return end;
			}
			from = escape + 2;
		}
	}

	/** The beginning of the next line's fields; -1: not in this text. */
	#lineStart(): number {
		const { linePrefix } = this.#format;
		if (this.#at >= this.#text.length) {
			return -1;
		}
		if (linePrefix === "") {
			return this.#at;
		}
		const found = this.#text.indexOf(linePrefix, this.#at);
		return found < 0 ? -1 : found + linePrefix.length;
	}

	#nextQuote(from: number): number {
		if (this.#quote < from) {
			this.#quote = place(this.#text, this.#format.enclosure, from);
		}
		return this.#quote;
	}

	#nextEscape(from: number): number {
		if (this.#escape < from) {
			this.#escape = place(this.#text, this.#format.escape, from);
		}
		return this.#escape;
	}

	#cut(start: number, end: number): void {
		const { separator, enclosure } = this.#format;
		const text = this.#text;
		const { fields } = this;
		let count = 0;
		let from = start;
		let to = text.indexOf(separator, from);
		while (count < this.#wanted) {
			const isLast = to < 0 || to >= end;
			const field = text.slice(from, isLast ? end : to);
			fields[count++] = enclosure !== "" && field === "NULL" ? null : field;
			if (isLast) {
				this.count = count;
				this.excess = false;
				return;
			}
			from = to + separator.length;
			to = count < this.#wanted ? text.indexOf(separator, from) : to;
		}
		this.count = count;
		this.excess = from < end;
	}

	#scanLine(start: number): boolean {
		const scan = this.#scan;
		let at = start;
		for (let count = 0; count < this.#wanted; ) {
			if (!scan.read(this.#text, at, this.#isLast)) {
				return false;
			}
			this.fields[count++] = scan.value;
			at = scan.end;
			if (scan.endsLine) {
				this.count = count;
				this.excess = false;
				this.#at = at;
				return true;
			}
		}
		const end = this.#endOfLine(at);
		if (end < 0 && !this.#isLast) {
			return false;
		}
		this.count = this.#wanted;
		this.excess = end > at;
		this.#at = end < 0 ? this.#text.length : end + this.#format.lineEnd.length;
		return true;
	}
}

/** Throws 1153 if the beginning of a line is longer than a line may be. */
export function refuseTooLong(beginning: ByteString, longest: number): void {
	if (beginning.length >= longest) {
		throw sqlError("packetTooLarge");
	}
}

function place(text: ByteString, byte: ByteString, from: number): number {
	const found = byte === "" ? -1 : text.indexOf(byte, from);
	return found < 0 ? Number.MAX_SAFE_INTEGER : found;
}
