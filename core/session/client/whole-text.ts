/**
 * A text that is one statement and nothing else.
 *
 * In: text, and the grammar of clients; statements of the server itself are in its own grammar, whatever is put in
 * that one's place. Out: the statement; 1064 and 1065.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { createParser, syntaxError } from "../../sql/parse/index.ts";
import type { ParsedStatement, Parser, ParserMode } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";

const ownParser = createParser();

export function parseWhole(text: ByteString, mode: ParserMode, parser: Parser = ownParser): ParsedStatement {
	const { first, rest } = parser.parseFirst(text, mode);
	if (first === undefined) {
		throw sqlError("emptyQuery");
	}
	if (rest < text.length) {
		throw syntaxError(text, 0, rest);
	}
	return first;
}
