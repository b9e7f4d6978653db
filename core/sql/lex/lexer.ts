/**
 * Lexer (tokenizer): turns the bytes of one statement into `Tokens`; drops white space and comments.
 *
 * Depends on the sql_mode flags that change how text is read.
 */
import type { ByteString } from "../../types/value/value.ts";
import { findKeyword, introducedCharset } from "../keywords.ts";
import { isDigit, isHexDigit, isNamePart, isSpace, skipSpace } from "./character.ts";
import { openVersionComment, skipComment, skipLine } from "./comment.ts";
import { scanOperator } from "./operator.ts";
import { endOf, kindOf, scanNumber } from "./number.ts";
import { scanQuoted } from "./string.ts";
import type { ParserMode } from "../parser.ts";
import { TokenKind, type Tokens } from "./tokens.ts";

const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const openParenthesis = 40;
const star = 42;
const minus = 45;
const point = 46;
const slash = 47;
const semicolon = 59;
const question = 63;
const at = 64;
const backslash = 92;
const backtick = 96;

export class Lexer {
	private readonly mode: ParserMode;
	private readonly tokens: Tokens;
	private text: ByteString = "";
	private position = 0;
	/** Inside an executed version comment: its closing mark is skipped. */
	private inVersionComment = false;

	constructor(mode: ParserMode, tokens: Tokens) {
		this.mode = mode;
		this.tokens = tokens;
	}

	/**
	 * Reads one statement's tokens, with an `end` token last. Returns the position after its semicolon, or the text's
	 * end.
	 */
	read(text: ByteString, from: number): number {
		return this.readTo(text, from, false);
	}

	/** Reads the whole text: a semicolon is an `end` token with the word `;`. For bodies of stored programs. */
	readAll(text: ByteString, from: number): number {
		return this.readTo(text, from, true);
	}

	private readTo(text: ByteString, from: number, goesOn: boolean): number {
		this.begin(text, from);
		return this.readUntil(Number.POSITIVE_INFINITY, goesOn)!;
	}

	/** Begins to read one statement's tokens, which `readSome` does. */
	begin(text: ByteString, from: number): void {
		this.text = text;
		this.position = from;
		this.inVersionComment = false;
		this.tokens.clear(text);
	}

	/** Reads at most so many tokens more. Returns the position after the statement, or undefined before its end. */
	readSome(count: number): number | undefined {
		return this.readUntil(this.tokens.count + count, false);
	}

	/**
	 * The same of a text that `readAll` reads. From so many tokens on it returns behind a semicolon too, which
	 * `tokens.endsStatement` says.
	 */
	readSomeOfAll(count: number, enough: number): number | undefined {
		return this.readUntil(this.tokens.count + count, true, enough);
	}

	private readUntil(count: number, goesOn: boolean, enough = Number.POSITIVE_INFINITY): number | undefined {
		const { text } = this;
		while (this.skipBlank()) {
			if (this.tokens.count >= count) {
				return undefined;
			}
			const start = this.position;
			const code = text.charCodeAt(start);
			if (code === semicolon && goesOn) {
				this.tokens.add(TokenKind.end, start, start + 1, ";");
				this.position++;
				if (this.tokens.count >= enough) {
					return undefined;
				}
				continue;
			}
			if (code === semicolon) {
				this.tokens.add(TokenKind.end, start, start, "");
				return start + 1;
			}
			this.readToken(start, code);
		}
		this.tokens.add(TokenKind.end, this.position, this.position, "");
		return this.position;
	}

	/** Skips white space and comments. Returns false at the end of the text. */
	private skipBlank(): boolean {
		const text = this.text;
		for (;;) {
			this.position = skipSpace(text, this.position);
			if (this.position >= text.length) {
				return false;
			}
			const code = text.charCodeAt(this.position);
			if (code === hash) {
				this.position = skipLine(text, this.position);
			} else if (code === minus && this.startsLineComment()) {
				this.position = skipLine(text, this.position);
			} else if (code === star && this.inVersionComment && text.charCodeAt(this.position + 1) === slash) {
				this.inVersionComment = false;
				this.position += 2;
			} else if (code === slash && text.charCodeAt(this.position + 1) === star) {
				if (!this.skipSlashStar()) {
					return true;
				}
			} else {
				return true;
			}
		}
	}

	/** `--` starts a comment only before white space, a control character or the end. */
	private startsLineComment(): boolean {
		const text = this.text;
		const after = this.position + 2;
		return text.charCodeAt(this.position + 1) === minus && (after >= text.length || text.charCodeAt(after) <= 32);
	}

	/** Returns false for an unclosed comment: the rest is then one invalid token. */
	private skipSlashStar(): boolean {
		const text = this.text;
		let end: number;
		if (text[this.position + 2] === "!") {
			const comment = openVersionComment(text, this.position);
			this.inVersionComment ||= comment.read;
			end = comment.end;
		} else {
			end = skipComment(text, this.position);
		}
		if (end < 0) {
			return false;
		}
		this.position = end;
		return true;
	}

	private readToken(start: number, code: number): void {
		if (isDigit(code)) {
			const number = scanNumber(this.text, start);
			this.add(kindOf(number), endOf(number), "");
		} else if (isNamePart(code)) {
			this.readWord(start, code);
		} else if (code === singleQuote) {
			this.readQuoted(TokenKind.string, start);
		} else if (code === backtick) {
			this.readQuoted(TokenKind.quoted, start);
		} else if (code === doubleQuote) {
			this.readQuoted(this.mode.ansiQuotes ? TokenKind.quoted : TokenKind.string, start);
		} else if (code === point) {
			this.readPoint(start);
		} else if (code === at) {
			this.readVariable(start);
		} else if (code === question) {
			this.add(TokenKind.parameter, start + 1, "");
		} else if (code === backslash && this.text[start + 1] === "N") {
			this.add(TokenKind.reserved, start + 2, "null");
		} else {
			this.readMark(start);
		}
	}

	private add(kind: TokenKind, end: number, word: string): void {
		this.tokens.add(kind, this.position, end, word);
		this.position = end;
	}

	private readMark(start: number): void {
		const mark = scanOperator(this.text, start);
		const unclosed = mark === "/" && this.text.charCodeAt(start + 1) === star;
		if (mark === "" || unclosed) {
			this.add(TokenKind.invalid, this.text.length, "");
		} else {
			this.add(TokenKind.operator, start + mark.length, mark);
		}
	}

	/** `open`: position of the quote, after a prefix (`x'41'`) or at the start. */
	private readQuoted(kind: TokenKind, open: number): void {
		const escapes = kind !== TokenKind.quoted && !this.mode.noBackslashEscapes;
		const end = scanQuoted(this.text, open, escapes);
		if (end < 0) {
			this.add(TokenKind.invalid, this.text.length, "");
		} else {
			this.add(kind, end, "");
		}
	}

	private readWord(start: number, code: number): void {
		const text = this.text;
		if (text.charCodeAt(start + 1) === singleQuote && this.readPrefixed(start, code | 32)) {
			return;
		}
		const end = this.nameEnd(start + 1);
		const word = text.slice(start, end);
		const keyword = findKeyword(word);
		if (keyword === undefined) {
			const introduces = code === 95 && introducedCharset(word) !== undefined;
			this.add(introduces ? TokenKind.introducer : TokenKind.name, end, "");
		} else if (keyword.strength === "plain") {
			this.add(TokenKind.name, end, keyword.word);
		} else if (keyword.strength === "reserved" || this.opensCall(end)) {
			this.add(TokenKind.reserved, end, keyword.word);
		} else {
			this.add(TokenKind.name, end, "");
		}
	}

	private nameEnd(from: number): number {
		const text = this.text;
		let end = from;
		while (end < text.length && isNamePart(text.charCodeAt(end))) {
			end++;
		}
		return end;
	}

	private opensCall(end: number): boolean {
		const next = this.mode.ignoreSpace ? skipSpace(this.text, end) : end;
		return this.text.charCodeAt(next) === openParenthesis;
	}

	/** `x'41'`, `b'01'`, `n'text'`; returns false if the letter begins a name. */
	private readPrefixed(start: number, letter: number): boolean {
		if (letter === 110) {
			this.readQuoted(TokenKind.nationalString, start + 1);
			return true;
		}
		if (letter !== 120 && letter !== 98) {
			return false;
		}
		const text = this.text;
		let end = start + 2;
		while (
			end < text.length &&
			(letter === 120 ? isHexDigit(text.charCodeAt(end)) : text[end] === "0" || text[end] === "1")
		) {
			end++;
		}
		const whole = letter === 98 || (end - start) % 2 === 0;
		if (text.charCodeAt(end) !== singleQuote || !whole) {
			this.add(TokenKind.invalid, text.length, "");
		} else {
			this.add(letter === 120 ? TokenKind.hex : TokenKind.bit, end + 1, "");
		}
		return true;
	}

	/** A dot: part of a number, or between names; after it even a keyword is a name. */
	private readPoint(start: number): void {
		const text = this.text;
		const next = text.charCodeAt(start + 1);
		const before = this.tokens.count - 1;
		const behindName =
			before >= 0 &&
			this.tokens.ends[before] === start &&
			(this.tokens.kinds[before] === TokenKind.name ||
				this.tokens.kinds[before] === TokenKind.reserved ||
				this.tokens.kinds[before] === TokenKind.introducer);
		if (isDigit(next) && !behindName) {
			const number = scanNumber(text, start);
			this.add(kindOf(number), endOf(number), "");
			return;
		}
		this.add(TokenKind.operator, start + 1, ".");
		if (start + 1 < text.length && isNamePart(next)) {
			this.add(TokenKind.name, this.nameEnd(start + 1), "");
		}
	}

	/** `@name`, `@'name'`, `@@`; the name after `@` may be empty, as in `'root'@`. */
	private readVariable(start: number): void {
		const text = this.text;
		const next = text.charCodeAt(start + 1);
		if (next === at) {
			this.add(TokenKind.operator, start + 2, "@@");
		} else if (next === singleQuote || next === doubleQuote || next === backtick) {
			const end = scanQuoted(text, start + 1, next !== backtick && !this.mode.noBackslashEscapes);
			this.add(end < 0 ? TokenKind.invalid : TokenKind.userVariable, end < 0 ? text.length : end, "");
		} else {
			let end = start + 1;
			while (end < text.length && (isNamePart(text.charCodeAt(end)) || text.charCodeAt(end) === point)) {
				end++;
			}
			this.add(TokenKind.userVariable, end, "");
		}
	}
}

/** Returns where the next statement begins after a semicolon, or the text's end. */
export function startOfStatement(text: ByteString, from: number): number {
	let position = from;
	while (position < text.length && (isSpace(text.charCodeAt(position)) || text.charCodeAt(position) === semicolon)) {
		position++;
	}
	return position;
}
