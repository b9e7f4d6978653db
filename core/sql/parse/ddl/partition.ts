/**
 * Parses PARTITION BY; statements keep the clause's source text, which is parsed again where it is used.
 *
 *     partition by range (year(a)) partitions 2 subpartition by hash (b) (partition p0 values less than (2000), ...)
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { decodeText } from "../../../types/value/value.ts";
import type { PartBound, Part, Partitioning, PartitionMethod, PartValue } from "../../tree/partitioning.ts";
import { printName } from "../../print/name.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { plainName, skipEquals } from "../cursor/name.ts";
import { partitionExpression } from "./partition-expression.ts";

export function partitionClause(cursor: Cursor): string | undefined {
	const first = cursor.at;
	return partitioning(cursor) === undefined ? undefined : cursor.textSince(first);
}

/** The parsed clause; undefined if none follows. */
export function partitioning(cursor: Cursor): Partitioning | undefined {
	if (!cursor.acceptPhrase("partition", "by")) {
		return undefined;
	}
	const found = method(cursor);
	const count = cursor.accept("partitions") ? partitionCount(cursor) : undefined;
	const below = subpartitions(cursor);
	refuseTooMany((count ?? 1) * (below?.count ?? 1));
	const parts = cursor.isPhrase("(", "partition")
		? partitionDefinitions(cursor, { columns: found.columns?.length ?? 0, count, perPart: below?.count })
		: [];
	return { ...found, ...(count !== undefined && { count }), ...(below && { below }), parts };
}

/** Partitions and subpartitions of a table. */
export const mostPartitions = 8192;

/** Throws 1499 before a list of so many is made. */
export function partitionCount(cursor: Cursor): number {
	const count = cursor.integer();
	refuseTooMany(count);
	return count;
}

function refuseTooMany(count: number): void {
	if (count > mostPartitions) {
		throw sqlError("tooManyPartitions");
	}
}

function subpartitions(cursor: Cursor): Partitioning["below"] {
	if (!cursor.acceptPhrase("subpartition", "by")) {
		return undefined;
	}
	const linear = cursor.accept("linear") ? 1 : 0;
	if (!cursor.is("hash") && !cursor.is("key")) {
		cursor.fail();
	}
	cursor.at -= linear;
	const found = method(cursor);
	return cursor.accept("subpartitions") ? { ...found, count: partitionCount(cursor) } : found;
}

function method(cursor: Cursor): PartitionMethod {
	const linear = cursor.accept("linear") ? "LINEAR " : "";
	const word = linear === "" ? cursor.expectOneOf("hash", "key", "range", "list") : cursor.expectOneOf("hash", "key");
	if (word === "key" && cursor.accept("algorithm")) {
		skipEquals(cursor);
		if (![1, 2].includes(cursor.integer())) {
			cursor.at--;
			cursor.fail();
		}
	}
	const isColumns = (word === "range" || word === "list") && cursor.acceptOneOf("columns", "fields") !== undefined;
	const name = `${linear}${word.toUpperCase()}${isColumns ? " COLUMNS" : ""}`;
	if (word === "key" || isColumns) {
		const columns = word === "key" && cursor.acceptPhrase("(", ")") ? [] : cursor.parenthesised(plainName);
		return { method: name, expression: columns.map((name) => decodeText(printName(name))).join(","), columns };
	}
	const first = cursor.at;
	cursor.expect("(");
	partitionExpression(cursor);
	cursor.expect(")");
	return { method: name, expression: cursor.textSince(first).replace(/^\(|\)$/g, "") };
}

/** Properties shared by all partitions. */
interface PartShape {
	/** COLUMNS and KEY: their number; 0: an expression; undefined: unknown here. */
	readonly columns: number | undefined;
	readonly count: number | undefined;
	readonly perPart: number | undefined;
}

const wrongPartCount = "Wrong number of partitions defined, mismatch with previous setting";
const wrongSubpartCount = "Wrong number of subpartitions defined, mismatch with previous setting";

/** Partitions in ALTER TABLE, whose columns and counts come from the table. */
export function alteredPartitions(cursor: Cursor): readonly Part[] {
	return partitionDefinitions(cursor, { columns: undefined, count: undefined, perPart: undefined });
}

function partitionDefinitions(cursor: Cursor, shape: PartShape): readonly Part[] {
	const parts: Part[] = [];
	cursor.expect("(");
	do {
		parts.push(partitionDefinition(cursor, shape, parts));
	} while (cursor.accept(","));
	if (shape.count !== undefined && shape.count !== parts.length) {
		cursor.complain(wrongPartCount);
	}
	cursor.expect(")");
	return parts;
}

/** One PARTITION with values, options and subpartitions. */
function partitionDefinition(cursor: Cursor, shape: PartShape, before: readonly Part[]): Part {
	cursor.expect("partition");
	const name = cursor.name();
	const bound = partitionBound(cursor, shape.columns);
	const options = partitionOptions(cursor);
	return {
		name,
		...(bound !== undefined && { bound }),
		...options,
		parts: subpartitionDefinitions(cursor, shape, before, options.engine),
	};
}

/** The first partition sets the number of subpartitions; the others must have as many. */
function subpartitionDefinitions(
	cursor: Cursor,
	{ perPart }: PartShape,
	before: readonly Part[],
	engine: string | undefined,
): readonly Part[] {
	const former = before.at(-1)?.parts.length;
	if (!cursor.is("(")) {
		if (former !== undefined && former > 0) {
			cursor.complain(wrongSubpartCount);
		}
		return [];
	}
	const parts: Part[] = [];
	cursor.at++;
	do {
		if (former === 0 && cursor.is("subpartition")) {
			cursor.complain(wrongSubpartCount);
		}
		cursor.expect("subpartition");
		parts.push({
			name: cursor.nameOrString(),
			...(engine !== undefined && { engine }),
			...partitionOptions(cursor),
			parts: [],
		});
	} while (cursor.accept(","));
	if (parts.length !== (perPart ?? former ?? parts.length)) {
		cursor.complain(wrongSubpartCount);
	}
	cursor.expect(")");
	return parts;
}

function partitionBound(cursor: Cursor, columns: number | undefined): PartBound | undefined {
	if (cursor.acceptPhrase("values", "less", "than")) {
		return {
			kind: "less than",
			tuples: [cursor.accept("maxvalue") ? [{ kind: "maxvalue" }] : cursor.parenthesised(partitionValue)],
		};
	}
	if (!cursor.acceptPhrase("values", "in")) {
		return undefined;
	}
	const tuples: (readonly PartValue[])[] = [];
	let isRow = false;
	cursor.expect("(");
	do {
		isRow ||= cursor.is("(");
		tuples.push(cursor.is("(") ? cursor.parenthesised(listedValue) : [listedValue(cursor)]);
	} while (cursor.accept(","));
	if (isRow && columns !== undefined && columns < 2) {
		cursor.complain("Row expressions in VALUES IN only allowed for multi-field column partitioning");
	}
	cursor.expect(")");
	return { kind: "in", tuples };
}

function listedValue(cursor: Cursor): PartValue {
	return cursor.is("maxvalue")
		? cursor.complain("Cannot use MAXVALUE as value in VALUES IN")
		: partitionExpression(cursor);
}

function partitionValue(cursor: Cursor): PartValue {
	return cursor.accept("maxvalue") ? { kind: "maxvalue" } : partitionExpression(cursor);
}

/** Comment and engine, if written. */
function partitionOptions(cursor: Cursor): Pick<Part, "comment" | "engine"> {
	let found: Pick<Part, "comment" | "engine"> = {};
	for (;;) {
		if (cursor.acceptPhrase("data", "directory") || cursor.acceptPhrase("index", "directory")) {
			skipEquals(cursor);
			cursor.string();
			continue;
		}
		cursor.accept("storage");
		const word = cursor.acceptOneOf("engine", "comment", "max_rows", "min_rows", "tablespace", "nodegroup");
		if (word === undefined) {
			return found;
		}
		skipEquals(cursor);
		if (word === "comment") {
			found = { ...found, comment: cursor.string() };
		} else if (word === "engine") {
			found = { ...found, engine: cursor.nameOrString() };
		} else if (word === "tablespace") {
			cursor.nameOrString();
		} else {
			cursor.integer();
		}
	}
}
