/**
 * A full-text search: which documents match, and by which of its terms.
 *
 * Within a list, items without a sign and those with `~`, `<` and `>` come first, in order; then what must be there;
 * then what must not. An item in parentheses begins anew with what was found before it, as in InnoDB: `+a (b)` finds a
 * or b, `(b) +a` finds a. Source: MySQL 5.7 manual, 12.9.2; the order and the bounds of the rank measured on
 * MariaDB's InnoDB.
 */
import { type Document, DocumentReader, type DocumentWord, type Term } from "./document.ts";
import type { SearchItem } from "./search-parse.ts";
import type { WordReader } from "./word.ts";

/** How a document stands: it matches. */
interface Standing {
	/** The part of the rank that `<`, `>` and `~` make, from -1 to 1. */
	base: number;
	/** Places of the terms that it matches by, in the order found. */
	readonly terms: Set<number>;
}

type Test = (document: Document) => Standing | undefined;

interface Step {
	readonly sign: SearchItem["sign"];
	readonly test: Test;
}

export class Search {
	readonly terms: readonly Term[];
	readonly documents: DocumentReader;
	readonly #test: Test;

	/** `expands`: WITH QUERY EXPANSION. */
	constructor(items: readonly SearchItem[], reader: WordReader, expands: boolean) {
		const terms = new TermList(reader);
		this.#test = testOfList(items, terms);
		this.terms = terms.all;
		this.documents = new DocumentReader(reader, this.terms, expands);
	}

	/** undefined: the document does not match. */
	standing(document: Document): Standing | undefined {
		return this.#test(document);
	}
}

/** The different terms of a search. */
class TermList {
	readonly all: { key: string; wholes: number; prefixes: number }[] = [];
	readonly reader: WordReader;
	readonly #places = new Map<string, number>();

	constructor(reader: WordReader) {
		this.reader = reader;
	}

	/** Returns the term's place. */
	add(word: string, isPrefix: boolean): number {
		const key = this.reader.key(word);
		let place = this.#places.get(key);
		if (place === undefined) {
			place = this.all.push({ key, wholes: 0, prefixes: 0 }) - 1;
			this.#places.set(key, place);
		}
		this.all[place]![isPrefix ? "prefixes" : "wholes"]++;
		return place;
	}
}

/** Steps of a list up to the next item in parentheses. */
interface Stage {
	readonly first: readonly Step[];
	readonly needed: readonly Step[];
	readonly excluded: readonly Step[];
}

function testOfList(items: readonly SearchItem[], terms: TermList): Test {
	const stages: Step[][] = [[]];
	for (const item of items) {
		const step: Step = { sign: item.sign, test: testOfItem(item, terms) };
		if (item.kind === "list") {
			stages.push([step]);
		} else {
			stages.at(-1)!.push(step);
		}
	}
	const inOrder = stages.map(stageOf);
	return (document) => {
		let standing: Standing | undefined;
		let isNarrowed = false;
		for (const stage of inOrder) {
			standing = afterStage(standing, stage, document, isNarrowed);
			isNarrowed ||= stage.needed.length > 0;
		}
		return standing;
	};
}

function stageOf(steps: readonly Step[]): Stage {
	return {
		first: steps.filter(({ sign }) => sign !== "must" && sign !== "not"),
		needed: steps.filter(({ sign }) => sign === "must"),
		excluded: steps.filter(({ sign }) => sign === "not"),
	};
}

/** `isNarrowed`: something had to be there before, so that what must be there now adds no document. */
function afterStage(
	before: Standing | undefined,
	{ first, needed, excluded }: Stage,
	document: Document,
	isNarrowed: boolean,
): Standing | undefined {
	let standing = before;
	for (const step of first) {
		standing = afterStep(standing, step, document);
	}
	for (const [at, { test }] of needed.entries()) {
		const found = test(document);
		if (found === undefined || (standing === undefined && (isNarrowed || at > 0))) {
			return undefined;
		}
		standing = joined(standing, found);
	}
	return standing !== undefined && excluded.some(({ test }) => test(document) !== undefined) ? undefined : standing;
}

function afterStep(standing: Standing | undefined, { sign, test }: Step, document: Document): Standing | undefined {
	const found = test(document);
	if (found === undefined || (standing === undefined && sign === "negate")) {
		return standing;
	}
	// A list's own rank counts only where it makes the document match.
	const next = standing === undefined ? found : joined(standing, { ...found, base: 0 });
	next.base = bounded(next.base + (sign === "more" ? 1 : sign === "none" ? 0 : -1));
	return next;
}

function joined(standing: Standing | undefined, found: Standing): Standing {
	if (standing === undefined) {
		return found;
	}
	for (const place of found.terms) {
		standing.terms.add(place);
	}
	standing.base = bounded(standing.base + found.base);
	return standing;
}

function bounded(base: number): number {
	return Math.max(-1, Math.min(1, base));
}

function testOfItem(item: SearchItem, terms: TermList): Test {
	switch (item.kind) {
		case "list":
			return testOfList(item.items, terms);
		case "word":
			return testOfWord(terms.add(item.word, item.isPrefix), item.isPrefix);
		case "phrase":
			return testOfPhrase(item.words, item.distance, terms);
	}
}

function testOfWord(place: number, isPrefix: boolean): Test {
	return ({ occurrences }) => {
		const found = occurrences.get(place);
		return found !== undefined && (isPrefix ? found.words : found.whole) > 0
			? { base: 0, terms: new Set([place]) }
			: undefined;
	};
}

/** Words at the beginning that no index holds are left out; those behind must be there. */
function testOfPhrase(written: readonly string[], distance: number | undefined, terms: TermList): Test {
	const { reader } = terms;
	const isIndexed = written.map((word) => reader.isIndexed(word, reader.key(word)));
	const start = isIndexed.indexOf(true);
	if (start < 0) {
		return () => undefined;
	}
	const keys = written.slice(start).map((word) => reader.key(word));
	const places = written.flatMap((word, at) => (isIndexed[at] === true ? [terms.add(word, false)] : []));
	const wanted = new Set(places);
	return (document) => {
		const isThere =
			places.every((place) => (document.occurrences.get(place)?.whole ?? 0) > 0) &&
			(keys.length === 1 ||
				((distance ?? 0) > 0
					? isWithin(document.columns.flat(), wanted, distance!)
					: document.columns.some((column) => hasSequence(column, keys))));
		return isThere ? { base: 0, terms: new Set(places) } : undefined;
	};
}

/** Whether the words follow each other. */
function hasSequence(column: readonly DocumentWord[], keys: readonly string[]): boolean {
	return column.some(
		({ key }, from) => key === keys[0] && keys.every((wanted, ahead) => column[from + ahead]?.key === wanted),
	);
}

/** Whether some run of at most so many words has all of the terms. */
function isWithin(words: readonly DocumentWord[], wanted: ReadonlySet<number>, most: number): boolean {
	const lastSeen = new Map<number, number>();
	for (const [at, { wholes }] of words.entries()) {
		for (const place of wholes) {
			if (wanted.has(place)) {
				lastSeen.set(place, at);
			}
		}
		if (lastSeen.size === wanted.size && at - Math.min(...lastSeen.values()) < most) {
			return true;
		}
	}
	return false;
}
