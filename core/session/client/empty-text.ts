/**
 * Text without a statement.
 *
 * In: the text of a command in which the parser found nothing. Out: an outcome: a comment alone is done at once, as
 * in the dumps that hide statements from older servers. Error 1065 where there isn't even a comment.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { ByteString } from "../../types/value/value.ts";

const space = 0x20;
const semicolon = 0x3b;

export function outcomeWithoutStatement(text: ByteString): StatementResult {
	for (let at = 0; at < text.length; at++) {
		const byte = text.charCodeAt(at);
		if (byte > space && byte !== semicolon) {
			return done();
		}
	}
	throw sqlError("emptyQuery");
}
