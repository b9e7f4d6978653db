/**
 * Prints identifiers, quoted where needed.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import { introducedCharset, isKeyword } from "../keywords.ts";
import { isDigit, isNamePart } from "../lex/character.ts";
import { encodeName, encodeString } from "../lex/string.ts";
import type { ColumnName } from "../tree/expression.ts";
import { invariant } from "../../errors/invariant.ts";
import type { VariableTarget } from "../tree/into-target.ts";
import type { TableName } from "../tree/table-name.ts";

export function printName(name: string): ByteString {
	return isPlain(name) ? name : encodeName(encodeText(name));
}

/** Whether a name needs no backticks. */
export function isPlain(name: string): boolean {
	if (name === "" || isDigit(name.charCodeAt(0)) || isKeyword(name)) {
		return false;
	}
	for (let at = 0; at < name.length; at++) {
		const code = name.charCodeAt(at);
		if (code > 127 || !isNamePart(code)) {
			return false;
		}
	}
	return name[0] !== "_" || introducedCharset(name) === undefined;
}

/** Joins the defined parts with dots. */
export function printPath(...parts: readonly (string | undefined)[]): ByteString {
	return parts
		.filter((part) => part !== undefined)
		.map(printName)
		.join(".");
}

/** `name` or `part.name` of a system variable. */
export function printVariableName(name: string): ByteString {
	return name.split(".").map(printName).join(".");
}

export function printTableName(table: TableName): ByteString {
	return printPath(table.database, table.name);
}

export function printColumnName(column: ColumnName): ByteString {
	return printPath(column.database, column.table, column.name);
}

/** A charset or collation, or DEFAULT. */
export function printCharset(name: string): ByteString {
	return name === "binary" || name === "default" ? name : printName(name);
}

/** `@name` */
export function printUserVariable(name: string): ByteString {
	for (let at = 0; at < name.length; at++) {
		const code = name.charCodeAt(at);
		if (code > 127 || (!isNamePart(code) && code !== 46)) {
			return `@${encodeName(encodeText(name))}`;
		}
	}
	return `@${name === "" ? "``" : name}`;
}

/** Local variables of stored programs are not printed: their bodies are kept as written. */
export function printVariableTarget(target: VariableTarget): ByteString {
	invariant(typeof target === "string", "Statements of stored programs are not printed.");
	return printUserVariable(target);
}

/** Text as a string literal. */
export function printText(text: string): ByteString {
	return encodeString(encodeText(text));
}
