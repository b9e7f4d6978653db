/**
 * Words of a report without values: messages, warnings, facts of the catalog, answers.
 *
 * Words are the program's own, with values between quotes, in brackets behind bytes, or as they stood in the statement.
 * Quoted names of columns, keys and the like stay.
 */
import { cleanSql, type Placeholders } from "./placeholders.ts";

/** Quotes in the value would end a plain search too early: these take all up to what follows. */
const greedy: readonly RegExp[] = [
	/(?<=\bentry ')([\s\S]*)(?=' for key)/g,
	/(?<=\bvalue:? ')([\s\S]*)(?=' for (?:column|function|key)\b)/g,
	/(?<=\bvalue:? ')(?!\u0000)([\s\S]*?)(?=' (?:to|in|at)\b|'$)/g,
	/(?<=\bnear ')([\s\S]*?)(?='?(?: at line \d+)?$)/g,
	/(?<=\bvalue )([0-9a-f]{2,}\([\s\S]*\))(?= for\b)/gi,
];

/** A name in quotes follows one of these, or is followed by one. */
const nounBefore =
	/\b(?:columns?|keys?|tables?|databases?|field|fields|set|charset|collation|collations|variable|function|procedure|constraint|index|engine|trigger|event|view|partition|user|role|savepoint|plugin)(?: name)?:? $/i;
const identifier = /^[\w$.@-]+$/;
/** Parts of a statement that messages name. */
const clauses = /^(?:field list|where clause|on clause|order clause|group statement|having clause|PRIMARY)$/;

const quoted = /(?<![\p{L}\p{N}])(['"])((?:(?!\1)[^\\]|\\.|\1(?=[\p{L}\p{N}]))*)\1(?![\p{L}\p{N}])/gu;
const bytes = /(?:\\x[0-9a-f]{2})+|\b(?:0x)?(?:[0-9a-f]{2}){4,}\b/gi;
const fewCharacters = 3;

export class CleanedWords {
	readonly #placeholders: Placeholders;

	constructor(placeholders: Placeholders) {
		this.#placeholders = placeholders;
	}

	/** `values`: those of the statements that the words are about, in whatever place they stand. */
	clean(words: string, values: readonly string[] = []): string {
		const kept: string[] = [];
		const hide = (value: string): string => {
			kept.push(this.#placeholders.of(value));
			return `\u0000${kept.length - 1}\u0000`;
		};
		let text = words.replaceAll("\u0000", "");
		for (const pattern of greedy) {
			text = text.replace(pattern, (value: string) => hide(value));
		}
		for (const value of longestFirst(values)) {
			text = text.includes(value) ? text.replace(wholeWord(value), () => hide(value)) : text;
		}
		text = text.replace(quoted, (all: string, quote: string, value: string, at: number) =>
			isName(value, text.slice(Math.max(0, at - 20), at)) ? all : `${quote}${hide(value)}${quote}`,
		);
		text = text.replace(bytes, (value: string) => hide(value));
		return restore(text, kept);
	}

	/** Facts of the catalog: elements of enumerations and defaults are values as well. */
	cleanEffect(words: string, values: readonly string[] = []): string {
		const hidden = (value: string): string => this.#placeholders.of(value);
		const facts = words
			.replace(/\b(enum|set)\(([\s\S]*?)\)(?= |$|;)/gi, (_, type: string, list: string) => `${type}(${hidden(list)})`)
			.replace(
				/ default ([\s\S]*?)(?= auto_increment\b| as \(| comment "|; | -> |$)/g,
				(_, value: string) => ` default ${hidden(value)}`,
			)
			.replace(
				/ as \(([\s\S]*)\)/g,
				(_, text: string) => ` as (${cleanSql(`select ${text}`, this.#placeholders).text.slice(7)})`,
			);
		return this.clean(facts, values);
	}

	/** An answer: `ok, 3 rows`, an error, or rows, whose cells are all values but of SHOW CREATE. */
	cleanAnswer(answer: string, values: readonly string[] = []): string {
		if (ownWords.test(answer)) {
			return this.cleanEffect(answer, values);
		}
		if (/\bCREATE\b/.test(answer)) {
			return cleanSql(answer, this.#placeholders).text;
		}
		return answer
			.split("\n")
			.map((line) =>
				line
					.split("\t")
					.map((cell) => (cell === "" ? "" : this.#placeholders.of(cell)))
					.join("\t"),
			)
			.join("\n");
	}
}

/** Answers that are no rows, and all that may stand behind. */
const ownWords =
	/^(?:ok|works|fails|accepted|waits for a lock|(?:ok|works), \d+ rows?(?: changed)?)(?=$|, does nothing|: |, \d+ warnings?: )|^ERROR \d+\b|^(?:Warning|Note|Error) \d+ /;

/** A charset's name says nothing of the data, and messages are about them. */
const charset = /^(?:utf8|utf8mb3|utf8mb4|utf16|utf32|ucs2|latin1|ascii|binary|gbk)(?:_\w+)?$/i;

function longestFirst(values: readonly string[]): readonly string[] {
	const telling = values.filter((value) => value.length >= fewCharacters && !charset.test(value));
	return [...new Set(telling)].toSorted((one, other) => other.length - one.length);
}

function isName(value: string, before: string): boolean {
	return clauses.test(value) || (identifier.test(value) && nounBefore.test(before));
}

function restore(text: string, kept: readonly string[]): string {
	return text.replace(/\u0000(\d+)\u0000/g, (_, at: string) => kept[Number(at)] ?? "");
}

/** Where it is no part of a longer word. */
function wholeWord(value: string): RegExp {
	const word = "[\\p{L}\\p{N}_]";
	const begin = /^[\p{L}\p{N}_]/u.test(value) ? `(?<!${word})` : "";
	const end = /[\p{L}\p{N}_]$/u.test(value) ? `(?!${word})` : "";
	return new RegExp(begin + value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") + end, "gu");
}
