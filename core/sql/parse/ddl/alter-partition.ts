/**
 * Parses ALTER TABLE's partition changes; statements keep their source text.
 */
import type { PartitionChange, PartNames } from "../../tree/partitioning.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { maintenanceOptions } from "../cursor/maintenance-option.ts";
import { tableName } from "../cursor/name.ts";
import { alteredPartitions, partitionCount, partitioning } from "./partition.ts";

const onPartitions = [
	"drop",
	"truncate",
	"analyze",
	"check",
	"optimize",
	"rebuild",
	"repair",
	"discard",
	"import",
] as const;

export function partitionChange(cursor: Cursor): PartitionChange | undefined {
	if (cursor.isPhrase("partition", "by")) {
		return { action: "by", partitioning: partitioning(cursor)! };
	}
	if (cursor.acceptPhrase("remove", "partitioning")) {
		return { action: "remove" };
	}
	if (cursor.acceptPhrase("upgrade", "partitioning")) {
		return { action: "upgrade" };
	}
	if (cursor.wordAhead(1) !== "partition") {
		return undefined;
	}
	const action = cursor.acceptOneOf(...onPartitions);
	return action === undefined ? otherChange(cursor) : { action, names: namesBehind(cursor, action) };
}

function namesBehind(cursor: Cursor, action: string): PartNames {
	cursor.at++;
	withoutLog(cursor);
	const names = cursor.accept("all") ? "all" : cursor.list((inside) => inside.name());
	cursor.accept("tablespace");
	maintenanceOptions(cursor, action);
	return names;
}

function otherChange(cursor: Cursor): PartitionChange | undefined {
	switch (cursor.acceptOneOf("add", "coalesce", "exchange", "reorganize")) {
		case "add":
			return added(cursor);
		case "coalesce":
			cursor.at++;
			withoutLog(cursor);
			return { action: "coalesce", count: Number(cursor.integer()) };
		case "exchange":
			return exchanged(cursor);
		case "reorganize":
			return reorganized(cursor);
		default:
			return undefined;
	}
}

function withoutLog(cursor: Cursor): void {
	cursor.acceptOneOf("no_write_to_binlog", "local");
}

function added(cursor: Cursor): PartitionChange {
	cursor.at++;
	withoutLog(cursor);
	return cursor.accept("partitions")
		? { action: "add", parts: [], count: partitionCount(cursor) }
		: { action: "add", parts: alteredPartitions(cursor) };
}

function exchanged(cursor: Cursor): PartitionChange {
	cursor.at++;
	const name = cursor.name();
	cursor.expectPhrase("with", "table");
	const table = tableName(cursor);
	const word = cursor.acceptOneOf("with", "without");
	if (word !== undefined) {
		cursor.expect("validation");
	}
	return { action: "exchange", name, table, isChecked: word !== "without" };
}

function reorganized(cursor: Cursor): PartitionChange {
	cursor.at++;
	withoutLog(cursor);
	if (!cursor.isName) {
		return { action: "reorganize", names: [], parts: [] };
	}
	const names = cursor.list((inside) => inside.name());
	cursor.expect("into");
	return { action: "reorganize", names, parts: alteredPartitions(cursor) };
}
