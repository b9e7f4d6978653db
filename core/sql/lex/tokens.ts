/**
 * Token list of one statement: kind, start, end and keyword of each token, in typed arrays that are reused.
 *
 * Text is decoded on demand: names and literals stay bytes until the parser reads them.
 *
 *               select   `a b`   ,   1.5   ;
 *     kinds     reserved quoted  op  decimal end
 *     starts    0        7       13  15    18
 *     ends      6        12      14  18    18
 *     words     "select" ""      "," ""    ""
 */
import type { ByteString } from "../../types/value/value.ts";

export const TokenKind = {
	/** After the last token: the end of the text, or a semicolon. */
	end: 0,
	/** An unquoted name; `word` is its non-reserved keyword, else empty. */
	name: 1,
	/** A reserved word. */
	reserved: 2,
	/** A name between backticks (or double quotes, with ANSI_QUOTES). */
	quoted: 3,
	string: 4,
	/** `N'...'` */
	nationalString: 5,
	integer: 6,
	decimal: 7,
	double: 8,
	/** `x'...'` and `0x...` */
	hex: 9,
	/** `b'...'` and `0b...` */
	bit: 10,
	/** `?` */
	parameter: 11,
	/** `@name`, with or without quotes around the name. */
	userVariable: 12,
	/** `(`, `<=`, `@@` ...; `word` is the operator itself. */
	operator: 13,
	/** `_utf8` */
	introducer: 14,
	/** Never valid: an unclosed quote or comment, a stray byte. */
	invalid: 15,
} as const;

export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

const firstSize = 256;
/** Arrays above this size are released after the statement. */
const keptSize = 65536;

export class Tokens {
	text: ByteString = "";
	count = 0;
	kinds = new Uint8Array(firstSize);
	starts = new Int32Array(firstSize);
	ends = new Int32Array(firstSize);
	words: string[] = [];

	clear(text: ByteString): void {
		this.text = text;
		this.count = 0;
		this.words.length = 0;
		if (this.kinds.length > keptSize) {
			this.kinds = new Uint8Array(firstSize);
			this.starts = new Int32Array(firstSize);
			this.ends = new Int32Array(firstSize);
		}
	}

	add(kind: TokenKind, start: number, end: number, word: string): void {
		const at = this.count;
		if (at === this.kinds.length) {
			this.grow();
		}
		this.kinds[at] = kind;
		this.starts[at] = start;
		this.ends[at] = end;
		this.words[at] = word;
		this.count = at + 1;
	}

	/** Whether the last token is a semicolon within a body of statements. */
	get endsStatement(): boolean {
		return this.words[this.count - 1] === ";" && this.kinds[this.count - 1] === TokenKind.end;
	}

	/** Ends the list, until `reopen`. */
	close(): void {
		const { length } = this.text;
		this.add(TokenKind.end, length, length, "");
	}

	reopen(): void {
		this.count--;
	}

	private grow(): void {
		const size = this.kinds.length * 2;
		const kinds = new Uint8Array(size);
		const starts = new Int32Array(size);
		const ends = new Int32Array(size);
		kinds.set(this.kinds);
		starts.set(this.starts);
		ends.set(this.ends);
		this.kinds = kinds;
		this.starts = starts;
		this.ends = ends;
	}
}
