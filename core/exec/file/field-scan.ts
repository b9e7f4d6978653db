/**
 * Field scanner for lines with quotes or escapes, byte for byte as MySQL reads them.
 *
 * Reports a field's value and end, whether the line ends there, or that more text is needed.
 *
 *     "a ""b"" c",      quotes inside are doubled; a quote ends the field only before a separator or the line end
 *     a\tb              escapes stand for one byte: \0 \b \n \r \t \Z, all others for what follows
 *     \N                NULL, if it is the whole field; and so is NULL without quotes where quotes are used
 *
 * A value of many escapes is gathered in memory of its own: joined as texts it would take fifty bytes an escape.
 */
import type { ByteString } from "../../types/value/value.ts";
import { latin1Slice, latin1Write } from "../../types/text/native-latin1.ts";
import { ambiguousWidth, type FileFormat } from "./format.ts";

const escapes: Readonly<Record<string, string>> = { 0: "\0", b: "\b", n: "\n", r: "\r", t: "\t", Z: "\x1a" };

/** By byte: what it stands for behind an escape. */
const escapedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
	const text = String.fromCharCode(byte);
	return (escapes[text] ?? text).charCodeAt(0);
});

const capitalN = "N".charCodeAt(0);
/** Of a value; more are gathered. */
const fewEscapes = 16;
const firstCapacity = 1024;
/** Memory beyond that is given back after its value. */
const keptCapacity = 1 << 20;

/** Returns the byte that an escape sequence encodes. */
export function escapedByte(byte: number): number {
	return escapedBytes[byte]!;
}

/** The first byte of a separator; -1: it is empty. */
export function firstByte(text: ByteString): number {
	return text === "" ? -1 : text.charCodeAt(0);
}

export class FieldScan {
	value: ByteString | null = "";
	/** The beginning of the next field or line. */
	end = 0;
	endsLine = false;
	readonly #format: FileFormat;
	/** Width of characters, where their later bytes may look like an escape. */
	readonly #width: ReturnType<typeof ambiguousWidth>;
	readonly #enclosure: number;
	readonly #escape: number;
	readonly #lineEnd: number;
	readonly #separator: number;
	/** The value up to `#from`; the text from there on is part of it unchanged. */
	#beginning = "";
	#from = 0;
	#escapeCount = 0;
	/** The value so far where it has many escapes; otherwise the length is -1. */
	#made = new Uint8Array(firstCapacity);
	#length = -1;

	constructor(format: FileFormat) {
		this.#format = format;
		this.#width = ambiguousWidth(format.charset);
		this.#enclosure = firstByte(format.enclosure);
		this.#escape = firstByte(format.escape);
		this.#lineEnd = firstByte(format.lineEnd);
		this.#separator = firstByte(format.separator);
	}

	/** False: the field may continue behind the text. `isLast`: nothing follows the text. */
	read(text: ByteString, start: number, isLast: boolean): boolean {
		const isQuoted = text.charCodeAt(start) === this.#enclosure;
		this.#from = isQuoted ? start + 1 : start;
		this.#beginning = "";
		this.#escapeCount = 0;
		this.#length = -1;
		let hasNull = false;
		for (let at = this.#from; at < text.length; ) {
			const byte = text.charCodeAt(at);
			const following = at + 1 < text.length ? text.charCodeAt(at + 1) : -1;
			if (this.#escapes(byte, following)) {
				hasNull ||= following === capitalN;
				this.#escaped(text, at, byte === this.#enclosure ? byte : escapedByte(following));
				at += 2;
			} else if (!isQuoted && this.#ends(text, at, byte)) {
				return this.#found(this.#valueTo(text, at), hasNull, false, text.startsWith(this.#format.lineEnd, at), at);
			} else if (isQuoted && byte === this.#enclosure && following === byte) {
				this.#escaped(text, at, byte);
				at += 2;
			} else if (isQuoted && byte === this.#enclosure && this.#closes(text, at + 1, isLast)) {
				return this.#found(this.#valueTo(text, at), hasNull, true, this.#isLineEnd(text, at + 1), at + 1);
			} else {
				const end = this.#width === undefined ? at + 1 : Math.min(at + this.#width(text, at), text.length);
				for (; at < end; at++) {
					this.#length >= 0 && this.#gather(text.charCodeAt(at));
				}
			}
		}
		const value = isLast ? (isQuoted ? this.#format.enclosure : "") + this.#valueTo(text, text.length) : "";
		return isLast && this.#found(value, hasNull, false, true, text.length);
	}

	/** `following` is negative behind the text. */
	#escapes(byte: number, following: number): boolean {
		return byte === this.#escape && (byte === this.#enclosure ? following === byte : following >= 0);
	}

	#ends(text: ByteString, at: number, byte: number): boolean {
		const { lineEnd, separator } = this.#format;
		return (
			(byte === this.#lineEnd && text.startsWith(lineEnd, at)) ||
			(byte === this.#separator && text.startsWith(separator, at))
		);
	}

	/** Two bytes of the text are this one of the value. */
	#escaped(text: ByteString, at: number, byte: number): void {
		if (this.#length >= 0) {
			this.#gather(byte);
			return;
		}
		this.#beginning += text.slice(this.#from, at) + String.fromCharCode(byte);
		this.#from = at + 2;
		if (++this.#escapeCount > fewEscapes) {
			const { length } = this.#beginning;
			this.#grow(length);
			latin1Write.call(this.#made, this.#beginning, 0, length);
			this.#length = length;
		}
	}

	#gather(byte: number): void {
		if (this.#length === this.#made.length) {
			this.#grow(2 * this.#length);
		}
		this.#made[this.#length++] = byte;
	}

	#grow(capacity: number): void {
		if (capacity > this.#made.length) {
			const grown = new Uint8Array(capacity);
			grown.set(this.#made);
			this.#made = grown;
		}
	}

	#valueTo(text: ByteString, at: number): ByteString {
		if (this.#length < 0) {
			return this.#beginning + text.slice(this.#from, at);
		}
		const value = latin1Slice.call(this.#made, 0, this.#length);
		if (this.#made.length > keptCapacity) {
			this.#made = new Uint8Array(firstCapacity);
		}
		return value;
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
