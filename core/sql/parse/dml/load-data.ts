/**
 * Parses LOAD DATA; refuses LOAD XML as not supported.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { LoadData } from "../../tree/data.ts";
import { assignment } from "./assignment.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { fieldFormat } from "../query/into.ts";
import { acceptCharset, charsetName, columnName, tableName } from "../cursor/name.ts";
import { partitionNames } from "../query/table-reference.ts";

export function loadData(cursor: Cursor): LoadData {
	cursor.expect("load");
	if (cursor.is("xml")) {
		throw sqlError("notSupportedYet", "LOAD XML");
	}
	cursor.expect("data");
	cursor.acceptOneOf("low_priority", "concurrent");
	const local = cursor.accept("local");
	cursor.expect("infile");
	const path = cursor.string();
	const onDuplicate = cursor.acceptOneOf("ignore", "replace");
	cursor.expectPhrase("into", "table");
	const name = tableName(cursor);
	const partitions = partitionNames(cursor);
	const table = partitions === undefined ? name : { ...name, partitions };
	const format = fieldFormat(cursor, acceptCharset(cursor) ? charsetName(cursor) : undefined);
	const ignoreLines = linesToIgnore(cursor);
	const targets = loadTargets(cursor);
	const assignments = cursor.accept("set") ? cursor.list(assignment) : undefined;
	return { kind: "load-data", local, path, onDuplicate, table, format, ignoreLines, targets, assignments };
}

function linesToIgnore(cursor: Cursor): number {
	if (!cursor.accept("ignore")) {
		return 0;
	}
	const lines = cursor.integer();
	cursor.expectOneOf("lines", "rows");
	return lines;
}

function loadTargets(cursor: Cursor): LoadData["targets"] {
	if (!cursor.is("(") || cursor.acceptPhrase("(", ")")) {
		return undefined;
	}
	return cursor.parenthesised((inner) =>
		inner.kind === TokenKind.userVariable
			? { kind: "user-variable" as const, name: inner.userVariable() }
			: columnName(inner),
	);
}
