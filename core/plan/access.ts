/**
 * How the rows of a table are found: by which index, in which ranges.
 *
 * In: a table, what conditions say of its columns (`column-fact.ts`), index hints. Out: the access that reads the fewest
 * rows by simple rules: a unique key, then equal values, then ranges, then all. It refuses to know other tables, and
 * statistics, which there are none of yet.
 */
import type { Index, Table } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import type { IndexHint } from "../sql/tree/query.ts";
import { encodeText } from "../types/value.ts";
import type { ColumnFact, ColumnFacts, TableFacts } from "./column-fact.ts";
import type { Access, KeySpan } from "./node.ts";

/** What a table is taken to hold. */
export const assumedRows = 1000;
/** What one value of an index is taken to find. */
const rowsPerValue = 10;
/** So many ranges at most come of the values of several IN lists. */
const maximumRanges = 10000;

export interface AccessChoice {
	readonly access: Access;
	/** Guessed. */
	readonly rows: number;
	/** Indexes that conditions concern. */
	readonly possible: readonly Index[];
}

export const scan: Access = { kind: "scan", reverse: false };

export function chooseAccess(table: Table, facts: TableFacts, hints: readonly IndexHint[]): AccessChoice {
	const allowed = allowedIndexes(table, hints);
	const isForced = hints.some((hint) => hint.action === "force");
	const knowsAny = facts.all.size > 0 || facts.either.length > 0;
	const choices = knowsAny ? allowed.flatMap((index) => indexChoices(index, facts)) : [];
	const possible = [...new Set(choices.map(({ access }) => access.index))];
	let best: AccessChoice = { access: scan, rows: isForced ? Number.POSITIVE_INFINITY : assumedRows, possible };
	let leastCost = best.rows;
	for (const { access, rows } of choices) {
		// An entry of a secondary index leads to a row that is read too.
		const cost = access.index.primary ? rows : rows * 1.5;
		if (cost < leastCost) {
			best = { access, rows, possible };
			leastCost = cost;
		}
	}
	return best;
}

/** Those that USE, FORCE and IGNORE INDEX leave; error 1176 for a name that is none. */
export function allowedIndexes(table: Table, hints: readonly IndexHint[]): readonly Index[] {
	let allowed = table.indexes;
	for (const { action, indexes } of hints) {
		const named = indexes.map((name) => indexNamed(table, name));
		allowed = action === "ignore"
			? allowed.filter((index) => !named.includes(index))
			: allowed.filter((index) => named.includes(index));
	}
	return allowed;
}

function indexNamed(table: Table, name: string): Index {
	const wanted = name.toLowerCase();
	const index = table.indexes.find((candidate) => candidate.name.toLowerCase() === wanted);
	if (index === undefined) {
		throw sqlError("keyDoesNotExist", encodeText(name), encodeText(table.name));
	}
	return index;
}

type IndexAccess = Access & { kind: "index" };

interface IndexChoice {
	readonly access: IndexAccess;
	readonly rows: number;
}

/** By what holds for all rows, and by the sides of each OR taken together. */
function indexChoices(index: Index, { all, either }: TableFacts): IndexChoice[] {
	const choice = indexAccess(index, all);
	const united = either.flatMap((sides) => unitedAccess(index, all, sides) ?? []);
	return choice === undefined ? united : [choice, ...united];
}

/** `(a = 1 and b = 2) or a > 5`: the ranges of all sides; undefined where a side says nothing of the index. */
function unitedAccess(index: Index, all: ColumnFacts, sides: readonly ColumnFacts[]): IndexChoice | undefined {
	const ranges: KeySpan[] = [];
	let rows = 0;
	let unique = true;
	for (const side of sides) {
		const facts: ColumnFacts = new Map(all);
		for (const [offset, fact] of side) {
			facts.set(offset, { ...fact, ...all.get(offset) });
		}
		const choice = indexAccess(index, facts);
		if (choice === undefined || ranges.length + choice.access.ranges.length > maximumRanges) {
			return undefined;
		}
		ranges.push(...choice.access.ranges);
		rows += choice.rows;
		unique &&= choice.access.unique;
	}
	// However many ranges there are: what has two ends leaves out most of a table.
	const isClosed = ranges.every(({ equal, low, high, like }) => equal.length > 0 || like !== undefined || (low !== undefined && high !== undefined));
	return { access: accessOf(index, ranges, unique), rows: isClosed ? Math.min(rows, assumedRows / 2) : rows };
}

function indexAccess(index: Index, facts: ColumnFacts): IndexChoice | undefined {
	let spans: KeySpan[] = [{ equal: [], low: undefined, high: undefined, like: undefined }];
	let rows = 0;
	let parts = 0;
	let isUnique = index.unique;
	for (const part of index.parts) {
		const fact: ColumnFact | undefined = facts.get(part.column.offset);
		const values = fact?.equal;
		if (values === undefined || spans.length * values.length > maximumRanges) {
			if (fact !== undefined && (fact.low ?? fact.high ?? fact.like) !== undefined) {
				const { low, high, like } = fact;
				spans = spans.map((span) => ({ ...span, low, high, like }));
				const share = like === undefined && (low === undefined || high === undefined) ? 3 : 10;
				return { access: accessOf(index, spans, false), rows: (parts === 0 ? assumedRows : rowsAt(parts, spans.length)) / share };
			}
			break;
		}
		isUnique &&= part.length === undefined && values.every(({ nullSafe }) => !nullSafe);
		spans = spans.flatMap((span) => values.map((value) => ({ ...span, equal: [...span.equal, value] })));
		parts++;
		rows = rowsAt(parts, spans.length);
	}
	if (parts === 0) {
		return undefined;
	}
	const isWhole = isUnique && parts === index.parts.length;
	return { access: accessOf(index, spans, isWhole), rows: isWhole ? spans.length : rows };
}

/** The more parts are given, the fewer rows have them. */
function rowsAt(parts: number, spans: number): number {
	return (rowsPerValue * spans) / parts;
}

function accessOf(index: Index, ranges: readonly KeySpan[], unique: boolean): IndexAccess {
	return { kind: "index", index, ranges, reverse: false, unique };
}
