/**
 * Computes the key ranges of index spans: point lookups, range scans, LIKE prefixes.
 *
 * Returns disjoint ranges in key order that contain every matching row. They may contain more where a value or a
 * prefix index is inexact: readers check the condition.
 */
import type { Index, IndexPart, Table } from "../../catalog/table.ts";
import { escapeOf, patternPrefix } from "../../functions/string/like.ts";
import { compile } from "../../plan/compile/compile.ts";
import { escapeBytes } from "../../store/encoding/key-part.ts";
import { afterPrefix, maximumKeyBytes } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import { cutCharacters } from "../../types/text/characters.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { converter } from "../../types/assign/conversion.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString, Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { indexLayout, type KeyRange, prefixIn } from "../rows/index-entry.ts";
import { equalLookupFor, type IndexLookup, indexLookupFor, unclear, unequal } from "./index-lookup-value.ts";
import type { KeySpan, SpanEnd } from "../../plan/tree/query-plan.ts";

/** Computes the ranges for a row. A `point` has every index part given: at most one entry of a unique index. */
export type ReadRanges = (row: Row, execution: Execution) => readonly SpanRange[];

export interface SpanRange extends KeyRange {
	/** The key itself, if all index parts equal non-NULL values. */
	readonly point: Key | undefined;
	/** The range contains exactly the span: its values were converted without loss. */
	readonly exact: boolean;
}

export function rangeReader(table: Table, index: Index, spans: readonly KeySpan[]): ReadRanges {
	const readers = spans.map((span) => spanReader(table, index, span));
	const [only, ...others] = readers;
	return only !== undefined && others.length === 0
		? only
		: (row, execution) => merged(readers.flatMap((read) => read(row, execution)));
}

/** Sorts ranges and merges those that overlap. */
function merged(ranges: SpanRange[]): readonly SpanRange[] {
	ranges.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
	const result: SpanRange[] = [];
	for (const range of ranges) {
		const last = result.at(-1);
		if (last === undefined || range.from >= last.to) {
			result.push(range);
		} else if (range.to > last.to) {
			result[result.length - 1] = { from: last.from, to: range.to, point: undefined, exact: last.exact && range.exact };
		}
	}
	return result;
}

/** Returns at most one range. */
function spanReader(table: Table, index: Index, span: KeySpan): ReadRanges {
	const equals = span.equal.map((value, at) => ({
		lookUp: equalLookupFor(value, index.parts[at]!.column.type),
		nullSafe: value.nullSafe,
	}));
	const behind = boundsReader(table, index, span);
	const isWhole = span.equal.length === index.parts.length && index.parts.every((part) => part.length === undefined);
	const keyOf = keyMaker(table, index);
	const isUnique = index.primary || index.unique;
	return (row, execution) => {
		const values: Value[] = [];
		for (const { lookUp, nullSafe } of equals) {
			const value = lookUp(row, execution);
			if (value === unclear) {
				return [prefixRange(keyOf(values, execution) ?? keyOf([], execution)!, false)];
			}
			if (value === unequal || (value === null && !nullSafe)) {
				return noRanges;
			}
			values.push(value);
		}
		const prefix = keyOf(values, execution);
		if (prefix === undefined) {
			return [prefixRange(keyOf([], execution)!, false)];
		}
		if (isWhole) {
			const point = values.includes(null) ? undefined : prefix;
			// No other key of a unique index begins with all its parts.
			const to = isUnique && point !== undefined ? `${point}\0` : afterPrefix(prefix);
			return [{ from: prefix, to, point, exact: true }];
		}
		const range = behind(values, prefix, row, execution);
		return range === undefined ? noRanges : [range];
	};
}

const noRanges: readonly SpanRange[] = [];

function prefixRange(prefix: Key, exact: boolean): SpanRange {
	return { from: prefix, to: afterPrefix(prefix), point: undefined, exact };
}

type MakeKey = (values: readonly Value[], execution: Execution) => Key | undefined;

/** Returns undefined for values too long for any key. */
function keyMaker(table: Table, index: Index): MakeKey {
	const layout = indexLayout(table, index);
	return (values, execution) => {
		const key = prefixIn(layout, values, execution);
		return key.length > maximumKeyBytes ? undefined : key;
	};
}

type ReadBounds = (values: readonly Value[], prefix: Key, row: Row, execution: Execution) => SpanRange | undefined;

/** Reads the bounds of the part after the equal ones. */
function boundsReader(table: Table, index: Index, { equal, low, high, like }: KeySpan): ReadBounds {
	const part = index.parts[equal.length];
	if (part === undefined || (low ?? high ?? like) === undefined) {
		return (_values, prefix) => prefixRange(prefix, true);
	}
	const keyOf = keyMaker(table, index);
	const readLow = low && endReader(low, part);
	const readHigh = high && endReader(high, part);
	const readLike = like && likeReader(like, part);
	return (values, prefix, row, execution) => {
		let from = prefix;
		let to = afterPrefix(prefix);
		if (readLow === undefined && readHigh !== undefined) {
			// NULLs sort first and are below nothing.
			from = afterPrefix(keyOf([...values, null], execution) ?? prefix);
		}
		const bottom = readLow?.(row, execution);
		const top = readHigh?.(row, execution);
		if (bottom === null || top === null) {
			return undefined;
		}
		const lowKey = bottom && keyOf([...values, bottom.value], execution);
		const highKey = top && keyOf([...values, top.value], execution);
		from = lowKey === undefined ? from : bottom!.inclusive ? lowKey : afterPrefix(lowKey);
		to = highKey === undefined ? to : top!.inclusive ? afterPrefix(highKey) : highKey;
		const beginning = readLike?.(row, execution);
		if (beginning === null) {
			return undefined;
		}
		if (beginning !== undefined && beginning !== "") {
			const start = prefix + escapeBytes(beginning);
			from = start > from ? start : from;
			to = afterPrefix(start) < to ? afterPrefix(start) : to;
		}
		const exact = like === undefined && isExact(readLow, bottom, lowKey) && isExact(readHigh, top, highKey);
		return from < to ? { from, to, point: undefined, exact } : undefined;
	};
}

interface ReadEnd {
	readonly value: Value;
	readonly inclusive: boolean;
	readonly exact: boolean;
}

/** True without a bound, or if it is exact. */
function isExact(reader: unknown, end: ReadEnd | undefined, key: Key | undefined): boolean {
	return reader === undefined || (end?.exact === true && key !== undefined);
}

/** null: nothing is beyond this bound; undefined: not a bound. */
function endReader(end: SpanEnd, part: IndexPart): (row: Row, execution: Execution) => ReadEnd | null | undefined {
	const probe: IndexLookup = indexLookupFor(end, part.column.type);
	return (row, execution) => {
		const probed = probe(row, execution);
		if (probed === unclear) {
			return undefined;
		}
		if (probed.value === null) {
			return null;
		}
		// If the value is inexact, or the key contains only a prefix, the bound itself may match.
		const exact = probed.side === 0 && part.length === undefined;
		return { value: probed.value, inclusive: end.inclusive || !exact, exact };
	};
}

/** Reads the weights (sort key prefix) that everything matching the LIKE pattern starts with. */
function likeReader(
	pattern: SpanValuePattern,
	{ column, length }: IndexPart,
): (row: Row, execution: Execution) => ByteString | null {
	const { charset, collation } = column.type;
	const compiled = compile(pattern);
	const toCharset = converter(pattern.type, sqlType("longtext", { charset, collation }));
	const weights = collationNamed(collation)?.prefixKey ?? ((bytes: ByteString) => bytes);
	return (row, execution) => {
		const value = compiled(row, execution);
		const text = value === null ? null : (toCharset(value, execution) as ByteString | null);
		if (text === null) {
			return null;
		}
		const beginning = patternPrefix(text, escapeOf(undefined, execution.mode.noBackslashEscapes, charset), charset);
		return weights(length === undefined ? beginning : cutCharacters(beginning, charset, length));
	};
}

type SpanValuePattern = NonNullable<KeySpan["like"]>;
