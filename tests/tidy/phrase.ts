/**
 * Banned phrases of comments and Markdown prose: persons for parts of a program, riddles for terms.
 *
 * Text in quotation marks or backticks may contain them.
 */
const bannedPhrases: readonly { readonly phrase: RegExp; readonly instead: string }[] = [
	{ phrase: /\brefuses to know\b/i, instead: "say nothing: the tidy test holds the layers" },
	{ phrase: /\b(no|some|any|every)body\b/i, instead: "name the part: client, session, transaction, caller" },
	{ phrase: /\bwho(ever|soever|mever)\b/i, instead: "name the part: client, session, transaction, caller" },
	{ phrase: /\b(for|by|of|to|from|with) who\b/i, instead: "name the part: client, session, transaction, caller" },
];

/** Openings of a comment, checked in code only. */
export const bannedOpening = /^(What|Who|Whose)\s(?!.*\?$)/;

/** Returns each comment of a source text, without its marks, as one line each. */
export function commentsOf(text: string): string[] {
	const found = text.match(/\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
	return found.map((comment) =>
		comment
			.replace(/^\/\*\*?|\*\/$/g, "")
			.replace(/^[ \t]*(\*|\/\/)[ \t]?/gm, "")
			.replace(/\s+/g, " ")
			.trim(),
	);
}

export function phrasesIn(prose: string): string[] {
	const plain = prose.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "");
	return bannedPhrases.flatMap(({ phrase }) => phrase.exec(plain)?.[0] ?? []);
}
