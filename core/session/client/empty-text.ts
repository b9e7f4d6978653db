/**
 * Answers a text without a statement: with OK if it is a comment, as in dumps that hide statements from older
 * servers.
 *
 * Error 1065 without even a comment.
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
