/**
 * `--parser node-sql-parser`: adapts that package's grammar to the kernel's `Parser` interface.
 *
 * Errors: 1064 where the package cannot read the text, 1235 where the kernel's tree has no place for the result or
 * the package loses what was written. The kernel's lexer splits statements. sql_mode flags that change the grammar
 * are refused, since the package does not know them.
 */
import nodeSqlParser from "node-sql-parser/build/mysql.js";
import { startOfStatement, Lexer } from "../../core/sql/lex/lexer.ts";
import { syntaxError } from "../../core/sql/parse/index.ts";
import type { FirstStatement, ParsedStatement, Parser, ParserMode } from "../../core/sql/parser.ts";
import { Tokens } from "../../core/sql/lex/tokens.ts";
import { type ByteString, decodeText, encodeText } from "../../core/types/value/value.ts";
import { isNode, refuse } from "./package-node.ts";
import { statementOf } from "./statement.ts";

export function createPackageParser(): Parser {
	return new PackageParser();
}

const dialect = { database: "MySQL", parseOptions: { includeLocations: true } };

class PackageParser implements Parser {
	readonly #package = new nodeSqlParser.Parser();
	readonly #tokens = new Tokens();

	parse(text: ByteString, mode: ParserMode): readonly ParsedStatement[] {
		const statements: ParsedStatement[] = [];
		for (let rest = text; rest !== ""; ) {
			const { first, rest: next } = this.parseFirst(rest, mode);
			if (first !== undefined) {
				statements.push(first);
			}
			rest = rest.slice(next);
		}
		return statements;
	}

	parseFirst(text: ByteString, mode: ParserMode): FirstStatement {
		const start = startOfStatement(text, 0);
		if (start === text.length) {
			return { first: undefined, rest: start };
		}
		refuseModes(mode);
		const lexer = new Lexer(mode, this.#tokens);
		const end = lexer.read(text, start);
		const own = text.slice(start, this.#tokens.starts[this.#tokens.count - 1]).trimEnd();
		const rest = startOfStatement(text, end);
		if (own === "" || this.#tokens.count === 1) {
			return { first: undefined, rest };
		}
		return { first: { ...this.#read(own, text, start), text: own }, rest };
	}

	#read(own: ByteString, text: ByteString, start: number): Omit<ParsedStatement, "text"> {
		const readable = decodeText(own);
		let tree: unknown;
		try {
			tree = this.#package.astify(readable, dialect);
		} catch (failure) {
			throw syntaxError(text, start, start + placeOf(failure, readable));
		}
		const node = Array.isArray(tree) ? tree[0] : tree;
		return isNode(node) ? statementOf(node, readable) : refuse("this statement");
	}
}

/** Position of the package's error, in bytes from the statement's start. */
function placeOf(failure: unknown, text: string): number {
	const location =
		isNode(failure) && isNode(failure.location) && isNode(failure.location.start)
			? Number(failure.location.start.offset)
			: 0;
	return encodeText(text.slice(0, location)).length;
}

function refuseModes(mode: ParserMode): void {
	const words = {
		ANSI_QUOTES: mode.ansiQuotes,
		PIPES_AS_CONCAT: mode.pipesAsConcat,
		NO_BACKSLASH_ESCAPES: mode.noBackslashEscapes,
		HIGH_NOT_PRECEDENCE: mode.highNotPrecedence,
	};
	for (const [word, isOn] of Object.entries(words)) {
		if (isOn) {
			refuse(`sql_mode ${word}`);
		}
	}
}
