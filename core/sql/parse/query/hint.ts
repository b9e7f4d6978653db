/**
 * Optimizer hints after SELECT: reads MAX_EXECUTION_TIME and skips all others.
 *
 * The others only choose among equivalent plans. Text that is no hint is skipped too, where MySQL warns.
 *
 *     SELECT /*+ NO_ICP(t) MAX_EXECUTION_TIME(1000) *\/ ...
 */
import type { ByteString } from "../../../types/value/value.ts";
import { Lexer } from "../../lex/lexer.ts";
import type { ParserMode } from "../../parser.ts";
import { TokenKind, Tokens } from "../../lex/tokens.ts";

const opening = "/*+";
const closing = "*/";
/** MySQL ignores values above 32 bits. */
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
		// The first one counts; MySQL warns of a second.
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
