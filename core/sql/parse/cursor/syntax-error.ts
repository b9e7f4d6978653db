/**
 * Error 1064 in MySQL's wording: near-text from the offending token, and the line.
 *
 * The near-text has at most 80 bytes and is empty at the end; trailing semicolons and white space do not count. Of a
 * comma it begins behind it: MySQL's lexer begins the next token there before the grammar sees the comma.
 */
import { type SqlError, sqlError } from "../../../errors/catalogue.ts";
import type { ByteString } from "../../../types/value/value.ts";
import { isSpace, skipSpace } from "../../lex/character.ts";

const nearBytes = 80;

/** `words`: replaces MySQL's usual sentence. */
export function syntaxError(text: ByteString, statementStart: number, at: number, words?: ByteString): SqlError {
	let end = text.length;
	while (end > 0 && (text[end - 1] === ";" || isSpace(text.charCodeAt(end - 1)))) {
		end--;
	}
	let line = 1;
	for (let position = skipSpace(text, statementStart); position < at; position++) {
		if (text[position] === "\n") {
			line++;
		}
	}
	const start = text[at] === "," ? at + 1 : at;
	const near = text.slice(start, Math.max(start, Math.min(end, start + nearBytes)));
	return words === undefined ? sqlError("syntax", near, line) : sqlError("syntaxComplaint", words, near, line);
}
