/**
 * Full-text words: tokenization of documents and searches as InnoDB's built-in parser does it.
 *
 * A word is a run of letters, digits and underscores, of any language. Words are compared in lower case, by the
 * collation of the columns; under a binary collation letter case counts. Sources: MySQL 5.7 manual, 12.9 Full-Text
 * Search Functions; measured on MariaDB's InnoDB.
 */
import { collationNamed } from "../../types/collation/collation.ts";
import { transcoder } from "../../types/text/charset.ts";
import { stopwords } from "../../types/text/stopwords.ts";
import { type ByteString, decodeText, encodeText } from "../../types/value/value.ts";
import type { Encoding } from "../definition/result.ts";

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;

export interface WordSizes {
	/** `innodb_ft_min_token_size`, in characters. */
	readonly least: number;
	/** `innodb_ft_max_token_size`, in characters. */
	readonly most: number;
}

export function wordsOf(text: string): readonly string[] {
	return text.match(wordPattern) ?? [];
}

/** Reads texts of one charset and compares words by one collation. */
export class WordReader {
	readonly #toUtf8: (bytes: ByteString) => ByteString;
	readonly #fromUtf8: (bytes: ByteString) => ByteString;
	readonly #weights: (bytes: ByteString) => ByteString;
	readonly #keepsCase: boolean;
	readonly #sizes: WordSizes;
	readonly #stopwords: ReadonlySet<string>;

	constructor({ charset, collation }: Encoding, sizes: WordSizes) {
		const order = collationNamed(collation);
		this.#toUtf8 = transcoder(charset, "utf8mb4");
		this.#fromUtf8 = transcoder("utf8mb4", charset);
		this.#keepsCase = order?.isBinary === true;
		this.#weights = order === undefined || order.isBinary ? (bytes) => bytes : order.weights;
		this.#sizes = sizes;
		this.#stopwords = new Set(stopwords.map((word) => this.key(word)));
	}

	decode(bytes: ByteString): string {
		return decodeText(this.#toUtf8(bytes));
	}

	/** A document's words in order, short ones and stopwords too. */
	documentWords(bytes: ByteString): readonly string[] {
		return wordsOf(this.decode(bytes));
	}

	/** Equal for words that the collation takes as equal; a beginning of a word has a beginning of its key. */
	key(word: string): string {
		return this.#weights(this.#fromUtf8(encodeText(this.#keepsCase ? word : word.toLowerCase())));
	}

	/** Whether an index holds the word: its length in characters is in bounds, and it is no stopword. */
	isIndexed(word: string, key: string): boolean {
		return !this.isTooShort(word) && !this.isTooLong(word) && !this.#stopwords.has(key);
	}

	isTooShort(word: string): boolean {
		return [...word].length < this.#sizes.least;
	}

	isTooLong(word: string): boolean {
		return [...word].length > this.#sizes.most;
	}
}
