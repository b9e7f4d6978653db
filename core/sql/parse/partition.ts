/**
 * PARTITION BY: a statement keeps it as it was written; who needs to know what it says reads the text again.
 *
 * In: the cursor. Out: the clause's text, or undefined where none stands; or what it says.
 *
 * ```
 * partition by range (year(a)) partitions 2 subpartition by hash (b) (partition p0 values less than (2000), ...)
 * ```
 */
import { decodeText } from "../../types/value.ts";
import { Level } from "../level.ts";
import type { PartBound, Part, Partitioning, PartitionMethod, PartValue } from "../tree/partitioning.ts";
import { printName } from "../print/name.ts";
import type { Cursor } from "./cursor.ts";
import { plainName, skipEquals } from "./name.ts";

export function partitionClause(cursor: Cursor): string | undefined {
	const first = cursor.at;
	return partitioning(cursor) === undefined ? undefined : cursor.textSince(first);
}

/** What the clause says; undefined where none stands. */
export function partitioning(cursor: Cursor): Partitioning | undefined {
	if (!cursor.acceptPhrase("partition", "by")) {
		return undefined;
	}
	const found = method(cursor);
	const count = cursor.accept("partitions") ? Number(cursor.integer()) : undefined;
	const below = subpartitions(cursor);
	const parts = cursor.isPhrase("(", "partition") ? cursor.parenthesised(partitionDefinition) : [];
	return { ...found, ...(count !== undefined && { count }), ...(below && { below }), parts };
}

function subpartitions(cursor: Cursor): Partitioning["below"] {
	if (!cursor.acceptPhrase("subpartition", "by")) {
		return undefined;
	}
	const found = method(cursor);
	return cursor.accept("subpartitions") ? { ...found, count: Number(cursor.integer()) } : found;
}

function method(cursor: Cursor): PartitionMethod {
	const linear = cursor.accept("linear") ? "LINEAR " : "";
	const word = cursor.expectOneOf("hash", "key", "range", "list");
	if (word === "key" && cursor.accept("algorithm")) {
		skipEquals(cursor);
		cursor.integer();
	}
	const isColumns = (word === "range" || word === "list") && cursor.accept("columns");
	const name = `${linear}${word.toUpperCase()}${isColumns ? " COLUMNS" : ""}`;
	if (word === "key" || isColumns) {
		const columns = word === "key" && cursor.acceptPhrase("(", ")") ? [] : cursor.parenthesised(plainName);
		return { method: name, expression: columns.map((name) => decodeText(printName(name))).join(","), columns };
	}
	const first = cursor.at;
	cursor.expect("(");
	cursor.expression();
	cursor.expect(")");
	return { method: name, expression: cursor.textSince(first).replace(/^\(|\)$/g, "") };
}

/** One PARTITION with its values, options and subpartitions. */
export function partitionDefinition(cursor: Cursor): Part {
	cursor.expect("partition");
	const name = cursor.name();
	const bound = partitionBound(cursor);
	const comment = partitionOptions(cursor);
	const parts = cursor.is("(") ? cursor.parenthesised(subpartitionDefinition) : [];
	return { name, ...(bound !== undefined && { bound }), ...(comment !== undefined && { comment }), parts };
}

function subpartitionDefinition(cursor: Cursor): Part {
	cursor.expect("subpartition");
	const name = cursor.nameOrString();
	const comment = partitionOptions(cursor);
	return { name, ...(comment !== undefined && { comment }), parts: [] };
}

function partitionBound(cursor: Cursor): PartBound | undefined {
	if (cursor.acceptPhrase("values", "less", "than")) {
		return { kind: "less than", tuples: [cursor.accept("maxvalue") ? [{ kind: "maxvalue" }] : cursor.parenthesised(partitionValue)] };
	}
	if (!cursor.acceptPhrase("values", "in")) {
		return undefined;
	}
	return { kind: "in", tuples: cursor.parenthesised(partitionTuple) };
}

function partitionTuple(cursor: Cursor): readonly PartValue[] {
	return cursor.is("(") ? cursor.parenthesised(partitionValue) : [partitionValue(cursor)];
}

function partitionValue(cursor: Cursor): PartValue {
	return cursor.accept("maxvalue") ? { kind: "maxvalue" } : cursor.expression(Level.bitOr);
}

/** The comment, if there is one. */
function partitionOptions(cursor: Cursor): string | undefined {
	let comment: string | undefined;
	for (;;) {
		if (cursor.acceptPhrase("data", "directory") || cursor.acceptPhrase("index", "directory")) {
			skipEquals(cursor);
			cursor.string();
			continue;
		}
		cursor.accept("storage");
		const word = cursor.acceptOneOf("engine", "comment", "max_rows", "min_rows", "tablespace", "nodegroup");
		if (word === undefined) {
			return comment;
		}
		skipEquals(cursor);
		if (word === "comment") {
			comment = cursor.string();
		} else if (word === "engine" || word === "tablespace") {
			cursor.nameOrString();
		} else {
			cursor.integer();
		}
	}
}
