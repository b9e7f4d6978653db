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
/** Bytes of any length, as an operand's target. */
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

/** The type of text that a function makes, up to so many characters. */
export function textResult(characters: number, { charset, collation }: Encoding): SqlType {
	const length = Math.max(0, Math.min(Math.floor(characters), longest));
	const bytes = length * (charsetNamed(charset)?.maxBytes ?? 1);
	const binary = charset === "binary";
	const name = bytes < 65536 ? "varchar" : bytes < 16777216 ? "mediumtext" : "longtext";
	const bytesName = bytes < 65536 ? "varbinary" : bytes < 16777216 ? "mediumblob" : "longblob";
	return sqlType(binary ? bytesName : name, { length, charset, collation });
}

const anyTexts = new Map<string, SqlType>();

/** Text of any length in this encoding: what text functions convert operands to. */
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

/** Text, bytes, ENUM, SET and JSON: what takes part in expressions as text. */
export function isTextual(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "text" || family === "bytes" || family === "enum" || family === "set" || family === "json";
}

export function isNumeric(type: SqlType): boolean {
	return type.name === "double" || type.name === "decimal" || familyOf(type) === "integer";
}

/** How many characters an operand has as text; integers have their display width, which literals know best. */
export function textWidth(type: SqlType): number {
	return familyOf(type) === "integer" ? type.length : textLength(type);
}

/** Decimal digits an operand's value may have, the point and sign not counted. */
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
			// A column's width has a place for the sign; a literal's is that of its digits.
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

/** Digits behind the point that an operand shows; a quotient may have more. */
export function shownScaleOf({ type, shownScale }: Operand): number {
	return shownScale ?? scaleOf(type);
}

/** Digits that an operand shows, those before and behind the point. */
export function shownPrecisionOf(operand: Operand): number {
	return precisionOf(operand) - Math.max(0, scaleOf(operand.type)) + Math.max(0, shownScaleOf(operand));
}

/** Digits behind the point as numbers count them; -1 for floats without a fixed number. */
export function scaleOf(type: SqlType): number {
	const family = familyOf(type);
	return family === "decimal" || family === "temporal" || family === "float" ? type.scale : 0;
}

/** Whether values of both types are the same values. */
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
