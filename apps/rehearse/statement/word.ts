/**
 * Words of a statement with their places, as the lexer finds them.
 */
import { type ByteString, Lexer, plainMode, Tokens } from "../../../core/index.ts";

export interface Word {
	readonly kind: number;
	/** In small letters; of names and literals their text. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
}

export function wordsOf(text: ByteString): readonly Word[] {
	const tokens = new Tokens();
	new Lexer(plainMode, tokens).readAll(text, 0);
	const words: Word[] = [];
	for (let at = 0; at < tokens.count; at++) {
		const [start, end] = [tokens.starts[at] ?? 0, tokens.ends[at] ?? 0];
		words.push({ kind: tokens.kinds[at] ?? 0, word: text.slice(start, end).toLowerCase(), start, end });
	}
	return words;
}
