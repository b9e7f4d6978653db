/**
 * Literals: type and value of the numbers, strings, and DATE, TIME and TIMESTAMP literals of a statement.
 *
 * Types of short literals are shared: a list of 400,000 numbers has few types, not an object for each.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { countCharacters } from "../text/characters.ts";
import { maxPrecision, maxScale, parseDecimal, rescaleDecimal } from "../numeric/decimal.ts";
import type { Evaluation, TypedValue } from "../evaluation/evaluation.ts";
import { parseDouble } from "../numeric/float.ts";
import { maxSigned, maxUnsigned } from "../numeric/integer.ts";
import { integerOfDigits } from "../numeric/number-text.ts";
import { temporalReader } from "./temporal-reading.ts";
import { sqlType, type SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

export const nullLiteral: TypedValue = Object.freeze({ type: sqlType("null"), value: null });

/** Digits of the greatest unsigned integer. */
const longestUnsigned = 20;

/** Characters or bytes of the literals whose types are shared. */
const longestShared = 255;

const signedTypes: SqlType[] = [];
const unsignedTypes: SqlType[] = [];
const bytesTypes: SqlType[] = [];
const decimalTypes = new Map<number, SqlType>();
const doubleType = sqlType("double");

function integerType(length: number, unsigned: boolean): SqlType {
	const make = (): SqlType => sqlType("bigint", { unsigned, length });
	return length > longestUnsigned ? make() : ((unsigned ? unsignedTypes : signedTypes)[length] ??= make());
}

function decimalType(length: number, scale: number): SqlType {
	const name = length * (maxScale + 1) + scale;
	let type = decimalTypes.get(name);
	if (type === undefined) {
		type = sqlType("decimal", { length, scale });
		decimalTypes.set(name, type);
	}
	return type;
}

/** Of the charset and collation that literals were last in, by length. */
let textTypes: { readonly charset: string; readonly collation: string; readonly byLength: SqlType[] } | undefined;

function textType(charset: string, collation: string, length: number): SqlType {
	if (textTypes === undefined || textTypes.charset !== charset || textTypes.collation !== collation) {
		textTypes = { charset, collation, byLength: [] };
	}
	const make = (): SqlType => sqlType("varchar", { charset, collation, length });
	return length > longestShared ? make() : (textTypes.byLength[length] ??= make());
}

function bytesType(length: number): SqlType {
	const make = (): SqlType => sqlType("varbinary", { length });
	return length > longestShared ? make() : (bytesTypes[length] ??= make());
}

function isLong(digits: string): boolean {
	return digits.length - digits.search(/[^0]|$/) > longestUnsigned;
}

/** `123`: bigint, unsigned above 2^63-1, decimal above 2^64-1. */
export function integerLiteral(digits: string): TypedValue {
	// Millions of digits would take seconds to convert.
	const value = digits.length > longestUnsigned && isLong(digits) ? undefined : integerOfDigits(digits);
	if (value === undefined || value > maxUnsigned) {
		return decimalLiteral(digits);
	}
	return { type: integerType(digits.length, value > maxSigned), value };
}

/** `1.50`: decimal(3,2). Excess digits are rounded. */
export function decimalLiteral(text: string): TypedValue {
	const { unscaled, scale } = parseDecimal(text);
	const digits = text.replace(/^[-+]?0*(?=\d)|\D/g, "").length;
	const kept = Math.min(scale, maxScale);
	const length = Math.min(Math.max(digits - (scale - kept), kept, 1), maxPrecision);
	return { type: decimalType(length, kept), value: rescaleDecimal(unscaled, scale, kept) };
}

/** `1.5e3`: double. */
export function doubleLiteral(text: string): TypedValue {
	const value = parseDouble(text);
	if (Math.abs(value) === Number.MAX_VALUE && !Number.isFinite(Number(text))) {
		throw sqlError("illegalValueForType", "double", text);
	}
	return { type: doubleType, value };
}

/** `'abc'`, bytes in `charset`. */
export function textLiteral(bytes: ByteString, charset: string, collation: string): TypedValue {
	if (charset === "binary") {
		return bytesLiteral(bytes);
	}
	return { type: textType(charset, collation, countCharacters(bytes, charset)), value: bytes };
}

/** `x'4D'`, `0x4D`, `b'0101'` as their bytes. */
export function bytesLiteral(bytes: ByteString): TypedValue {
	return { type: bytesType(bytes.length), value: bytes };
}

const names = { date: "DATE", time: "TIME", timestamp: "DATETIME" } as const;

/** `DATE '2010-12-31'` and the like; error 1525 for an invalid one. */
export function temporalLiteral(kind: keyof typeof names, text: ByteString, evaluation: Evaluation): TypedValue {
	const literal = momentOf(kind, text, evaluation);
	if (literal === null) {
		throw sqlError("wrongValue", names[kind], text);
	}
	return literal;
}

/** NULL for text that is none. */
export function momentOf(kind: keyof typeof names, text: ByteString, evaluation: Evaluation): TypedValue | null {
	const fraction = Math.min(6, /\.(\d*)\s*$/.exec(text)?.[1]?.length ?? 0);
	const type = sqlType(kind === "timestamp" ? "datetime" : kind, { scale: kind === "date" ? 0 : fraction });
	const plain: SqlType = sqlType("varchar", { length: text.length, charset: "ascii", collation: "ascii_bin" });
	const { value, fault, lost } = temporalReader(plain, type)(text, { ...evaluation.mode }, evaluation);
	const isOfKind = kind === "time" || hasTimeOfDay(text) === (kind === "timestamp");
	return value === null || fault !== null || lost || !isOfKind ? null : { type, value };
}

/** Whether a date is followed by a time of day. */
function hasTimeOfDay(text: string): boolean {
	const [first = "", ...more] = text.match(/\d+/g) ?? [];
	const longestDate = 8;
	return more.length > 2 || first.length > longestDate;
}
