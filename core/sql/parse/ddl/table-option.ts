/**
 * Parses table options: ENGINE, CHARSET, COMMENT ...; those without effect are kept by name.
 */
import { canonical } from "../../../types/value/value.ts";
import { type OptionValue, inertTableOptions } from "../../inert-table-option.ts";
import type { TableOption } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { acceptCharset, charsetName, collationName, skipEquals, tableName } from "../cursor/name.ts";

/** All options that follow, with or without commas. */
export function tableOptions(cursor: Cursor): TableOption[] {
	const options: TableOption[] = [];
	let option = tableOption(cursor);
	while (option !== undefined) {
		options.push(option);
		const hasComma = cursor.accept(",");
		option = tableOption(cursor);
		if (option === undefined && hasComma) {
			cursor.fail();
		}
	}
	return options;
}

/** One option, or undefined. */
export function tableOption(cursor: Cursor): TableOption | undefined {
	const hasDefault = cursor.is("default");
	if (hasDefault) {
		cursor.at++;
	}
	if (acceptCharset(cursor)) {
		skipEquals(cursor);
		return { option: "charset", value: charsetNameOrWord(cursor) };
	}
	if (cursor.accept("collate")) {
		skipEquals(cursor);
		return { option: "collate", value: cursor.accept("default") ? "default" : collationName(cursor) };
	}
	return hasDefault ? cursor.fail() : plainOption(cursor);
}

/** DEFAULT instead of a charset is kept as that word. */
function charsetNameOrWord(cursor: Cursor): string {
	return cursor.accept("default") ? "default" : charsetName(cursor);
}

function plainOption(cursor: Cursor): TableOption | undefined {
	switch (cursor.word) {
		case "engine":
			cursor.at++;
			skipEquals(cursor);
			return { option: "engine", value: cursor.nameOrString() };
		case "auto_increment":
			cursor.at++;
			skipEquals(cursor);
			return { option: "auto-increment", value: canonical(BigInt(cursor.digits())) };
		case "comment":
			cursor.at++;
			skipEquals(cursor);
			return { option: "comment", value: cursor.string() };
		case "union":
			return mergedTables(cursor);
		default:
			return otherOption(cursor);
	}
}

/** UNION=(t1, t2) of the MERGE engine. */
function mergedTables(cursor: Cursor): TableOption | undefined {
	if (cursor.wordAhead(1) !== "=" && !(cursor.wordAhead(1) === "(" && cursor.wordAhead(2) !== "select")) {
		return undefined;
	}
	cursor.at++;
	skipEquals(cursor);
	cursor.expect("(");
	const first = cursor.at;
	if (!cursor.is(")")) {
		cursor.list(tableName);
	}
	const value = cursor.textSince(first);
	cursor.expect(")");
	return { option: "other", name: "union", value };
}

function otherOption(cursor: Cursor): TableOption | undefined {
	const isDirectory = (cursor.is("data") || cursor.is("index")) && cursor.wordAhead(1) === "directory";
	const name = isDirectory ? `${cursor.word} directory` : cursor.word;
	const kind = inertTableOptions.get(name);
	if (kind === undefined) {
		return undefined;
	}
	cursor.at += isDirectory ? 2 : 1;
	skipEquals(cursor);
	return { option: "other", name, value: optionValue(cursor, kind) };
}

function optionValue(cursor: Cursor, kind: OptionValue): string {
	switch (kind) {
		case "string":
			return cursor.string();
		case "word":
			return cursor.accept("default") ? "default" : cursor.name();
		case "row format":
			return cursor.expectOneOf("default", "fixed", "dynamic", "compressed", "redundant", "compact");
		case "number or default":
			return cursor.accept("default") ? "default" : cursor.digits();
		case "number":
			return cursor.digits();
	}
}
