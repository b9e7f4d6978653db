/**
 * PARTITION BY: read for its grammar, kept as it was written.
 *
 * In: the cursor. Out: the clause's text, or undefined where none stands.
 *
 * ```
 * partition by range (year(a)) partitions 2 subpartition by hash (b) (partition p0 values less than (2000), ...)
 * ```
 */
import { Level } from "../level.ts";
import type { Cursor } from "./cursor.ts";
import { plainName, skipEquals } from "./name.ts";

export function partitionClause(cursor: Cursor): string | undefined {
	const first = cursor.at;
	if (!cursor.acceptPhrase("partition", "by")) {
		return undefined;
	}
	method(cursor);
	if (cursor.accept("partitions")) {
		cursor.integer();
	}
	if (cursor.acceptPhrase("subpartition", "by")) {
		method(cursor);
		if (cursor.accept("subpartitions")) {
			cursor.integer();
		}
	}
	if (cursor.isPhrase("(", "partition")) {
		cursor.parenthesised(partitionDefinition);
	}
	return cursor.textSince(first);
}

function method(cursor: Cursor): void {
	cursor.accept("linear");
	switch (cursor.expectOneOf("hash", "key", "range", "list")) {
		case "key":
			if (cursor.accept("algorithm")) {
				skipEquals(cursor);
				cursor.integer();
			}
			return cursor.acceptPhrase("(", ")") ? undefined : void cursor.parenthesised(plainName);
		case "hash":
			return inParentheses(cursor);
		default:
			return cursor.accept("columns") ? void cursor.parenthesised(plainName) : inParentheses(cursor);
	}
}

function inParentheses(cursor: Cursor): void {
	cursor.expect("(");
	cursor.expression();
	cursor.expect(")");
}

/** One PARTITION with its values, options and subpartitions. */
export function partitionDefinition(cursor: Cursor): void {
	cursor.expect("partition");
	cursor.name();
	if (cursor.acceptPhrase("values", "less", "than")) {
		if (!cursor.accept("maxvalue")) {
			cursor.parenthesised(partitionValue);
		}
	} else if (cursor.acceptPhrase("values", "in")) {
		cursor.parenthesised(partitionValue);
	}
	partitionOptions(cursor);
	if (cursor.is("(")) {
		cursor.parenthesised((inner) => {
			inner.expect("subpartition");
			inner.nameOrString();
			partitionOptions(inner);
		});
	}
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

function partitionOptions(cursor: Cursor): void {
	for (;;) {
		if (cursor.acceptPhrase("data", "directory") || cursor.acceptPhrase("index", "directory")) {
			skipEquals(cursor);
			cursor.string();
			continue;
		}
		cursor.accept("storage");
		const word = cursor.acceptOneOf("engine", "comment", "max_rows", "min_rows", "tablespace", "nodegroup");
		if (word === undefined) {
			return;
		}
		skipEquals(cursor);
		if (word === "comment") {
			cursor.string();
		} else if (word === "engine" || word === "tablespace") {
			cursor.nameOrString();
		} else {
			cursor.integer();
		}
	}
}
