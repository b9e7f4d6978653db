/**
 * Tokens of a statement, as the lexer reads them under a SQL mode.
 */
import { decodeText, Lexer, type ParserMode, TokenKind, Tokens } from "../../core/index.ts";

export interface TracedToken {
	/** `reserved`, `name`, `string`, `operator` ... */
	readonly kind: string;
	readonly text: string;
	/** The keyword that a reserved word or a name spells, else empty. */
	readonly word: string;
	/** The first byte's place in the statement. */
	readonly at: number;
}

const kindNames = new Map<number, string>(Object.entries(TokenKind).map(([name, kind]) => [kind, name]));

/** @param text the statement in UTF-8, a byte string */
export function tokensOf(text: string, mode: ParserMode): readonly TracedToken[] {
	const tokens = new Tokens();
	new Lexer(mode, tokens).read(text, 0);
	return Array.from({ length: tokens.count }, (_, at) => {
		const start = tokens.starts[at] ?? 0;
		const kind = kindNames.get(tokens.kinds[at] ?? -1) ?? "invalid";
		const word = kind === "operator" ? "" : (tokens.words[at] ?? "");
		return { kind, text: decodeText(text.slice(start, tokens.ends[at])), word, at: start };
	}).filter(({ kind }) => kind !== "end");
}
