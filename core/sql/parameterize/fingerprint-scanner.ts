/**
 * Scans a statement's fingerprint: its text with a control character in place of each literal.
 *
 * Takes one SELECT, INSERT, REPLACE, UPDATE or DELETE where backslashes escape; returns false for anything
 * uncertain. It has no grammar: a number within a type or a clause counts as a literal, and
 * `parameterized-statement.ts` decides which literals become parameters.
 */
import type { ByteString, Value } from "../../types/value/value.ts";
import { isNamePart, isSpace, skipSpace } from "../lex/character.ts";
import { skipLine } from "../lex/comment.ts";
import { scanQuoted } from "../lex/string.ts";
import { commentEnd, firstWord, isApart, isComment, isPlainComment } from "./comment-scan.ts";
import { asciiKind, literalValue, markOf, noNumber, numberEnd, numberKind, textKind } from "./literal-kind.ts";
import { RowScan } from "./row-scan.ts";
import { FingerprintPieces } from "./fingerprint-pieces.ts";

/** Maximum besides rows: as many as a table may have columns. */
const maximumLiterals = 4096;
const maximumText = 16384;
/** IN lists up to this length have a fingerprint for each length. */
const fewListed = 8;
/** Precedes the kinds of a list, which are then adjacent: unambiguous. */
const listMark = "\u001f";
/** In place of a comment that is left out. */
const commentMark = "\u001e";
const longestInteger = 15;

const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const open = 40;
const close = 41;
const comma = 44;
const minus = 45;
const point = 46;
const slash = 47;
const semicolon = 59;
const question = 63;
const backslash = 92;
const backtick = 96;

const maximumComments = 64;

/** Literals and lists end a piece, and so do comments, rows and the text. */
const maximumPieces = 2 * maximumLiterals + maximumComments + 2;

export class FingerprintScanner {
	readonly fingerprint = new FingerprintPieces(maximumPieces);
	count = 0;
	readonly starts = new Int32Array(maximumLiterals);
	readonly ends = new Int32Array(maximumLiterals);
	readonly kinds = new Uint8Array(maximumLiterals);
	readonly #scan = new RowScan();
	/** Rows of VALUES, whose literals are counted apart. */
	rows: RowScan | undefined;
	/** Start of the rows. */
	rowsFrom = 0;
	#text: ByteString = "";
	/** Under ANSI_QUOTES "..." is a name. */
	#ansiQuotes = false;
	/** Comments that differ from text to text are left out of the fingerprint. */
	leavesOut = false;
	#comments = 0;
	/** End of the text that is in the fingerprint. */
	#done = 0;

	/** `withRows`: treats the rows of VALUES as one. `ansiQuotes`: the sql_mode of that name. */
	scan(text: ByteString, withRows: boolean, ansiQuotes: boolean): boolean {
		this.#text = text;
		this.#ansiQuotes = ansiQuotes;
		this.#done = 0;
		this.fingerprint.begin(text);
		this.count = 0;
		this.rows = undefined;
		this.leavesOut = false;
		this.#comments = 0;
		const first = isNamePart(text.charCodeAt(0)) ? 0 : firstWord(text);
		let mayHaveRows = withRows && (isLetter(text, first, 105) || isLetter(text, first, 114));
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

	/** Value of a literal. */
	value(literal: number): Value {
		return literalValue(this.#text, this.starts[literal]!, this.ends[literal]!, this.kinds[literal]!);
	}

	/** Source text of a literal. */
	written(literal: number): ByteString {
		return this.#text.slice(this.starts[literal], this.ends[literal]);
	}

	/** Position after a name or number; -1 if a quote follows at once, or the number is not a plain one. */
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

	/** Integers with too many digits stay in the fingerprint. */
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

	/** Position after anything but names and numbers; -1 if unsupported. */
	#mark(at: number, code: number): number {
		const text = this.#text;
		switch (code) {
			case singleQuote:
				return this.#string(at);
			case doubleQuote:
				return this.#ansiQuotes ? scanQuoted(text, at, false) : this.#string(at);
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
				return text.charCodeAt(at + 1) !== minus ? at + 1 : isLineComment(text, at) ? skipLine(text, at) : -1;
			case slash:
				return isComment(text, at) ? this.#comment(at) : at + 1;
			case semicolon:
				return skipSpace(text, at + 1) === text.length ? text.length : -1;
			case hash:
				return skipLine(text, at);
			case question:
			case backslash:
				return -1;
			default:
				return code >= 32 || isSpace(code) ? at + 1 : -1;
		}
	}

	/** Position after a comment; -1 if it must be parsed. */
	#comment(start: number): number {
		const text = this.#text;
		const end = this.#comments++ < maximumComments ? commentEnd(text, start) : -1;
		if (end >= 0 && isPlainComment(text, start) && isApart(text, start, end)) {
			this.fingerprint.add(this.#done, start, commentMark);
			this.#done = end;
			this.leavesOut = true;
		}
		return end;
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
		this.fingerprint.add(this.#done, start, markOf(kind));
		this.#done = end;
		return end;
	}

	/**
	 * Position after an IN list of literals, padded so that lists of similar length share a fingerprint: the last
	 * literal is repeated, which changes nothing. The list's start, if it holds anything else.
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
		this.fingerprint.add(done, start + 1, listMark + marksOf(this.kinds, count, this.count));
		this.#done = at;
		return at;
	}

	/** Position after a plain number or string; -1 for anything else. */
	#listed(start: number): number {
		const { count } = this;
		const code = this.#text.charCodeAt(start);
		const end =
			code >= 48 && code <= 57
				? this.#word(start, code)
				: code === singleQuote || (code === doubleQuote && !this.#ansiQuotes)
					? this.#string(start)
					: -1;
		return this.count > count ? end : -1;
	}

	/** Repeats the last literal. */
	#repeat(times: number): void {
		const { count, starts, ends, kinds } = this;
		for (const column of [starts, ends, kinds]) {
			column.fill(column[count - 1]!, count, count + times);
		}
		this.count = count + times;
	}

	/** Position after all rows, or after VALUES if they are not plain. */
	#rows(from: number): number {
		const text = this.#text;
		const rows = this.#scan;
		if (!rows.scan(text, from, this.#ansiQuotes)) {
			return text.length > maximumText ? -1 : from;
		}
		this.rows = rows;
		this.rowsFrom = from;
		const forms = rows.forms.map(({ cells }) => `(${marksOf(cells, 0, cells.length)})`);
		this.fingerprint.add(this.#done, from, forms.join(""));
		this.#done = rows.end;
		return rows.end;
	}
}

/** Marks of literals, mostly all of a kind: one by one they were 2 % of the time of a blog's session. */
function marksOf(kinds: ArrayLike<number>, from: number, to: number): string {
	const first = kinds[from]!;
	let same = from + 1;
	while (same < to && kinds[same] === first) {
		same++;
	}
	let marks = markOf(first).repeat(same - from);
	for (let at = same; at < to; at++) {
		marks += markOf(kinds[at]!);
	}
	return marks;
}

/** Padded list lengths: 12, 16, 24, 32, 48 ... */
function paddedLength(length: number): number {
	if (length <= fewListed) {
		return length;
	}
	const power = 2 ** Math.ceil(Math.log2(length));
	return length <= power * 0.75 ? power * 0.75 : power;
}

/** As the lexer has it: `--` before white space, a control character or the end. */
function isLineComment(text: ByteString, at: number): boolean {
	return at + 2 >= text.length || text.charCodeAt(at + 2) <= 32;
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
