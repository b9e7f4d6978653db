/**
 * Token cursor: lookahead, matching and error reporting for every parse function.
 *
 * Carries the grammar's entry points, so that rooms can parse an expression, query or statement without importing
 * each other.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { type ByteString, decodeText, encodeText } from "../../../types/value/value.ts";
import { decodeName, decodeString, shortText } from "../../lex/string.ts";
import { ownPart } from "../../../types/text/own-part.ts";
import type { ParserMode } from "../../parser.ts";
import { TokenKind, type Tokens } from "../../lex/tokens.ts";
import type { Expression, Literal, Parameter, Query } from "../../tree/expression.ts";
import type { TableName } from "../../tree/table-name.ts";
import type { Statement } from "../../tree/statement.ts";
import type { ParseStops } from "./parse-stops.ts";
import type { ProgramScope } from "./program-scope.ts";
import { syntaxError } from "./syntax-error.ts";

/** Entry points of the grammar, bound in `index.ts`. */
export interface Grammar {
	/** @param level the lowest precedence allowed without parentheses */
	expression(cursor: Cursor, level: number): Expression;
	query(cursor: Cursor): Query;
	/** Parses the rest of a query after its first part in parentheses. */
	queryBehind(cursor: Cursor, first: Query): Query;
	statement(cursor: Cursor): Statement;
}

/** Maximum nesting, which protects the parser's stack. */
const deepest = 400;
const longestName = 64;
/** Statements with more literals are not parameterized by the parser's notes. */
const maximumNoted = 1024;

const acceptComma = (cursor: Cursor): boolean => cursor.accept(",");

export class Cursor {
	readonly text: ByteString;
	readonly mode: ParserMode;
	at = 0;
	/** Number of `?` read. */
	parameterCount = 0;
	/** Number of subqueries and derived tables around: they have no INTO. */
	queryDepth = 0;
	/** The table that CREATE or ALTER TABLE defines: names of its columns may begin with its own. */
	defined: TableName | undefined;
	/** COLLATE BINARY was read, with the word unquoted. */
	namesBinaryCollation = false;
	/** The stored program whose body is being parsed. */
	program: ProgramScope | undefined;
	/** Of a long text that is parsed in passes. */
	stops: ParseStops | undefined;
	/** Numbers and strings by position, for `sql/parameterize`. */
	readonly literals = new Map<number, Literal>();
	private depth = 0;
	/** User variables that the statement assigns, in lower case. */
	private assigned: ReadonlySet<string> | undefined;
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

	// Entry points

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

	/** Runs a recursive rule one level deeper. */
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

	// Lookahead

	/** Kind of the current token. */
	get kind(): TokenKind {
		return this.kinds[this.at] as TokenKind;
	}

	/** Keyword or operator of the current token, lower case; empty for names and literals. */
	get word(): string {
		return this.words[this.at]!;
	}

	/** Word of a later token; empty after the end. */
	wordAhead(ahead: number): string {
		return this.words[this.at + ahead] ?? "";
	}

	kindAhead(ahead: number): TokenKind {
		return this.at + ahead < this.words.length ? (this.kinds[this.at + ahead] as TokenKind) : TokenKind.end;
	}

	is(word: string): boolean {
		return this.words[this.at] === word;
	}

	/** Whether these words follow. */
	isPhrase(first: string, ...others: readonly string[]): boolean {
		return this.words[this.at] === first && others.every((word, ahead) => this.words[this.at + ahead + 1] === word);
	}

	get isEnd(): boolean {
		return this.kinds[this.at] === TokenKind.end;
	}

	/** Whether a name follows. */
	get isName(): boolean {
		const kind = this.kinds[this.at];
		return kind === TokenKind.name || kind === TokenKind.quoted || kind === TokenKind.introducer;
	}

	// Matching

	/** Consumes the word if it follows. */
	accept(word: string): boolean {
		if (this.words[this.at] === word) {
			this.at++;
			return true;
		}
		return false;
	}

	/** Consumes the words if all of them follow. */
	acceptPhrase(first: string, ...others: readonly string[]): boolean {
		if (this.words[this.at] !== first || !this.isPhrase(first, ...others)) {
			return false;
		}
		this.at += 1 + others.length;
		return true;
	}

	/** Consumes and returns the one of these words that follows. */
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

	/** Throws the syntax error at a token, by default the current one. */
	fail(at = this.at): never {
		throw syntaxError(this.text, this.statementStart, this.starts[at]!);
	}

	/** Throws a syntax error with a sentence of its own. */
	complain(words: string): never {
		throw syntaxError(this.text, this.statementStart, this.starts[this.at]!, words);
	}

	// Source text

	/** Source bytes of the current token. */
	get written(): ByteString {
		return this.text.slice(this.starts[this.at], this.ends[this.at]);
	}

	/** Whether nothing is between that token and the one before it. */
	isAdjacent(ahead: number): boolean {
		return this.ends[this.at + ahead - 1] === this.starts[this.at + ahead];
	}

	/** Source bytes from a token to the one before the current. */
	bytesSince(first: number): ByteString {
		return this.at === first ? "" : this.text.slice(this.starts[first], this.ends[this.at - 1]);
	}

	/** The parameter for a local variable of the stored program. */
	localParameter(slot: number): Parameter {
		this.program?.slots.push(slot);
		return { kind: "parameter", index: this.parameterCount++ };
	}

	/** Records a literal by the position of its first token. */
	noteLiteral(first: number, literal: Literal): Literal {
		if (this.literals.size < maximumNoted) {
			this.literals.set(this.starts[first]!, literal);
		}
		return literal;
	}

	/** White space and comments before the current token. */
	get gap(): ByteString {
		return this.text.slice(this.at === 0 ? this.statementStart : this.ends[this.at - 1], this.starts[this.at]);
	}

	/** The same, decoded. */
	textSince(first: number): string {
		return decodeText(this.bytesSince(first));
	}

	// Names and literals

	/** An unquoted, not reserved name, or a quoted one. */
	name(longest = longestName): string {
		if (!this.isName) {
			this.fail();
		}
		const kind = this.kinds[this.at];
		const start = this.starts[this.at]!;
		const end = this.ends[this.at]!;
		this.at++;
		const bytes =
			kind === TokenKind.quoted ? decodeName(this.text, start, end) : ownPart(this.text, start, end, shortText);
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

	/** The bytes of `N'...'`: the quote is after the letter. */
	nationalBytes(): ByteString {
		const at = this.at++;
		return decodeString(this.text, this.starts[at]! + 1, this.ends[at]!, !this.mode.noBackslashEscapes);
	}

	string(): string {
		return decodeText(this.stringBytes());
	}

	/** A name, or a string used as one. */
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

	/** An unsigned integer used as length or count. */
	integer(): number {
		return Number(this.digits());
	}

	/** The name after `@`, unquoted. */
	userVariable(): string {
		if (this.kinds[this.at] !== TokenKind.userVariable) {
			this.fail();
		}
		return this.variableAt(this.at++);
	}

	/** Whether the statement contains `@name :=`. */
	isAssigned(name: string): boolean {
		this.assigned ??= this.assignedVariables();
		return this.assigned.has(name.toLowerCase());
	}

	private assignedVariables(): ReadonlySet<string> {
		const names = new Set<string>();
		for (let at = this.words.indexOf(":="); at >= 0; at = this.words.indexOf(":=", at + 1)) {
			if (at > 0 && this.kinds[at - 1] === TokenKind.userVariable) {
				names.add(this.variableAt(at - 1).toLowerCase());
			}
		}
		return names;
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
		return decodeText(ownPart(this.text, start, end, shortText));
	}

	/** A comma-separated list, at least one item. */
	list<Item>(read: (cursor: Cursor) => Item): Item[] {
		return this.items(read, acceptComma);
	}

	/** A list of any kind, at least one item; `goesOn` consumes what stands between two. */
	items<Item>(read: (cursor: Cursor) => Item, goesOn: (cursor: Cursor) => boolean): Item[] {
		if (this.stops !== undefined) {
			return this.stops.items(this, read, goesOn);
		}
		const items = [read(this)];
		while (goesOn(this)) {
			items.push(read(this));
		}
		return items;
	}

	/** The same in parentheses. */
	parenthesised<Item>(read: (cursor: Cursor) => Item): Item[] {
		this.expect("(");
		const items = this.list(read);
		this.expect(")");
		return items;
	}
}
