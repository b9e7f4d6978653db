/**
 * Error 1064 in MySQL's wording: near-text from the offending token, and the line.
 *
 * The near-text has at most 80 bytes and is empty at the end; trailing semicolons and white space do not count.
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
	const near = text.slice(at, Math.max(at, Math.min(end, at + nearBytes)));
	return words === undefined ? sqlError("syntax", near, line) : sqlError("syntaxComplaint", words, near, line);
}
