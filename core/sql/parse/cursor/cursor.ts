/**
 * A place in a statement's tokens: what every family of the parser reads through.
 *
 * In: the tokens. Out: words, names and literals, one after the other, or the syntax error at the place. It also
 * carries the grammar, so that a family can ask for an expression or a query without importing the family that reads
 * it. It refuses to know statements.
 */
import { sqlError } from "../../../errors.ts";
import { type ByteString, decodeText, encodeText } from "../../../types/value.ts";
import { decodeName, decodeString } from "../../lex/string.ts";
import type { ParserMode } from "../../parser.ts";
import { TokenKind, type Tokens } from "../../lex/tokens.ts";
import type { Expression, Literal, Query } from "../../tree/expression.ts";
import type { Statement } from "../../tree/statement.ts";
import { syntaxError } from "./syntax-error.ts";

/** The families that others ask for, tied together in `index.ts`. */
export interface Grammar {
	/** @param level the loosest operator that may stand outside of parentheses, see `Level` */
	expression(cursor: Cursor, level: number): Expression;
	query(cursor: Cursor): Query;
	/** The rest of a query whose first part, in parentheses, was read already. */
	queryBehind(cursor: Cursor, first: Query): Query;
	statement(cursor: Cursor): Statement;
}

/** Deeper nesting than this is refused: the parser's own stack has an end. */
const deepest = 400;
const longestName = 64;
/** Who writes more literals than these does so once. */
const maximumNoted = 1024;

export class Cursor {
	readonly text: ByteString;
	readonly mode: ParserMode;
	at = 0;
	/** How many `?` were read. */
	parameterCount = 0;
	/** Numbers and strings by where they begin: what `sql/lift` may put parameters in the place of. */
	readonly literals = new Map<number, Literal>();
	private depth = 0;
	private readonly grammar: Grammar;
	private readonly statementStart: number;
	private readonly kinds: Uint8Array;
	private readonly starts: Int32Array;
	private readonly ends: Int32Array;
	private readonly words: readonly string[];

	constructor(tokens: Tokens, mode: ParserMode, grammar: Grammar, statementStart: number) {
		this.text = tokens.text;
		this.mode = mode;
		this.grammar = grammar;
		this.statementStart = statementStart;
		this.kinds = tokens.kinds;
		this.starts = tokens.starts;
		this.ends = tokens.ends;
		this.words = tokens.words;
	}

	// The other families

	expression(level = 0): Expression {
		this.enter();
		const expression = this.grammar.expression(this, level);
		this.depth--;
		return expression;
	}

	query(): Query {
		return this.nested(() => this.grammar.query(this));
	}

	queryBehind(first: Query): Query {
		return this.grammar.queryBehind(this, first);
	}

	statement(): Statement {
		return this.grammar.statement(this);
	}

	/** What `read` reads, a level deeper: for all grammar that holds itself. */
	nested<Node>(read: () => Node): Node {
		this.enter();
		const node = read();
		this.depth--;
		return node;
	}

	private enter(): void {
		if (++this.depth > deepest) {
			this.fail();
		}
	}

	// Looking

	/** The kind of this token. */
	get kind(): TokenKind {
		return this.kinds[this.at] as TokenKind;
	}

	/** The keyword or mark at this token, lower case; empty for names and literals. */
	get word(): string {
		return this.words[this.at]!;
	}

	/** The word of the token `ahead` tokens further on; empty behind the end. */
	wordAhead(ahead: number): string {
		return this.words[this.at + ahead] ?? "";
	}

	kindAhead(ahead: number): TokenKind {
		return this.at + ahead < this.words.length ? (this.kinds[this.at + ahead] as TokenKind) : TokenKind.end;
	}

	is(word: string): boolean {
		return this.words[this.at] === word;
	}

	/** Whether these words stand here, one after the other. */
	isPhrase(first: string, ...others: readonly string[]): boolean {
		return this.words[this.at] === first && others.every((word, ahead) => this.words[this.at + ahead + 1] === word);
	}

	get isEnd(): boolean {
		return this.kinds[this.at] === TokenKind.end;
	}

	/** Whether a name can be read here. */
	get isName(): boolean {
		const kind = this.kinds[this.at];
		return kind === TokenKind.name || kind === TokenKind.quoted || kind === TokenKind.introducer;
	}

	// Moving

	/** Passes over the word if it stands here. */
	accept(word: string): boolean {
		if (this.words[this.at] === word) {
			this.at++;
			return true;
		}
		return false;
	}

	/** Passes over the words if they all stand here, in order. */
	acceptPhrase(first: string, ...others: readonly string[]): boolean {
		if (this.words[this.at] !== first || !this.isPhrase(first, ...others)) {
			return false;
		}
		this.at += 1 + others.length;
		return true;
	}

	/** Passes over the first of these words that stands here, and says which. */
	acceptOneOf<Word extends string>(...words: readonly Word[]): Word | undefined {
		const found = words.find((word) => this.words[this.at] === word);
		if (found !== undefined) {
			this.at++;
		}
		return found;
	}

	expect(word: string): void {
		if (this.words[this.at] !== word) {
			this.fail();
		}
		this.at++;
	}

	expectPhrase(...words: readonly string[]): void {
		for (const word of words) {
			this.expect(word);
		}
	}

	expectOneOf<Word extends string>(...words: readonly Word[]): Word {
		return this.acceptOneOf(...words) ?? this.fail();
	}

	/** The syntax error at a token, this one if none is given. */
	fail(at = this.at): never {
		throw syntaxError(this.text, this.statementStart, this.starts[at]!);
	}

	/** The same in words of its own. */
	complain(words: string): never {
		throw syntaxError(this.text, this.statementStart, this.starts[this.at]!, words);
	}

	// Text

	/** The bytes of this token as they were written. */
	get written(): ByteString {
		return this.text.slice(this.starts[this.at], this.ends[this.at]);
	}

	/** Whether the token ahead follows its forerunner without anything between. */
	isAdjacent(ahead: number): boolean {
		return this.ends[this.at + ahead - 1] === this.starts[this.at + ahead];
	}

	/** The source bytes from a token up to the token before this one. */
	bytesSince(first: number): ByteString {
		return this.at === first ? "" : this.text.slice(this.starts[first], this.ends[this.at - 1]);
	}

	/** Notes where a literal was read whose first token is this one. */
	noteLiteral(first: number, literal: Literal): Literal {
		if (this.literals.size < maximumNoted) {
			this.literals.set(this.starts[first]!, literal);
		}
		return literal;
	}

	/** What stands before this token: blanks and comments. */
	get gap(): ByteString {
		return this.text.slice(this.at === 0 ? this.statementStart : this.ends[this.at - 1], this.starts[this.at]);
	}

	/** The same as text. */
	textSince(first: number): string {
		return decodeText(this.bytesSince(first));
	}

	// Names and literals

	/** A name: unquoted and not reserved, or quoted. */
	name(longest = longestName): string {
		if (!this.isName) {
			this.fail();
		}
		const kind = this.kinds[this.at];
		const start = this.starts[this.at]!;
		const end = this.ends[this.at]!;
		this.at++;
		const bytes = kind === TokenKind.quoted ? decodeName(this.text, start, end) : this.text.slice(start, end);
		const name = decodeText(bytes);
		if (name.length > longest && [...name].length > longest) {
			throw sqlError("identifierTooLong", encodeText(name));
		}
		return name;
	}

	get isString(): boolean {
		return this.kinds[this.at] === TokenKind.string;
	}

	/** The bytes of one string token. */
	stringBytes(): ByteString {
		if (!this.isString) {
			this.fail();
		}
		const at = this.at++;
		return decodeString(this.text, this.starts[at]!, this.ends[at]!, !this.mode.noBackslashEscapes);
	}

	/** The bytes of `N'...'`, whose quote stands behind the letter. */
	nationalBytes(): ByteString {
		const at = this.at++;
		return decodeString(this.text, this.starts[at]! + 1, this.ends[at]!, !this.mode.noBackslashEscapes);
	}

	string(): string {
		return decodeText(this.stringBytes());
	}

	/** A name, or a string in a name's place. */
	nameOrString(longest = longestName): string {
		return this.isString ? this.string() : this.name(longest);
	}

	/** The digits of an unsigned integer. */
	digits(): string {
		if (this.kinds[this.at] !== TokenKind.integer) {
			this.fail();
		}
		const digits = this.written;
		this.at++;
		return digits;
	}

	/** An unsigned integer that is a length or a count. */
	integer(): number {
		return Number(this.digits());
	}

	/** The name behind a `@`, without quotes. */
	userVariable(): string {
		if (this.kinds[this.at] !== TokenKind.userVariable) {
			this.fail();
		}
		return this.variableAt(this.at++);
	}

	/** Does the text have `@name :=` anywhere? */
	isAssigned(name: string): boolean {
		return this.words.some(
			(word, at) =>
				word === ":=" &&
				at > 0 &&
				this.kinds[at - 1] === TokenKind.userVariable &&
				this.variableAt(at - 1).toLowerCase() === name.toLowerCase(),
		);
	}

	private variableAt(at: number): string {
		const start = this.starts[at]! + 1;
		const end = this.ends[at]!;
		const quote = this.text[start];
		if (quote === "`") {
			return decodeText(decodeName(this.text, start, end));
		}
		if (end > start && (quote === "'" || quote === '"')) {
			return decodeText(decodeString(this.text, start, end, !this.mode.noBackslashEscapes));
		}
		return decodeText(this.text.slice(start, end));
	}

	/** Items between commas, at least one. */
	list<Item>(read: (cursor: Cursor) => Item): Item[] {
		const items = [read(this)];
		while (this.accept(",")) {
			items.push(read(this));
		}
		return items;
	}

	/** The same between parentheses. */
	parenthesised<Item>(read: (cursor: Cursor) => Item): Item[] {
		this.expect("(");
		const items = this.list(read);
		this.expect(")");
		return items;
	}
}
