/**
 * Line reader: text in pieces, cut anywhere, to the fields of one line after the other.
 *
 * Lines without quote and escape are cut at separators (`indexOf` compares sixteen bytes at once); others are read by
 * `field-scan.ts`.
 */
import type { ByteString } from "../../types/value/value.ts";
import { ArrivingText } from "./arriving-text.ts";
import { FieldScan, firstByte } from "./field-scan.ts";
import { ambiguousWidth, type FileFormat } from "./format.ts";

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
	/** Width of characters, where their later bytes may look like an escape: then all lines are scanned. */
	readonly #width: ReturnType<typeof ambiguousWidth>;
	readonly #arriving: ArrivingText;
	/** The next quote and escape from `#at` on; beyond the text where there is none. */
	#quote = -1;
	#escape = -1;
	#linesToSkip: number;

	/** `longest`: in bytes. */
	constructor(format: FileFormat, wanted: number, linesToSkip: number, longest: number) {
		this.#format = format;
		this.#wanted = wanted;
		this.#linesToSkip = linesToSkip;
		this.#arriving = new ArrivingText(longest);
		this.#scan = new FieldScan(format);
		this.#width = ambiguousWidth(format.charset);
	}

	feed(piece: ByteString): void {
		if (this.#arriving.feed(piece)) {
			this.#forgetPlaces();
		}
	}

	/** No piece follows. */
	finish(): void {
		this.#arriving.finish();
		this.#forgetPlaces();
	}

	/** Reads the next line; "more": after the next piece. Throws 1153 at a line that is too long. */
	next(): Line {
		while (this.#linesToSkip > 0) {
			if (!this.#skipLine()) {
				return this.#arriving.wait();
			}
			this.#linesToSkip--;
		}
		const start = this.#lineStart();
		if (start < 0) {
			return this.#arriving.wait();
		}
		const { lineEnd } = this.#format;
		let end = this.#arriving.text.indexOf(lineEnd, start);
		if (end < 0) {
			if (!this.#arriving.isLast) {
				return this.#arriving.wait();
			}
			end = this.#arriving.text.length;
		}
		if (this.#width === undefined && this.#nextQuote(start) >= end && this.#nextEscape(start) >= end) {
			this.#cut(start, end);
			// As in MySQL, excess fields of a last line without line end are ignored.
			this.excess &&= end < this.#arriving.text.length;
			this.#arriving.at = end + lineEnd.length;
			return "line";
		}
		return this.#scanLine(start) ? "line" : this.#arriving.wait();
	}

	#forgetPlaces(): void {
		this.#quote = -1;
		this.#escape = -1;
	}

	#skipLine(): boolean {
		const { lineEnd } = this.#format;
		const end = this.#endOfLine(this.#arriving.at);
		if (end < 0 && this.#arriving.isLast) {
			this.#arriving.at = this.#arriving.text.length;
		}
		if (end >= 0) {
			this.#arriving.at = end + lineEnd.length;
		}
		return end >= 0;
	}

	/** The end of a line whose fields are skipped: quotes do not hide it, escapes do. -1: not in this text. */
	#endOfLine(start: number): number {
		const text = this.#arriving.text;
		const { lineEnd } = this.#format;
		const end = text.indexOf(lineEnd, start);
		if (end < 0 || this.#nextEscape(start) >= end) {
			return end;
		}
		const from = this.#width === undefined ? this.#nextEscape(start) : start;
		return endBehindEscapes(text, lineEnd, firstByte(this.#format.escape), from, this.#width);
	}

	/** The beginning of the next line's fields; -1: not in this text. */
	#lineStart(): number {
		const { linePrefix } = this.#format;
		if (this.#arriving.at >= this.#arriving.text.length) {
			return -1;
		}
		if (linePrefix === "") {
			return this.#arriving.at;
		}
		const found = this.#arriving.text.indexOf(linePrefix, this.#arriving.at);
		return found < 0 ? -1 : found + linePrefix.length;
	}

	#nextQuote(from: number): number {
		if (this.#quote < from) {
			this.#quote = place(this.#arriving.text, this.#format.enclosure, from);
		}
		return this.#quote;
	}

	#nextEscape(from: number): number {
		if (this.#escape < from) {
			this.#escape = place(this.#arriving.text, this.#format.escape, from);
		}
		return this.#escape;
	}

	#cut(start: number, end: number): void {
		const { separator, enclosure } = this.#format;
		const text = this.#arriving.text;
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
			if (!scan.read(this.#arriving.text, at, this.#arriving.isLast)) {
				return false;
			}
			this.fields[count++] = scan.value;
			at = scan.end;
			if (scan.endsLine) {
				this.count = count;
				this.excess = false;
				this.#arriving.at = at;
				return true;
			}
		}
		const end = this.#endOfLine(at);
		if (end < 0 && !this.#arriving.isLast) {
			return false;
		}
		this.count = this.#wanted;
		this.excess = end > at;
		this.#arriving.at = end < 0 ? this.#arriving.text.length : end + this.#format.lineEnd.length;
		return true;
	}
}

/** As `#endOfLine`, byte by byte: a line may be full of escapes. */
export function endBehindEscapes(
	text: ByteString,
	lineEnd: ByteString,
	escape: number,
	start: number,
	width?: ReturnType<typeof ambiguousWidth>,
): number {
	const first = firstByte(lineEnd);
	for (let at = start; at < text.length; at += width?.(text, at) ?? 1) {
		const byte = text.charCodeAt(at);
		if (byte === first && text.startsWith(lineEnd, at)) {
			return at;
		}
		if (byte === escape) {
			at++;
		}
	}
	return -1;
}

function place(text: ByteString, byte: ByteString, from: number): number {
	const found = byte === "" ? -1 : text.indexOf(byte, from);
	return found < 0 ? Number.MAX_SAFE_INTEGER : found;
}
