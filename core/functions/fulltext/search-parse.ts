/**
 * Parses the search of MATCH ... AGAINST: InnoDB's grammar of boolean mode, and of natural language mode.
 *
 *     list    = { item }
 *     item    = [sign] ( term ["*"] | phrase ["@" number] | "(" list ")" )        sign = + - ~ < >
 *     term    = { "*" } ( word | number )
 *
 * In natural language mode words, quoted phrases and `*` are known, signs are not. A term of several words, such as
 * `foo.bar`, is several items with its sign. Throws 1064 in the words of InnoDB's parser. Source: MySQL 5.7 manual,
 * 12.9.2 Boolean Full-Text Searches; errors measured on MariaDB's InnoDB.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { WordReader } from "./word.ts";
import { wordsOf } from "./word.ts";

export type SearchMode = "natural" | "boolean" | "expansion";

/** `none`: the item makes a document match; the others change what is found before, or its rank. */
type Sign = "none" | "must" | "not" | "negate" | "less" | "more";

export type SearchItem = { readonly sign: Sign } & (
	| { readonly kind: "word"; readonly word: string; readonly isPrefix: boolean }
	| { readonly kind: "phrase"; readonly words: readonly string[]; readonly distance: number | undefined }
	| { readonly kind: "list"; readonly items: readonly SearchItem[] }
);

interface Token {
	readonly kind: "word" | "number" | "phrase" | "operator" | "end";
	readonly text: string;
}

const signs: Readonly<Record<string, Sign>> = { "+": "must", "-": "not", "~": "negate", "<": "less", ">": "more" };

const tokenNames = { word: "FTS_TERM", number: "FTS_NUMB", phrase: "FTS_TEXT", end: "$end" };

const booleanTokens = /[*()+\-<>~@]|"[^"\n]*"|[^" \n*()+\-<>~@%]+/g;

const naturalTokens = /\*|"[^"\n]*"|[^" \n%]+/g;

/** Nested parentheses, beyond which a search is refused as other nested expressions are. */
const deepest = 256;

function tokensOf(text: string, mode: SearchMode): readonly Token[] {
	const tokens: Token[] = [];
	for (const [found] of text.matchAll(mode === "boolean" ? booleanTokens : naturalTokens)) {
		if (found.trim() !== "") {
			tokens.push({ kind: kindOf(found, mode), text: found });
		}
	}
	return tokens;
}

function kindOf(text: string, mode: SearchMode): Token["kind"] {
	if (text.length >= 2 && text.startsWith('"')) {
		return "phrase";
	}
	if (/^[*()+\-<>~@]$/.test(text) && (mode === "boolean" || text === "*")) {
		return "operator";
	}
	return mode === "boolean" && /^[0-9]+$/.test(text) ? "number" : "word";
}

/**
 * A `-` or `+` right between two words separates them: `e-mail` is two words, not one without the other. Within
 * quotes nothing changes.
 */
function separateJoined(text: string): string {
	return text.replace(
		/"[^"]*"|([\p{L}\p{M}\p{N}_])[-+](?=[\p{L}\p{M}\p{N}_])/gu,
		(whole, before: string | undefined) => (before === undefined ? whole : `${before} `),
	);
}

/** Returns the items of a search text. */
export function parseSearch(text: string, mode: SearchMode, reader: WordReader): readonly SearchItem[] {
	return new SearchParser(tokensOf(mode === "boolean" ? separateJoined(text) : text, mode), reader).whole();
}

class SearchParser {
	readonly #tokens: readonly Token[];
	readonly #reader: WordReader;
	#at = 0;
	#depth = 0;

	constructor(tokens: readonly Token[], reader: WordReader) {
		this.#tokens = tokens;
		this.#reader = reader;
	}

	whole(): readonly SearchItem[] {
		const items = this.#list();
		if (this.#next.kind !== "end") {
			throw this.#unexpected("$end");
		}
		return items;
	}

	get #next(): Token {
		return this.#tokens[this.#at] ?? { kind: "end", text: "" };
	}

	#accept(operator: string): boolean {
		const { kind, text } = this.#next;
		const isIt = kind === "operator" && text === operator;
		this.#at += isIt ? 1 : 0;
		return isIt;
	}

	#list(): readonly SearchItem[] {
		const items: SearchItem[] = [];
		for (;;) {
			const { kind, text } = this.#next;
			const sign = kind === "operator" ? signs[text] : undefined;
			if (sign === undefined && !this.#startsItem()) {
				return items;
			}
			this.#at += sign === undefined ? 0 : 1;
			if (!this.#startsItem()) {
				throw this.#unexpected();
			}
			items.push(...this.#item(sign ?? "none"));
		}
	}

	#startsItem(): boolean {
		const { kind, text } = this.#next;
		return kind !== "end" && (kind !== "operator" || text === "*" || text === "(");
	}

	#item(sign: Sign): readonly SearchItem[] {
		if (this.#accept("(")) {
			const items = this.#parenthesised();
			return items.length === 0 ? [] : [{ sign, kind: "list", items }];
		}
		return this.#next.kind === "phrase" ? this.#phrase(sign) : this.#term(sign);
	}

	#parenthesised(): readonly SearchItem[] {
		if (++this.#depth > deepest) {
			throw sqlError("stackOverrun");
		}
		const items = this.#list();
		if (!this.#accept(")")) {
			throw this.#unexpected();
		}
		this.#depth--;
		return items;
	}

	#phrase(sign: Sign): readonly SearchItem[] {
		const words = wordsOf(this.#next.text);
		this.#at++;
		let distance: number | undefined;
		if (this.#accept("@")) {
			if (this.#next.kind !== "number") {
				throw this.#unexpected("FTS_NUMB");
			}
			distance = Number(this.#next.text);
			this.#at++;
		}
		return words.length === 0 ? [] : [{ sign, kind: "phrase", words, distance }];
	}

	/** Words beyond the first that are too short, and all that are too long, are left out. */
	#term(sign: Sign): readonly SearchItem[] {
		while (this.#accept("*")) {
			// A star before a word means nothing.
		}
		if (this.#next.kind !== "word" && this.#next.kind !== "number") {
			throw this.#unexpected("FTS_TERM", "FTS_NUMB", "'*'");
		}
		const words = wordsOf(this.#next.text).filter(
			(word, at) => !(at > 0 && this.#reader.isTooShort(word)) && !this.#reader.isTooLong(word),
		);
		this.#at++;
		const isPrefix = this.#accept("*");
		return words.map((word, at) => ({ sign, kind: "word", word, isPrefix: isPrefix && at === words.length - 1 }));
	}

	#unexpected(...expected: string[]): Error {
		const { kind, text } = this.#next;
		const found = kind === "operator" ? `'${text}'` : tokenNames[kind];
		const wanted = expected.length === 0 ? "" : `, expecting ${expected.join(" or ")}`;
		return sqlError("fulltextSyntax", `syntax error, unexpected ${found}${wanted}`);
	}
}
