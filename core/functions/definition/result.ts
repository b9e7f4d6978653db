/**
 * Result types: `SqlType`s with the lengths that MySQL 5.7 shows to clients.
 *
 * | name               | type                                                         |
 * |--------------------|--------------------------------------------------------------|
 * | `integerResult(w)` | bigint(w)                                                    |
 * | `decimalResult`    | decimal, cut to 65 digits and 30 behind the point            |
 * | `textResult`       | varchar, mediumtext or longtext, by the bytes it may take    |
 * | `anyText`          | an operand's target: text of a collation, of any length      |
 */
import { charsetNamed } from "../../types/text/charset.ts";
import { defaultLength, familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import { textLength } from "../../types/text/width.ts";
import type { Operand } from "./function.ts";

export const maximumPrecision = 65;
export const maximumScale = 30;

export const nullType = sqlType("null");
export const doubleType = sqlType("double");
export const bigintType = sqlType("bigint");
export const unsignedType = sqlType("bigint", { unsigned: true });
export const truthType = sqlType("bigint", { length: 1 });
export const dateType = sqlType("date");
export const jsonType = sqlType("json");
/** Binary string of any length, as an operand's target. */
export const anyBytes = sqlType("longblob");

export function integerResult(width: number, unsigned = false): SqlType {
	return sqlType("bigint", { length: width, unsigned });
}

export function decimalResult(precision: number, scale: number, unsigned = false): SqlType {
	return sqlType("decimal", {
		length: Math.max(1, Math.min(precision, maximumPrecision)),
		scale: Math.min(scale, maximumScale),
		unsigned,
	});
}

export function datetimeType(scale = 0): SqlType {
	return sqlType("datetime", { length: 19 + (scale > 0 ? scale + 1 : 0), scale });
}

export function timeType(scale = 0): SqlType {
	return sqlType("time", { length: 10 + (scale > 0 ? scale + 1 : 0), scale });
}

/** Charset and collation of a text. */
export interface Encoding {
	readonly charset: string;
	readonly collation: string;
}

export const binaryEncoding: Encoding = { charset: "binary", collation: "binary" };

const longest = 4294967295;

/** Returns the type of a text result of at most so many characters. */
export function textResult(characters: number, { charset, collation }: Encoding): SqlType {
	const length = Math.max(0, Math.min(Math.floor(characters), longest));
	const bytes = length * (charsetNamed(charset)?.maxBytes ?? 1);
	const binary = charset === "binary";
	const name = bytes < 65536 ? "varchar" : bytes < 16777216 ? "mediumtext" : "longtext";
	const bytesName = bytes < 65536 ? "varbinary" : bytes < 16777216 ? "mediumblob" : "longblob";
	return sqlType(binary ? bytesName : name, { length, charset, collation });
}

const anyTexts = new Map<string, SqlType>();

/** Returns the text type of any length in this encoding: the operand type of text functions. */
export function anyText({ charset, collation }: Encoding): SqlType {
	let type = anyTexts.get(collation);
	if (type === undefined) {
		type = charset === "binary" ? anyBytes : sqlType("longtext", { charset, collation });
		anyTexts.set(collation, type);
	}
	return type;
}

/** CHAR, VARCHAR, TEXT, BINARY, BLOB: the value is the text itself. */
export function isText(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "text" || family === "bytes";
}

/** Types that expressions treat as text: text, bytes, ENUM, SET and JSON. */
export function isTextual(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "text" || family === "bytes" || family === "enum" || family === "set" || family === "json";
}

export function isNumeric(type: SqlType): boolean {
	return type.name === "double" || type.name === "decimal" || familyOf(type) === "integer";
}

/** Returns an operand's length in characters as text; integers have their display width, literals their exact one. */
export function textWidth(type: SqlType): number {
	return familyOf(type) === "integer" ? type.length : textLength(type);
}

/** Returns the maximum of decimal digits of an operand, without point and sign. */
export function precisionOf(operand: Operand): number {
	const { type, constant } = operand;
	switch (familyOf(type)) {
		case "null":
			return 0;
		case "decimal":
			return type.length;
		case "integer": {
			const digits =
				typeof constant === "number" || typeof constant === "bigint" ? String(constant).replace("-", "").length : 0;
			// A column's display width includes the sign; a literal's is that of its digits.
			const sign = type.unsigned || type.length < defaultLength(type.name, false) ? 0 : 1;
			return digits > 0 ? digits : Math.max(1, type.length - sign);
		}
		case "bit":
			return Math.ceil(type.length * 0.30103);
		case "temporal":
			return (type.name === "date" ? 8 : type.name === "time" ? 7 : 14) + type.scale;
		default:
			return 20;
	}
}

/** Returns the scale that an operand shows; a quotient may have more digits. */
export function shownScaleOf({ type, shownScale }: Operand): number {
	return shownScale ?? scaleOf(type);
}

/** Returns the digits that an operand shows, before and after the point. */
export function shownPrecisionOf(operand: Operand): number {
	return precisionOf(operand) - Math.max(0, scaleOf(operand.type)) + Math.max(0, shownScaleOf(operand));
}

/** Returns the scale of a number; -1 for floats without a fixed one. */
export function scaleOf(type: SqlType): number {
	const family = familyOf(type);
	return family === "decimal" || family === "temporal" || family === "float" ? type.scale : 0;
}

/** True if both types represent equal values equally. */
export function sameType(a: SqlType, b: SqlType): boolean {
	return (
		a === b ||
		(a.name === b.name &&
			a.scale === b.scale &&
			a.collation === b.collation &&
			a.unsigned === b.unsigned &&
			a.length === b.length)
	);
}
