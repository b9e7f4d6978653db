/**
 * PARTITION BY: read for its grammar and an outline, kept as it was written.
 *
 * In: the cursor. Out: the clause's text, or undefined where none stands; its outline for lists of partitions.
 *
 * ```
 * partition by range (year(a)) partitions 2 subpartition by hash (b) (partition p0 values less than (2000), ...)
 * ```
 */
import { Level } from "../level.ts";
import type { Part, Partitioning, PartitionMethod } from "../tree/partitioning.ts";
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
	const columns = (word === "range" || word === "list") && cursor.accept("columns");
	const first = cursor.at;
	if (word === "key" || columns) {
		if (!(word === "key" && cursor.acceptPhrase("(", ")"))) {
			cursor.parenthesised(plainName);
		}
	} else {
		cursor.expect("(");
		cursor.expression();
		cursor.expect(")");
	}
	return { method: `${linear}${word.toUpperCase()}${columns ? " COLUMNS" : ""}`, expression: inner(cursor, first) };
}

/** The text since a parenthesis, without it and its counterpart. */
function inner(cursor: Cursor, first: number): string {
	return cursor.textSince(first).replace(/^\(\s*|\s*\)$/g, "");
}

/** One PARTITION with its values, options and subpartitions. */
export function partitionDefinition(cursor: Cursor): Part {
	cursor.expect("partition");
	const name = cursor.name();
	const values = partitionValues(cursor);
	const comment = partitionOptions(cursor);
	const parts = cursor.is("(") ? cursor.parenthesised(subpartitionDefinition) : [];
	return { name, ...(values !== undefined && { values }), ...(comment !== undefined && { comment }), parts };
}

function subpartitionDefinition(cursor: Cursor): Part {
	cursor.expect("subpartition");
	const name = cursor.nameOrString();
	const comment = partitionOptions(cursor);
	return { name, ...(comment !== undefined && { comment }), parts: [] };
}

function partitionValues(cursor: Cursor): string | undefined {
	if (cursor.acceptPhrase("values", "less", "than")) {
		const first = cursor.at;
		if (cursor.accept("maxvalue")) {
			return "MAXVALUE";
		}
		cursor.parenthesised(partitionValue);
		return inner(cursor, first);
	}
	if (!cursor.acceptPhrase("values", "in")) {
		return undefined;
	}
	const first = cursor.at;
	cursor.parenthesised(partitionValue);
	return inner(cursor, first);
}

/** A value, MAXVALUE, or several of them in parentheses. */
function partitionValue(cursor: Cursor): void {
	if (cursor.accept("maxvalue")) {
		return;
	}
	if (cursor.is("(")) {
		cursor.parenthesised(partitionValue);
	} else {
		cursor.expression(Level.bitOr);
	}
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
