/**
 * Optimizer hints behind SELECT, as far as they do more than advise: MAX_EXECUTION_TIME.
 *
 * In: the blanks and comments between SELECT and what follows. Out: a limit in milliseconds. The others, which choose
 * among plans that answer alike, are passed over, as is what is no hint at all; MySQL warns of the latter.
 *
 *     SELECT /*+ NO_ICP(t) MAX_EXECUTION_TIME(1000) *\/ ...
 */
import type { ByteString } from "../../../types/value.ts";
import { Lexer } from "../../lex/lexer.ts";
import type { ParserMode } from "../../parser.ts";
import { TokenKind, Tokens } from "../../lex/tokens.ts";

const opening = "/*+";
const closing = "*/";
/** MySQL: what doesn't fit 32 bits is ignored. */
const greatestMs = 4294967295;

export function maximumMsHint(gap: ByteString, mode: ParserMode): number | undefined {
	const start = gap.indexOf(opening);
	if (start < 0) {
		return undefined;
	}
	const tokens = new Tokens();
	new Lexer(mode, tokens).read(gap.slice(start + opening.length, gap.indexOf(closing, start)), 0);
	const text = (at: number): string => tokens.text.slice(tokens.starts[at], tokens.ends[at]).toLowerCase();
	for (let at = 0; at < tokens.count; at++) {
		// The first counts; a second one is passed over with a warning in MySQL.
		if (
			text(at) === "max_execution_time" &&
			tokens.kinds[at + 2] === TokenKind.integer &&
			text(at + 1) === "(" &&
			text(at + 3) === ")"
		) {
			const limitMs = Number(text(at + 2));
			return limitMs <= greatestMs ? limitMs : undefined;
		}
	}
	return undefined;
}
