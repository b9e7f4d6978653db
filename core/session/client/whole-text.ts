/**
 * Parses a text that must be exactly one statement; errors 1064 and 1065.
 *
 * Clients' text is parsed with the grammar of the rule book; internal statements with the built-in grammar, even
 * where a plugin replaces it.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { createParser, syntaxError } from "../../sql/parse/index.ts";
import type { FirstStatement, ParsedStatement, Parser, ParserMode } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";

const ownParser = createParser();

export function parseWhole(text: ByteString, mode: ParserMode, parser: Parser = ownParser): ParsedStatement {
	return wholeOf(parser.parseFirst(text, mode), text);
}

/** The one statement of a text; errors as above. */
export function wholeOf({ first, rest }: FirstStatement, text: ByteString): ParsedStatement {
	if (first === undefined) {
		throw sqlError("emptyQuery");
	}
	if (rest < text.length) {
		throw syntaxError(text, 0, rest);
	}
	return first;
}
