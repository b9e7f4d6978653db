/**
 * A text's shape: the text with a control character in the place of each literal.
 *
 * In: the text of one SELECT, INSERT, REPLACE, UPDATE or DELETE, read as the default sql_mode reads it. Out: the
 * shape, and where the literals stand; false where anything is met that is not plain enough. It refuses to know
 * grammar: a number within a type or a clause is a literal here, and it is for `shape.ts` to leave it where it is.
 */
import type { ByteString, Value } from "../../types/value.ts";
import { isNamePart, isSpace, skipSpace } from "../lex/character.ts";
import { scanQuoted } from "../lex/string.ts";
import { asciiKind, literalValue, noNumber, numberEnd, numberKind, textKind } from "./literal-kind.ts";
import { RowScan } from "./row-scan.ts";
import { FingerprintPieces } from "./fingerprint-pieces.ts";

/** Beside rows: more literals than these are a statement of its own kind. As many as a table may have columns. */
const maximumLiterals = 4096;
const maximumText = 16384;
/** Lists of so many are each of their own. */
const fewListed = 8;
/** Before the kinds of a list, which then stand side by side: nothing else is written so. */
const listMark = "\u001f";
const longestInteger = 15;

const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const open = 40;
const close = 41;
const star = 42;
const comma = 44;
const minus = 45;
const point = 46;
const slash = 47;
const semicolon = 59;
const question = 63;
const backslash = 92;
const backtick = 96;

/** Each literal and list ends one, and so do rows and the text. */
const maximumPieces = 2 * maximumLiterals + 2;

export class FingerprintScanner {
	readonly fingerprint = new FingerprintPieces(maximumPieces);
	count = 0;
	readonly starts = new Int32Array(maximumLiterals);
	readonly ends = new Int32Array(maximumLiterals);
	readonly kinds = new Uint8Array(maximumLiterals);
	readonly #scan = new RowScan();
	/** The rows of VALUES, whose literals are not counted among the others. */
	rows: RowScan | undefined;
	/** Where the rows begin. */
	rowsFrom = 0;
	#text: ByteString = "";
	/** Up to here the shape has been made. */
	#done = 0;

	/** `withRows`: take the rows of VALUES together. */
	scan(text: ByteString, withRows: boolean): boolean {
		this.#text = text;
		this.#done = 0;
		this.fingerprint.begin(text);
		this.count = 0;
		this.rows = undefined;
		let mayHaveRows = withRows && (isLetter(text, 0, 105) || isLetter(text, 0, 114));
		if (!mayHaveRows && text.length > maximumText) {
			return false;
		}
		let depth = 0;
		let at = 0;
		while (at < text.length) {
			const code = text.charCodeAt(at);
			if (code === open || code === close) {
				depth += code === open ? 1 : -1;
				at++;
			} else if (isNamePart(code)) {
				const end = this.#word(at, code);
				if (isIn(text, at, end)) {
					at = this.#list(end);
				} else if (mayHaveRows && depth === 0 && isLetter(text, at, 118) && isValues(text, at, end)) {
					mayHaveRows = false;
					at = this.#rows(end);
				} else {
					at = end;
				}
			} else {
				at = this.#mark(at, code);
			}
			if (at < 0) {
				return false;
			}
		}
		this.fingerprint.add(this.#done, text.length, "");
		return true;
	}

	/** A literal's value. */
	value(literal: number): Value {
		return literalValue(this.#text, this.starts[literal]!, this.ends[literal]!, this.kinds[literal]!);
	}

	/** A literal as it was written. */
	written(literal: number): ByteString {
		return this.#text.slice(this.starts[literal], this.ends[literal]);
	}

	/** Behind a name or a number; -1 where a quote follows at once, or a number is none of the plain ones. */
	#word(start: number, code: number): number {
		const text = this.#text;
		if (code >= 48 && code <= 57) {
			const end = numberEnd(text, start);
			return end === noNumber ? this.#longNumber(start) : this.#literal(start, end, numberKind(text, start, end));
		}
		let end = start + 1;
		while (isNamePart(text.charCodeAt(end))) {
			end++;
		}
		const next = text.charCodeAt(end);
		return next === singleQuote || next === doubleQuote ? -1 : end;
	}

	/** Digits beyond what is lifted stay in the shape. */
	#longNumber(start: number): number {
		const text = this.#text;
		let end = start;
		while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) {
			end++;
		}
		return end - start > longestInteger && !isNamePart(text.charCodeAt(end)) && text.charCodeAt(end) !== point
			? end
			: -1;
	}

	/** Behind anything but names and numbers; -1 where it is not plain. */
	#mark(at: number, code: number): number {
		const text = this.#text;
		switch (code) {
			case singleQuote:
			case doubleQuote:
				return this.#string(at);
			case backtick:
				return scanQuoted(text, at, false);
			case point: {
				let end = at + 1;
				const next = text.charCodeAt(end);
				if (next >= 48 && next <= 57) {
					return -1;
				}
				while (isNamePart(text.charCodeAt(end))) {
					end++;
				}
				return end;
			}
			case minus:
				return text.charCodeAt(at + 1) === minus ? -1 : at + 1;
			case slash:
				return text.charCodeAt(at + 1) === star ? -1 : at + 1;
			case semicolon:
				return skipSpace(text, at + 1) === text.length ? text.length : -1;
			case hash:
			case question:
			case backslash:
				return -1;
			default:
				return code >= 32 || isSpace(code) ? at + 1 : -1;
		}
	}

	#string(start: number): number {
		const text = this.#text;
		const end = scanQuoted(text, start, true);
		if (end < 0) {
			return -1;
		}
		let kind = asciiKind;
		for (let at = start + 1; at < end; at++) {
			if (text.charCodeAt(at) > 127) {
				kind = textKind;
				break;
			}
		}
		return this.#literal(start, end, kind);
	}

	#literal(start: number, end: number, kind: number): number {
		const { count } = this;
		if (count === maximumLiterals) {
			return -1;
		}
		this.starts[count] = start;
		this.ends[count] = end;
		this.kinds[count] = kind;
		this.count = count + 1;
		this.fingerprint.add(this.#done, start, String.fromCharCode(kind));
		this.#done = end;
		return end;
	}

	/**
	 * Behind the literals of IN, in whose place stand as many as make lists of about that length one shape: the last
	 * one again and again, which changes nothing. Where the list begins, if it is of anything else.
	 */
	#list(from: number): number {
		const text = this.#text;
		const { count } = this;
		const { count: pieces, hash: hashBefore } = this.fingerprint;
		const done = this.#done;
		const start = skipSpace(text, from);
		let at = text.charCodeAt(start) === open ? start : -1;
		do {
			const first = at < 0 ? -1 : skipSpace(text, at + 1);
			const end = first < 0 ? -1 : this.#listed(first);
			at = end < 0 ? -1 : skipSpace(text, end);
		} while (at >= 0 && text.charCodeAt(at) === comma);
		const length = this.count - count;
		const padded = paddedLength(length);
		this.fingerprint.goBack(pieces, hashBefore);
		if (at < 0 || text.charCodeAt(at) !== close || count + padded > maximumLiterals) {
			this.count = count;
			this.#done = done;
			return from;
		}
		this.#repeat(padded - length);
		this.fingerprint.add(
			done,
			start + 1,
			`${listMark}${String.fromCharCode(...this.kinds.subarray(count, this.count))}`,
		);
		this.#done = at;
		return at;
	}

	/** Behind a plain number or text; -1: it is neither. */
	#listed(start: number): number {
		const { count } = this;
		const code = this.#text.charCodeAt(start);
		const end =
			code >= 48 && code <= 57
				? this.#word(start, code)
				: code === singleQuote || code === doubleQuote
					? this.#string(start)
					: -1;
		return this.count > count ? end : -1;
	}

	/** The last literal so many times more. */
	#repeat(times: number): void {
		const { count, starts, ends, kinds } = this;
		for (const column of [starts, ends, kinds]) {
			column.fill(column[count - 1]!, count, count + times);
		}
		this.count = count + times;
	}

	/** Behind all rows, or behind VALUES where they are not plain. */
	#rows(from: number): number {
		const text = this.#text;
		const rows = this.#scan;
		if (!rows.scan(text, from)) {
			return text.length > maximumText ? -1 : from;
		}
		this.rows = rows;
		this.rowsFrom = from;
		const forms = rows.forms.map(({ cells }) => `(${String.fromCharCode(...cells)})`);
		this.fingerprint.add(this.#done, from, forms.join(""));
		this.#done = rows.end;
		return rows.end;
	}
}

/** So many literals stand for a list of so many: 12, 16, 24, 32, 48 ... */
function paddedLength(length: number): number {
	if (length <= fewListed) {
		return length;
	}
	const power = 2 ** Math.ceil(Math.log2(length));
	return length <= power * 0.75 ? power * 0.75 : power;
}

function isIn(text: ByteString, start: number, end: number): boolean {
	return end - start === 2 && isLetter(text, start, 105) && isLetter(text, start + 1, 110);
}

/** `letter`: in lower case. */
function isLetter(text: ByteString, at: number, letter: number): boolean {
	return (text.charCodeAt(at) | 32) === letter;
}

function isValues(text: ByteString, start: number, end: number): boolean {
	const word = end - start === 6 || end - start === 5 ? text.slice(start, end).toLowerCase() : "";
	return word === "values" || word === "value";
}
