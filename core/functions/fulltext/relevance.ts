/**
 * Relevance of documents: InnoDB's rank, the sum of term frequency times the square of inverse document frequency.
 *
 * The inverse document frequency of a term is log10(rows / rows with the term), or log10(1.0001) where all have it.
 * Source: MySQL 5.7 manual, 12.9.2 ("How Relevancy Ranking Is Calculated"); ranks are single-precision, as there.
 */
import type { Value } from "../../types/value/value.ts";
import type { Document } from "./document.ts";
import type { Search } from "./search.ts";

/** Counts over a table on which the rank of each document depends. */
export interface CorpusStatistics {
	readonly rows: number;
	/**
	 * Rows with each term, by place, once for each time that it is searched for; of a prefix: pairs of a row and a word
	 * in it. As in InnoDB, a word that is written twice counts less.
	 */
	readonly counts: readonly number[];
	/** WITH QUERY EXPANSION: keys of the further words, and the rows with each. */
	readonly further: readonly (readonly [key: string, count: number])[];
}

/** Collects the statistics of a table's rows. */
export class Corpus {
	readonly #search: Search;
	readonly #counts: number[];
	/** Rows with each indexed word, for query expansion. */
	readonly #every: Map<string, number> | undefined;
	readonly #found = new Set<string>();
	#rows = 0;

	constructor(search: Search, expands: boolean) {
		this.#search = search;
		this.#counts = search.terms.map(() => 0);
		this.#every = expands ? new Map() : undefined;
	}

	add(texts: readonly Value[]): void {
		this.#rows++;
		const document = this.#search.documents.read(texts);
		for (const [place, { whole, words }] of document.occurrences) {
			const { wholes, prefixes } = this.#search.terms[place]!;
			this.#counts[place] = this.#counts[place]! + (whole > 0 ? wholes : 0) + prefixes * words;
		}
		if (this.#every !== undefined) {
			const keys = indexedKeys(document);
			const matches = this.#search.standing(document) !== undefined;
			for (const key of keys) {
				this.#every.set(key, (this.#every.get(key) ?? 0) + 1);
				if (matches) {
					this.#found.add(key);
				}
			}
		}
	}

	statistics(): CorpusStatistics {
		const own = new Set(this.#search.terms.map(({ key }) => key));
		const further = [...this.#found]
			.filter((key) => !own.has(key))
			.map((key) => [key, this.#every!.get(key)!] as const);
		return { rows: this.#rows, counts: this.#counts, further };
	}
}

function indexedKeys({ columns }: Document): ReadonlySet<string> {
	return new Set(columns.flatMap((words) => words.filter(({ isIndexed }) => isIndexed).map(({ key }) => key)));
}

/** Ranks documents of one table for one search. */
export class Ranking {
	readonly #search: Search;
	readonly #weights: readonly number[];
	readonly #further: ReadonlyMap<string, number>;

	constructor(search: Search, { rows, counts, further }: CorpusStatistics) {
		this.#search = search;
		this.#weights = counts.map((count) => inverseFrequency(rows, count));
		this.#further = new Map(further.map(([key, count]) => [key, inverseFrequency(rows, count)]));
	}

	/** 0: the document does not match. */
	rank(texts: readonly Value[]): number {
		const document = this.#search.documents.read(texts);
		const standing = this.#search.standing(document);
		let rank = standing?.base ?? 0;
		for (const place of standing?.terms ?? []) {
			const { whole, first } = document.occurrences.get(place)!;
			rank = added(rank, whole > 0 ? whole : first, this.#weights[place]!);
		}
		return this.#further.size === 0 ? rank : this.#expanded(rank, document);
	}

	#expanded(own: number, { columns }: Document): number {
		const counts = new Map<string, number>();
		for (const { key } of columns.flat()) {
			if (this.#further.has(key)) {
				counts.set(key, (counts.get(key) ?? 0) + 1);
			}
		}
		let rank = own;
		for (const [key, count] of counts) {
			rank = added(rank, count, this.#further.get(key)!);
		}
		return rank;
	}
}

function inverseFrequency(rows: number, count: number): number {
	return count === 0 ? 0 : Math.log10(count === rows ? 1.0001 : rows / count);
}

function added(rank: number, count: number, inverse: number): number {
	return Math.fround(rank + Math.fround(count * inverse * inverse));
}
