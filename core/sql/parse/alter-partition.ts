/**
 * The changes of ALTER TABLE that are about partitions.
 *
 * In: the cursor at a change. Out: a `partitioning` change with the words as they were written, or undefined.
 */
import type { AlterChange } from "../tree/table.ts";
import type { Cursor } from "./cursor.ts";
import { plainName, tableName } from "./name.ts";
import { partitionDefinition } from "./partition.ts";

export function alterPartition(cursor: Cursor): AlterChange | undefined {
	const first = cursor.at;
	if (!change(cursor)) {
		return undefined;
	}
	return { change: "partitioning", text: cursor.textSince(first) };
}

const onPartitions = ["drop", "truncate", "analyze", "check", "optimize", "rebuild", "repair", "discard", "import"] as const;

function change(cursor: Cursor): boolean {
	if (cursor.acceptPhrase("remove", "partitioning") || cursor.acceptPhrase("upgrade", "partitioning")) {
		return true;
	}
	if (cursor.wordAhead(1) !== "partition") {
		return false;
	}
	if (cursor.acceptOneOf(...onPartitions) !== undefined) {
		cursor.at++;
		withoutLog(cursor);
		if (!cursor.accept("all")) {
			cursor.list(plainName);
		}
		cursor.accept("tablespace");
		return true;
	}
	switch (cursor.acceptOneOf("add", "coalesce", "exchange", "reorganize")) {
		case "add":
			added(cursor);
			return true;
		case "coalesce":
			cursor.at++;
			withoutLog(cursor);
			cursor.integer();
			return true;
		case "exchange":
			exchanged(cursor);
			return true;
		case "reorganize":
			reorganized(cursor);
			return true;
		default:
			return false;
	}
}

function withoutLog(cursor: Cursor): void {
	cursor.acceptOneOf("no_write_to_binlog", "local");
}

function added(cursor: Cursor): void {
	cursor.at++;
	withoutLog(cursor);
	if (cursor.accept("partitions")) {
		cursor.integer();
	} else {
		cursor.parenthesised(partitionDefinition);
	}
}

function exchanged(cursor: Cursor): void {
	cursor.at++;
	cursor.name();
	cursor.expectPhrase("with", "table");
	tableName(cursor);
	if (cursor.acceptOneOf("with", "without") !== undefined) {
		cursor.expect("validation");
	}
}

function reorganized(cursor: Cursor): void {
	cursor.at++;
	withoutLog(cursor);
	if (cursor.isName) {
		cursor.list(plainName);
		cursor.expect("into");
		cursor.parenthesised(partitionDefinition);
	}
}
