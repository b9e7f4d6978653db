/**
 * The kernel's parser: recursive descent over tokens. Ties the grammar's rooms together behind the `Parser`
 * interface.
 */
import { invariant } from "../../errors/invariant.ts";
import type { ByteString } from "../../types/value/value.ts";
import { isSpace } from "../lex/character.ts";
import { Lexer, startOfStatement } from "../lex/lexer.ts";
import type { FirstStatement, ParsedStatement, Parser, ParserMode } from "../parser.ts";
import { TokenKind, Tokens } from "../lex/tokens.ts";
import type { Expression, Query } from "../tree/expression.ts";
import type { CreateEvent, CreateProgram } from "../tree/statement.ts";
import type { PartitionChange, Partitioning } from "../tree/partitioning.ts";
import { partitionChange } from "./ddl/alter-partition.ts";
import { Cursor, type Grammar } from "./cursor/cursor.ts";
import { expression } from "./expression/expression.ts";
import { partitioning } from "./ddl/partition.ts";
import { isCreateProgram } from "./program/create-program.ts";
import { isEventStatement } from "./program/event.ts";
import { query, queryAfterParenthesis } from "./query/query.ts";
import { statement } from "./statement.ts";
import { syntaxError } from "./cursor/syntax-error.ts";

export { syntaxError } from "./cursor/syntax-error.ts";

const grammar: Grammar = { expression, query, queryBehind: queryAfterParenthesis, statement };

/** The default: no sql_mode flag that changes how text is read. */
export const plainMode: ParserMode = {
	ansiQuotes: false,
	pipesAsConcat: false,
	noBackslashEscapes: false,
	ignoreSpace: false,
	highNotPrecedence: false,
	realAsFloat: false,
};

export function createParser(): Parser {
	return new KernelParser();
}

export class KernelParser implements Parser {
	/** Reused: a statement is parsed completely before the next one. */
	private readonly tokens = new Tokens();

	parse(text: ByteString, mode: ParserMode): readonly ParsedStatement[] {
		const statements: ParsedStatement[] = [];
		let rest = 0;
		while (rest < text.length) {
			const found = this.parseFrom(text, rest, mode);
			rest = found.rest;
			if (found.first !== undefined) {
				statements.push(found.first);
			}
		}
		return statements;
	}

	parseFirst(text: ByteString, mode: ParserMode): FirstStatement {
		return this.parseFrom(text, 0, mode);
	}

	private parseFrom(text: ByteString, from: number, mode: ParserMode): FirstStatement {
		const lexer = new Lexer(mode, this.tokens);
		const start = this.skipEmpty(lexer, text, from);
		if (start === text.length) {
			return { first: undefined, rest: start };
		}
		let end = lexer.read(text, start);
		let cursor = new Cursor(this.tokens, mode, grammar, start);
		const holdsStatements = (cursor.is("create") && isCreateProgram(cursor)) || isEventStatement(cursor);
		if (holdsStatements) {
			// Its body has semicolons: the grammar finds its end.
			lexer.readAll(text, start);
			cursor = new Cursor(this.tokens, mode, grammar, start);
		}
		const parsed = cursor.statement();
		if (!cursor.isEnd) {
			cursor.fail();
		}
		const last = this.tokens.starts[holdsStatements ? cursor.at : this.tokens.count - 1]!;
		if (holdsStatements) {
			end = this.tokens.ends[cursor.at]!;
		}
		const own = ownText(text, start, last);
		const rest = this.skipEmpty(lexer, text, end);
		return {
			first: {
				statement: parsed,
				parameterCount: cursor.parameterCount,
				text: own,
				namesBinaryCollation: cursor.namesBinaryCollation,
			},
			rest,
			literals: cursor.literals,
		};
	}

	/** Start of the next statement that is more than white space and comments, or the text's end. */
	private skipEmpty(lexer: Lexer, text: ByteString, from: number): number {
		let start = startOfStatement(text, from);
		while (start < text.length && mayBeComment(text.charCodeAt(start))) {
			const end = lexer.read(text, start);
			if (this.tokens.count > 1) {
				return start;
			}
			start = startOfStatement(text, end);
		}
		return start;
	}
}

/** `#`, `-` and `/` */
function mayBeComment(code: number): boolean {
	return code === 35 || code === 45 || code === 47;
}

/** A statement's text without surrounding white space. */
function ownText(text: ByteString, start: number, end: number): ByteString {
	let last = end;
	while (last > start && isSpace(text.charCodeAt(last - 1))) {
		last--;
	}
	return text.slice(start, last);
}

/** Parses an expression alone: stored generated columns, defaults and checks. */
export function parseExpression(text: ByteString, mode: ParserMode): Expression {
	const tokens = new Tokens();
	new Lexer(mode, tokens).read(text, 0);
	const cursor = new Cursor(tokens, mode, grammar, 0);
	const parsed = cursor.expression();
	return cursor.isEnd ? parsed : cursor.fail();
}

/** Parses a PARTITION BY clause alone, as stored in a table's record. */
export function parsePartitioning(text: ByteString): Partitioning | undefined {
	const tokens = new Tokens();
	new Lexer(plainMode, tokens).read(text, 0);
	return partitioning(new Cursor(tokens, plainMode, grammar, 0));
}

/** Parses a partition change alone, as stored by ALTER TABLE. */
export function parsePartitionChange(text: ByteString): PartitionChange {
	const tokens = new Tokens();
	new Lexer(plainMode, tokens).read(text, 0);
	const cursor = new Cursor(tokens, plainMode, grammar, 0);
	return partitionChange(cursor) ?? cursor.fail();
}

/** Parses the CREATE statement of a stored program, as recorded. */
export function parseProgram(text: ByteString, mode: ParserMode): CreateProgram {
	const { first } = new KernelParser().parseFirst(text, mode);
	invariant(first?.statement.kind === "create-program", "A stored program is recorded as its CREATE statement.");
	return first.statement;
}

/** Parses the CREATE statement of an event, as recorded. */
export function parseEvent(text: ByteString, mode: ParserMode): CreateEvent {
	const { first } = new KernelParser().parseFirst(text, mode);
	invariant(first?.statement.kind === "create-event", "An event is recorded as its CREATE statement.");
	return first.statement;
}

/** Parses a query alone, as stored for a view. */
export function parseQuery(text: ByteString): Query {
	const tokens = new Tokens();
	new Lexer(plainMode, tokens).read(text, 0);
	const cursor = new Cursor(tokens, plainMode, grammar, 0);
	const parsed = cursor.query();
	return cursor.isEnd ? parsed : cursor.fail();
}

/** Throws at the first `?` of a text that is not being prepared, as MySQL does. */
export function refuseParameters(parsed: ParsedStatement, mode: ParserMode): void {
	if (parsed.parameterCount === 0) {
		return;
	}
	const tokens = new Tokens();
	new Lexer(mode, tokens).read(parsed.text, 0);
	const at = tokens.kinds.indexOf(TokenKind.parameter);
	throw syntaxError(parsed.text, 0, tokens.starts[at]!);
}
