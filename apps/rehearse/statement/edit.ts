/**
 * Edits of the author's own text, as ways out name them: places come from the lexer, so that layout and comments stay.
 */
import { type ByteString, encodeText, TokenKind } from "../../../core/index.ts";
import type { rules } from "../../../core/index.ts";
import { type Word, wordsOf } from "./word.ts";

type WayOutStep = rules.WayOutStep;
/** Edits that leave one statement, and need nothing but it: `split-changes` makes several. */
type Edit = Exclude<Extract<WayOutStep, { kind: "edit" }>, { edit: "split-changes" | "name-collation" }>;

/** A column and the collation by which it was compared, in its charset of now. */
export interface OtherCollation {
	/** With its database: `shop.item`. */
	readonly table: string;
	readonly column: string;
	readonly collation: string;
}

export interface Edited {
	readonly text: ByteString;
	/** Where the first change stands in the former text, and what stands there now. */
	readonly from: number;
	readonly to: number;
	readonly inserted: ByteString;
}

interface Place {
	readonly from: number;
	readonly to: number;
	readonly inserted: ByteString;
}

/** Returns undefined where there is nothing to edit. */
export function editText(text: ByteString, edit: Edit): Edited | undefined {
	if (edit.edit === "replace") {
		const match = edit.pattern.exec(text);
		if (match === null) {
			return undefined;
		}
		const next = text.replace(edit.pattern, edit.replacement);
		const inserted = next.slice(match.index, next.length - (text.length - match.index - match[0].length));
		return { text: next, from: match.index, to: match.index + match[0].length, inserted };
	}
	const words = wordsOf(text);
	const insert = (at: number): Place => ({
		from: at,
		to: at,
		inserted: ` CHARACTER SET ${"charset" in edit ? edit.charset : ""}`,
	});
	const places =
		edit.edit === "name-charset"
			? charsetPlaces(words).map(insert)
			: edit.edit === "name-charsets"
				? [...charsetPlaces(words), ...ownCharsetPlace(words)].map(insert)
				: clausePlaces(words, edit.edit === "leave-collation-out" ? isCollate : isCharset);
	return edited(text, places);
}

/**
 * A COLLATE behind each of the columns, where rows are chosen, joined and ordered. Columns of several tables that have
 * one name are taken for one.
 */
export function nameCollations(text: ByteString, columns: readonly OtherCollation[]): Edited | undefined {
	const byName = new Map(columns.map(({ column, collation }) => [encodeText(column.toLowerCase()), collation]));
	const words = wordsOf(text);
	const places: Place[] = [];
	let chooses = false;
	words.forEach((each, at) => {
		const next = words[at + 1]?.word;
		if (choosing.test(each.word) || (each.word === "by" && /^(order|group)$/.test(words[at - 1]?.word ?? ""))) {
			chooses = true;
		} else if (listing.test(each.word)) {
			chooses = false;
		} else if (chooses && isName(each) && next !== "." && next !== "(" && next !== "collate") {
			const name = each.kind === TokenKind.quoted ? each.word.slice(1, -1).replaceAll("``", "`") : each.word;
			const collation = byName.get(name);
			if (collation !== undefined) {
				places.push({ from: each.end, to: each.end, inserted: ` COLLATE ${collation}` });
			}
		}
	});
	return edited(text, places);
}

/** Words behind which columns choose, join or order rows, and words behind which they are listed. */
const choosing = /^(where|having|on)$/;
const listing = /^(select|from|join|set|values|using|limit|into|insert|update)$/;

function edited(text: ByteString, places: readonly Place[]): Edited | undefined {
	const [first] = places;
	return first === undefined ? undefined : { text: replaced(text, places), ...first };
}

function replaced(text: ByteString, places: readonly Place[]): ByteString {
	let result = "";
	let at = 0;
	for (const { from, to, inserted } of places) {
		result += text.slice(at, from) + inserted;
		at = to;
	}
	return result + text.slice(at);
}

const characterTypes = /^(char|character|varchar|tinytext|text|mediumtext|longtext|enum|set)$/;
const isName = ({ kind }: Word): boolean => kind === TokenKind.name || kind === TokenKind.quoted;

/** Ends of character types behind a column's name that have no CHARACTER SET. */
function charsetPlaces(words: readonly Word[]): readonly number[] {
	const places: number[] = [];
	words.forEach((word, at) => {
		const before = words[at - 1];
		const isType = characterTypes.test(word.word) && word.kind !== TokenKind.quoted;
		if (!isType || before === undefined || !isName(before) || isSetClause(words, at)) {
			return;
		}
		const last = endOfType(words, at);
		if (!hasCharset(words, last + 1)) {
			places.push(words[last]?.end ?? word.end);
		}
	});
	return places;
}

/** Behind the list of columns of a table that is made, or the name of a database, where no clause follows. */
function ownCharsetPlace(words: readonly Word[]): readonly number[] {
	const [first, second] = words;
	if (first?.word !== "create") {
		return [];
	}
	const last = /^(database|schema)$/.test(second?.word ?? "") ? endOfName(words) : endOfColumns(words);
	const place = words[last];
	return place === undefined || words.some((_, at) => at > last && isCharset(words, at) > 0) ? [] : [place.end];
}

/** Of a database: its last word that is neither the end nor a clause. */
function endOfName(words: readonly Word[]): number {
	const end = words.findIndex(({ word }, at) => at > 1 && /^(;|default|collate|char|character|charset)$/.test(word));
	return (end < 0 ? words.findLastIndex(({ word }) => word !== "") + 1 : end) - 1;
}

/** The bracket that closes the columns; -1 where none are listed. */
function endOfColumns(words: readonly Word[]): number {
	let depth = 0;
	return words.findIndex(({ word }) => {
		depth += word === "(" ? 1 : word === ")" ? -1 : 0;
		return word === ")" && depth === 0;
	});
}

/** `character set` and `on ... set`: no type. */
function isSetClause(words: readonly Word[], at: number): boolean {
	const word = words[at]?.word;
	const before = words[at - 1]?.word;
	return (word === "set" && (before === "character" || words[at + 1]?.word !== "(")) || words[at + 1]?.word === "set";
}

/** The last token of `varchar(20)`, `enum('a', 'b')`, `char varying(3)`. */
function endOfType(words: readonly Word[], at: number): number {
	const open = words[at + 1]?.word === "varying" ? at + 2 : at + 1;
	if (words[open]?.word !== "(") {
		return open - 1;
	}
	const close = words.findIndex(({ word }, place) => place > open && word === ")");
	return close < 0 ? at : close;
}

/** Is there a CHARACTER SET before the definition ends? */
function hasCharset(words: readonly Word[], from: number): boolean {
	for (let at = from, depth = 0; at < words.length; at++) {
		const word = words[at]?.word ?? "";
		depth += word === "(" ? 1 : word === ")" ? -1 : 0;
		if (depth < 0 || (depth === 0 && (word === "," || word === ";"))) {
			return false;
		}
		if (isCharset(words, at) > 0) {
			return true;
		}
	}
	return false;
}

/** How many tokens a clause takes at a place; 0: there is none. */
type FindClause = (words: readonly Word[], at: number) => number;

const isCollate: FindClause = (words, at) =>
	words[at]?.word === "collate" ? (words[at + 1]?.word === "=" ? 3 : 2) : 0;

const isCharset: FindClause = (words, at) => {
	const word = words[at]?.word;
	const isTwo = (word === "character" || word === "char") && words[at + 1]?.word === "set";
	const length = isTwo ? 2 : word === "charset" ? 1 : 0;
	return length === 0 ? 0 : length + (words[at + length]?.word === "=" ? 2 : 1);
};

/** Clauses with the blanks before them; of CONVERT TO only a collation can be left out. */
function clausePlaces(words: readonly Word[], find: FindClause): readonly Place[] {
	const places: Place[] = [];
	for (let at = 1; at < words.length; at++) {
		const length = words[at - 1]?.word === "to" ? 0 : find(words, at);
		if (length > 0) {
			const from = words[at - 1]?.end ?? 0;
			places.push({ from, to: words[at + length - 1]?.end ?? from, inserted: "" });
			at += length - 1;
		}
	}
	return places;
}
