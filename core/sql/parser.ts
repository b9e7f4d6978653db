/**
 * Parser interface: SQL text to statements. The kernel's own parser is `parse/`; plugins may bind another.
 */
import type { ByteString } from "../types/value/value.ts";
import type { Literal } from "./tree/expression.ts";
import type { Statement } from "./tree/statement.ts";

/** Bytes; shorter texts are parsed and planned in milliseconds, at once. */
export const longText = 131_072;

/** The sql_mode flags that change how text is read. */
export interface ParserMode {
	readonly ansiQuotes: boolean;
	readonly pipesAsConcat: boolean;
	readonly noBackslashEscapes: boolean;
	readonly ignoreSpace: boolean;
	readonly highNotPrecedence: boolean;
	readonly realAsFloat: boolean;
}

export interface ParsedStatement {
	readonly statement: Statement;
	/** Number of `?` parameters. */
	readonly parameterCount: number;
	/** The statement's text, without the semicolon. */
	readonly text: ByteString;
	/** It has COLLATE BINARY, with the word unquoted; other grammars need not tell. */
	readonly namesBinaryCollation?: boolean;
}

export interface FirstStatement {
	/** undefined: no statement in the text. */
	readonly first: ParsedStatement | undefined;
	readonly rest: number;
	/** Numbers and strings by their position in the text, for parameterization; optional for other grammars. */
	readonly literals?: ReadonlyMap<number, Literal>;
}

/** Yields the number of tokens read so far. */
export type ParseSteps<T> = Generator<number, T>;

export interface Parser {
	/**
	 * Parses all statements of a text; empty ones are left out.
	 * @param text UTF-8 bytes (the session converts other client charsets first)
	 * @throws `syntax` (1064), with near-text and line
	 */
	parse(text: ByteString, mode: ParserMode): readonly ParsedStatement[];
	/**
	 * Parses the first statement and returns where the rest begins: an error in a later statement is reported after the
	 * first has run.
	 */
	parseFirst(text: ByteString, mode: ParserMode): FirstStatement;
	/** The same in steps of a few milliseconds, for texts of megabytes; optional for other grammars. */
	parseInSteps?(text: ByteString, mode: ParserMode): ParseSteps<FirstStatement>;
}
