/**
 * Mutator: small seeded changes of bytes and of statements, the same in every run with the same seed.
 */
import { isKeyword } from "../../core/sql/keywords.ts";
import { Random } from "../../bench/random.ts";

const edgeBytes = [0x00, 0x01, 0x7f, 0x80, 0xfa, 0xfb, 0xfc, 0xfe, 0xff];
const edgeWords = [
	"null",
	"0",
	"-1",
	"18446744073709551615",
	"1e308",
	"''",
	"'ä🌀'",
	"0x00ff",
	"@x",
	"(",
	")",
	",",
	"*",
	"select",
	"distinct",
	"in (1)",
	"order by 1",
	"/*",
	"`",
	"'",
];

export class Mutator {
	readonly #random: Random;

	constructor(seed: number) {
		this.#random = new Random(seed);
	}

	below(count: number): number {
		return this.#random.between(0, Math.max(0, count - 1));
	}

	one<T>(of: readonly T[]): T {
		return of[this.below(of.length)] as T;
	}

	/** One to four changes: a byte set, flipped, removed or doubled, a part cut off, or taken from another sample. */
	bytes(sample: Buffer, others: readonly Buffer[]): Buffer {
		let made = sample;
		for (let left = 1 + this.below(4); left > 0; left--) {
			const at = this.below(made.length + 1);
			const end = Math.min(made.length, at + 1 + this.below(16));
			const before = made.subarray(0, at);
			switch (this.below(6)) {
				case 0:
					made = Buffer.concat([before, Buffer.of(this.one(edgeBytes)), made.subarray(at + 1)]);
					break;
				case 1:
					made = Buffer.concat([before, Buffer.of((made[at] ?? 0) ^ (1 << this.below(8))), made.subarray(at + 1)]);
					break;
				case 2:
					made = Buffer.concat([before, made.subarray(end)]);
					break;
				case 3:
					made = Buffer.concat([made.subarray(0, end), made.subarray(at)]);
					break;
				case 4:
					made = before;
					break;
				default: {
					const other = this.one(others);
					made = Buffer.concat([before, other.subarray(this.below(other.length))]);
				}
			}
		}
		return made;
	}

	/**
	 * One to three changes: a word removed, doubled, exchanged, or taken from another statement; more often it is
	 * replaced by one of its kind, since most of the others are syntax errors.
	 */
	statement(sample: string, others: readonly string[]): string {
		const words = [...wordsOf(sample)];
		for (let left = 1 + this.below(3); left > 0; left--) {
			const [at, other] = [this.below(words.length), this.below(words.length)];
			const word = words[at] ?? noWord;
			switch (this.below(30)) {
				case 0:
					words.splice(at, 1);
					break;
				case 1:
					words.splice(at, 0, word);
					break;
				case 2:
					[words[at], words[other]] = [words[other] ?? noWord, word];
					break;
				case 3:
					words[at] = this.one(edges);
					break;
				case 4:
					words[at] = this.one(wordsOf(this.one(others)));
					break;
				default: {
					const free = [...words.keys()].filter((each) => words[each]?.kind !== "sign");
					const chosen = this.one(free.length === 0 ? [at] : free);
					words[chosen] = this.#like(words[chosen] ?? noWord, others);
				}
			}
		}
		return words
			.map(({ text }) => text)
			.join(" ")
			.replaceAll(" (", "(");
	}

	#like(word: Word, others: readonly string[]): Word {
		const alike = [...edges, ...wordsOf(this.one(others))].filter(({ kind }) => kind === word.kind);
		return alike.length === 0 ? word : this.one(alike);
	}
}

interface Word {
	readonly text: string;
	readonly kind: "value" | "operator" | "word" | "sign";
}

const noWord: Word = { text: "", kind: "sign" };

const token = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|[\w$@.]+|<=>|[<>!:]=|<>|->>?|\|\||&&|<<|>>|[^\s\w]/g;

/** Of each sample: to take it apart costs ten times a mutation. */
const parts = new Map<string, readonly Word[]>();

function wordsOf(statement: string): readonly Word[] {
	let words = parts.get(statement);
	if (words === undefined) {
		words = (statement.match(token) ?? []).map(wordOf);
		parts.set(statement, words);
	}
	return words;
}

function wordOf(text: string): Word {
	return { text, kind: kindOf(text) };
}

function kindOf(word: string): Word["kind"] {
	return /^(?:'.*'|-?\d\S*|null)$/is.test(word)
		? "value"
		: /^(?:[<>=+/%&|^-]+|!=|and|or|xor|div|like)$/i.test(word)
			? "operator"
			: /^(?:[\w$@.]+|`.+`)$/.test(word) && !isKeyword(word)
				? "word"
				: "sign";
}

const edges = edgeWords.map(wordOf);
