/**
 * Statement digest (performance_schema): normalized text with `?` for literals.
 *
 * Tokens with a space between, names in backticks, keywords in capitals; `(...)` for a list of literals, with a
 * comment after it for several rows. Long statements are cut.
 */
import type { ByteString } from "../../types/value/value.ts";
import { Lexer } from "../lex/lexer.ts";
import type { ParserMode } from "../parser.ts";
import { TokenKind, Tokens } from "../lex/tokens.ts";

/** MySQL's `max_digest_length`. */
const longest = 1024;

const literals: ReadonlySet<TokenKind> = new Set([
	TokenKind.string,
	TokenKind.nationalString,
	TokenKind.integer,
	TokenKind.decimal,
	TokenKind.double,
	TokenKind.hex,
	TokenKind.bit,
	TokenKind.parameter,
]);

/** Reused: a text is read without interruption. */
const tokens = new Tokens();

export function digestText(text: ByteString, mode: ParserMode): ByteString {
	new Lexer(mode, tokens).read(text.slice(0, longest), 0);
	const words: string[] = [];
	for (let at = 0; tokens.kinds[at] !== TokenKind.end; at++) {
		append(words, wordOf(at));
	}
	return words.join(" ");
}

function wordOf(at: number): ByteString {
	const kind = tokens.kinds[at] as TokenKind;
	const written = tokens.text.slice(tokens.starts[at], tokens.ends[at]);
	if (literals.has(kind)) {
		return "?";
	}
	if (kind === TokenKind.reserved || (kind === TokenKind.name && tokens.words[at] !== "")) {
		return written.toUpperCase();
	}
	return kind === TokenKind.name ? `\`${written}\`` : written;
}

/** Replaces several literals, or several rows. */
const several = "?, ...";
const behindRows = " /* , ... */";

/** Collapses lists of literals to one, and rows of them to one row. */
function append(words: string[], word: string): void {
	const before = (back: number): string | undefined => words[words.length - back];
	if (word === "?" && (before(1) === "-" || before(1) === "+") && !isValue(before(2))) {
		words.pop();
	}
	if (word === "?" && before(1) === "," && (before(2) === "?" || before(2) === several)) {
		words.splice(-2, 2, several);
	} else if (word === ")" && (before(1) === "?" || before(1) === several) && before(2) === "(") {
		const row = before(1) === "?" ? "(?)" : "(...)";
		words.splice(-2, 2);
		if (before(1) === "," && (before(2) === row || before(2) === row + behindRows)) {
			words.splice(-2, 2, row + behindRows);
		} else {
			words.push(row);
		}
	} else {
		words.push(word);
	}
}

function isValue(word: string | undefined): boolean {
	return word !== undefined && (word.endsWith("?") || word.endsWith(")") || word === several || word.endsWith("`"));
}
