/**
 * The seam between text and syntax tree: what the kernel asks of a parser.
 *
 * In: the bytes of SQL text. Out: statements. Which grammar answers is bound at composition; the kernel's own is
 * `parse/`. It refuses to know what names mean.
 */
import type { ByteString } from "../types/value.ts";
import type { Literal } from "./tree/expression.ts";
import type { Statement } from "./tree/statement.ts";

/** The words of sql_mode that change how text is read. */
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
	/** How many `?` the statement holds. */
	readonly parameterCount: number;
	/** The statement's own text, without the semicolon. */
	readonly text: ByteString;
}

export interface FirstStatement {
	/** undefined: the text holds none. */
	readonly first: ParsedStatement | undefined;
	readonly rest: number;
	/**
	 * The statement's numbers and strings by where they begin in the text, for who lifts them; a grammar that can't
	 * tell leaves it out.
	 */
	readonly literals?: ReadonlyMap<number, Literal>;
}

export interface Parser {
	/**
	 * All statements of a text, in order; empty statements between semicolons are left out. Throws the catalogued error
	 * `syntax` (1064) with near-text and line.
	 * @param text UTF-8 bytes (the session converts other client charsets first)
	 */
	parse(text: ByteString, mode: ParserMode): readonly ParsedStatement[];
	/**
	 * The first statement, and where the rest of the text begins: multi-statements are parsed one at a time, so that an
	 * error in the second comes after the first has run.
	 */
	parseFirst(text: ByteString, mode: ParserMode): FirstStatement;
}
