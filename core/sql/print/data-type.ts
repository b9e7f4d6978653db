/**
 * Prints data types of columns, and of CAST, where integers are SIGNED and UNSIGNED.
 *
 * A collation is printed with the column's attributes.
 */
import type { ByteString } from "../../types/value/value.ts";
import { encodeString } from "../lex/string.ts";
import type { DataType } from "../tree/data-type.ts";
import { printCharset } from "./name.ts";
import { parenthesised, words } from "./printer.ts";

export function printDataType(type: DataType): ByteString {
	return words(
		(type.national === true ? "national " : "") + type.name + size(type),
		type.unsigned && "unsigned",
		type.zerofill && "zerofill",
		charsetWords(type),
	);
}

export function printCastType(type: DataType): ByteString {
	if (type.name === "bigint") {
		return type.unsigned ? "unsigned" : "signed";
	}
	const name = type.national === true ? "nchar" : type.name;
	return words(name + size(type), charsetWords(type));
}

function size(type: DataType): ByteString {
	if (type.elements !== undefined) {
		return parenthesised(type.elements, encodeString);
	}
	if (type.length === undefined) {
		return "";
	}
	return type.scale === undefined ? `(${type.length})` : `(${type.length},${type.scale})`;
}

function charsetWords(type: DataType): ByteString {
	return words(
		type.charset === undefined ? type.attribute : `CHARACTER SET ${printCharset(type.charset)}`,
		type.binary === true && "binary",
	);
}
