/**
 * The kernel's parser: recursive descent over tokens. Ties the grammar's rooms together behind the `Parser`
 * interface.
 */
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import { invariant } from "../../errors/invariant.ts";
import { SqlError } from "../../errors/sql-error.ts";
import type { ByteString } from "../../types/value/value.ts";
import { isSpace } from "../lex/character.ts";
import { Lexer, startOfStatement } from "../lex/lexer.ts";
import type { FirstStatement, ParsedStatement, Parser, ParserMode, ParseSteps } from "../parser.ts";
import { TokenKind, Tokens } from "../lex/tokens.ts";
import type { Expression, Query } from "../tree/expression.ts";
import type { CreateEvent, CreateProgram, Statement } from "../tree/statement.ts";
import type { PartitionChange, Partitioning } from "../tree/partitioning.ts";
import { partitionChange } from "./ddl/alter-partition.ts";
import { Cursor, type Grammar } from "./cursor/cursor.ts";
import { expression } from "./expression/expression.ts";
import { partitioning } from "./ddl/partition.ts";
import { isCreateProgram } from "./program/create-program.ts";
import { isEventStatement } from "./program/event.ts";
import { query, queryAfterParenthesis } from "./query/query.ts";
import { statement } from "./statement.ts";
import { type Pace, ParseStop, ParseStops } from "./cursor/parse-stops.ts";
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

/** Some milliseconds of work. */
const tokensInStep = 16_384;
/** Most programs have fewer. */
const tokensInProgram = 16_384;

interface Parsed {
	readonly statement: Statement;
	readonly cursor: Cursor;
}

export function createParser(): Parser {
	return new KernelParser();
}

export class KernelParser implements Parser {
	/** Reused: a statement is parsed completely before the next one, or keeps them. */
	private tokens = new Tokens();
	private readonly pace: Pace | undefined;

	/** `pace`: of steps. */
	constructor(pace?: Pace) {
		this.pace = pace;
	}

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

	*parseInSteps(text: ByteString, mode: ParserMode): ParseSteps<FirstStatement> {
		const { tokens } = this;
		const lexer = new Lexer(mode, tokens);
		const start = this.skipEmpty(lexer, tokens, text, 0);
		if (start === text.length) {
			return { first: undefined, rest: start };
		}
		lexer.begin(text, start);
		let end = lexer.readSome(tokensInStep);
		while (end === undefined) {
			yield* this.leave(tokens);
			end = lexer.readSome(tokensInStep);
		}
		const cursorOf = (): Cursor => new Cursor(tokens, mode, grammar, start);
		if (holdsStatements(cursorOf())) {
			const { statement, cursor } = yield* this.parseProgram(lexer, tokens, text, start, cursorOf);
			const own = ownText(text, start, tokens.starts[cursor.at]!);
			const rest = this.skipEmpty(lexer, tokens, text, tokens.ends[cursor.at]!);
			return { first: parsedAs(statement, cursor, own), rest };
		}
		const { statement, cursor } = yield* this.parsePasses(tokens, new ParseStops(this.pace), cursorOf);
		const own = ownText(text, start, tokens.starts[tokens.count - 1]!);
		return { first: parsedAs(statement, cursor, own), rest: this.skipEmpty(lexer, tokens, text, end) };
	}

	/** Parses until the parser no longer stops. */
	private *parsePasses(tokens: Tokens, stops: ParseStops, cursorOf: () => Cursor): ParseSteps<Parsed> {
		for (;;) {
			stops.beginPass();
			const cursor = cursorOf();
			cursor.stops = stops;
			try {
				const statement = whole(cursor);
				cursor.namesBinaryCollation ||= stops.namesBinaryCollation;
				return { statement, cursor };
			} catch (thrown) {
				if (!(thrown instanceof ParseStop)) {
					throw thrown;
				}
			}
			yield* this.leave(tokens);
		}
	}

	/**
	 * A statement whose body has semicolons: the grammar finds its end. The text may hold thousands of them, so it is
	 * read as far as the first needs: to a semicolon, then to one four times as far.
	 */
	private *parseProgram(
		lexer: Lexer,
		tokens: Tokens,
		text: ByteString,
		start: number,
		cursorOf: () => Cursor,
	): ParseSteps<Parsed> {
		const stops = new ParseStops(this.pace);
		lexer.begin(text, start);
		for (let enough = tokensInProgram; ; enough *= 4) {
			let end = lexer.readSomeOfAll(tokensInStep, enough);
			while (end === undefined && !(tokens.count >= enough && tokens.endsStatement)) {
				yield* this.leave(tokens);
				end = lexer.readSomeOfAll(tokensInStep, enough);
			}
			if (end !== undefined) {
				return yield* this.parsePasses(tokens, stops, cursorOf);
			}
			tokens.close();
			try {
				return yield* this.parsePasses(tokens, stops, cursorOf);
			} catch (failure) {
				if (!(failure instanceof SqlError)) {
					throw failure;
				}
			}
			tokens.reopen();
		}
	}

	/** Other statements are parsed between two steps. */
	private *leave(tokens: Tokens): ParseSteps<void> {
		if (this.tokens === tokens) {
			this.tokens = new Tokens();
		}
		yield tokens.count;
	}

	private parseFrom(text: ByteString, from: number, mode: ParserMode): FirstStatement {
		const { tokens } = this;
		const lexer = new Lexer(mode, tokens);
		const start = this.skipEmpty(lexer, tokens, text, from);
		if (start === text.length) {
			return { first: undefined, rest: start };
		}
		let end = lexer.read(text, start);
		let cursor = new Cursor(tokens, mode, grammar, start);
		const holds = holdsStatements(cursor);
		if (holds) {
			// Its body has semicolons: the grammar finds its end.
			lexer.readAll(text, start);
			cursor = new Cursor(tokens, mode, grammar, start);
		}
		const statement = whole(cursor);
		const last = tokens.starts[holds ? cursor.at : tokens.count - 1]!;
		if (holds) {
			end = tokens.ends[cursor.at]!;
		}
		const own = ownText(text, start, last);
		const rest = this.skipEmpty(lexer, tokens, text, end);
		return { first: parsedAs(statement, cursor, own), rest, literals: cursor.literals };
	}

	/** Start of the next statement that is more than white space and comments, or the text's end. */
	private skipEmpty(lexer: Lexer, tokens: Tokens, text: ByteString, from: number): number {
		let start = startOfStatement(text, from);
		while (start < text.length && mayBeComment(text.charCodeAt(start))) {
			lexer.begin(text, start);
			const end = lexer.readSome(1);
			if (end === undefined || tokens.count > 1) {
				return start;
			}
			start = startOfStatement(text, end);
		}
		return start;
	}
}

function whole(cursor: Cursor): Statement {
	const statement = cursor.statement();
	if (!cursor.isEnd) {
		cursor.fail();
	}
	return statement;
}

function parsedAs(
	statement: Statement,
	{ parameterCount, namesBinaryCollation }: Cursor,
	text: ByteString,
): ParsedStatement {
	return { statement, parameterCount, text, namesBinaryCollation };
}

function holdsStatements(cursor: Cursor): boolean {
	return (cursor.is("create") && isCreateProgram(cursor)) || isEventStatement(cursor);
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
	return programIn(new KernelParser().parseFirst(text, mode));
}

export function* parseProgramInSteps(text: ByteString, mode: ParserMode): CooperativeTask<CreateProgram> {
	const steps = new KernelParser().parseInSteps(text, mode);
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return programIn(step.value);
		}
		yield;
	}
}

function programIn({ first }: FirstStatement): CreateProgram {
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
