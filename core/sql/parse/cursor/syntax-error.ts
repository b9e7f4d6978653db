/**
 * Error 1064 in MySQL's words: the text from the offending token on, and its line.
 *
 * In: the text, where the statement begins and where it goes wrong. Out: the error. The near-text is at most 80
 * bytes, and empty at the end; semicolons and blanks that end the text do not count.
 */
import { type SqlError, sqlError } from "../../../errors.ts";
import type { ByteString } from "../../../types/value.ts";
import { isSpace, skipSpace } from "../../lex/character.ts";

const nearBytes = 80;

/** `words`: what MySQL says instead of its usual sentence. */
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
