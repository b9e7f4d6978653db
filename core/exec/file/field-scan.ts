/**
 * Field scanner for lines with quotes or escapes, byte for byte as MySQL reads them.
 *
 * Reports a field's value and end, whether the line ends there, or that more text is needed.
 *
 *     "a ""b"" c",      quotes inside are doubled; a quote ends the field only before a separator or the line end
 *     a\tb              escapes stand for one byte: \0 \b \n \r \t \Z, all others for what follows
 *     \N                NULL, if it is the whole field; and so is NULL without quotes where quotes are used
 */
import type { ByteString } from "../../types/value/value.ts";
import type { FileFormat } from "./format.ts";

const escapes: Readonly<Record<string, string>> = { 0: "\0", b: "\b", n: "\n", r: "\r", t: "\t", Z: "\x1a" };

/** Returns the byte that an escape sequence encodes. */
export function escapedByte(byte: ByteString): ByteString {
	return escapes[byte] ?? byte;
}

export class FieldScan {
	value: ByteString | null = "";
	/** The beginning of the next field or line. */
	end = 0;
	endsLine = false;
	readonly #format: FileFormat;
	/** Whether a byte is the first of a two-byte character, whose second may look like an escape. */
	readonly #isLead: (byte: string) => boolean;

	constructor(format: FileFormat) {
		this.#format = format;
		this.#isLead = format.charset === "gbk" ? (byte) => byte > "\x80" && byte < "\xff" : () => false;
	}

	/** False: the field may continue behind the text. `isLast`: nothing follows the text. */
	read(text: ByteString, start: number, isLast: boolean): boolean {
		const { enclosure, escape, lineEnd, separator } = this.#format;
		const quote = enclosure !== "" && text[start] === enclosure ? enclosure : undefined;
		let hasNull = false;
		let value = "";
		let at = quote === undefined ? start : start + 1;
		/** The text from here to `at` is part of the value unchanged. */
		let from = at;
		while (at < text.length) {
			const byte = text[at]!;
			if (byte === escape && at + 1 < text.length && (escape !== enclosure || text[at + 1] === escape)) {
				const escaped = text[at + 1]!;
				hasNull ||= escaped === "N";
				value += text.slice(from, at) + (escape === enclosure ? escape : escapedByte(escaped));
				at += 2;
				from = at;
			} else if (quote === undefined && (text.startsWith(lineEnd, at) || text.startsWith(separator, at))) {
				return this.#found(value + text.slice(from, at), hasNull, false, text.startsWith(lineEnd, at), at);
			} else if (byte === quote && text[at + 1] === quote) {
				value += text.slice(from, at + 1);
				at += 2;
				from = at;
			} else if (byte === quote && this.#closes(text, at + 1, isLast)) {
				return this.#found(value + text.slice(from, at), hasNull, true, this.#isLineEnd(text, at + 1), at + 1);
			} else {
				at += this.#isLead(byte) ? 2 : 1;
			}
		}
		return isLast && this.#found((quote ?? "") + value + text.slice(from), hasNull, false, true, text.length);
	}

	/** Behind a closing quote, a separator that the line end begins with does not count as one. */
	#isLineEnd(text: ByteString, at: number): boolean {
		const { lineEnd, separator } = this.#format;
		return text.startsWith(lineEnd, at) || !text.startsWith(separator, at);
	}

	#closes(text: ByteString, at: number, isLast: boolean): boolean {
		const { lineEnd, separator } = this.#format;
		return text.startsWith(separator, at) || text.startsWith(lineEnd, at) || (isLast && at === text.length);
	}

	#found(value: ByteString, hasNull: boolean, enclosed: boolean, endsLine: boolean, at: number): true {
		const isNull = (hasNull && value === "N") || (!enclosed && this.#format.enclosure !== "" && value === "NULL");
		this.value = isNull ? null : value;
		this.endsLine = endsLine;
		this.end = at + (endsLine ? this.#format.lineEnd : this.#format.separator).length;
		return true;
	}
}
