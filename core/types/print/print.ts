/**
 * Prints values as text, as the text protocol and string functions do.
 *
 * Text is in its type's charset, all else in ASCII.
 */
import { printDate, writeDate } from "../temporal/date.ts";
import { printDatetime, writeDatetime, writeSeconds } from "../temporal/datetime.ts";
import { printDecimal, writeDecimal } from "../numeric/decimal.ts";
import { writeInteger } from "../numeric/digit-bytes.ts";
import { printDouble, printFloat } from "../numeric/float.ts";
import { printTime } from "../temporal/time.ts";
import { normalJson } from "../json/json.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";
import { charsetNamed } from "../text/charset.ts";

/** Prints a value that is not NULL. */
type Printer = (value: Value) => ByteString;

const asInteger = (value: Value) => value as Integer;

const printInteger: Printer = (value) => `${value}`;
const printBytes: Printer = (value) => value as ByteString;
const printDateValue: Printer = (value) => printDate(value as number);
const printDoubleValue: Printer = (value) => printDouble(value as number);
const printFloatValue: Printer = (value) => printFloat(value as number);

/** Returns the printer of a type, chosen once a column. */
export function printer(type: SqlType): Printer {
	const plain = plainPrinter(type);
	if (!type.zerofill) {
		return plain;
	}
	return (value) => plain(value).padStart(zerofillWidth(type), "0");
}

/** Writes a value that is not NULL as text into memory that has room for `longestText` bytes; returns the end. */
export type WriteText = (target: Uint8Array, at: number, value: Integer) => number;

/** Longest of these texts: a decimal of 65 digits with its sign, its point and a zero before it. */
export const longestText = 68;

/**
 * As `printer`, without a string: for integers, decimals, dates and datetimes, of which rows have most. Undefined for
 * other types.
 */
export function textWriter({ name, scale, zerofill }: SqlType): WriteText | undefined {
	if (zerofill) {
		return undefined;
	}
	switch (name) {
		case "tinyint":
		case "smallint":
		case "mediumint":
		case "int":
		case "bigint":
			return writeInteger;
		case "decimal":
			return scale === 0 ? writeInteger : (target, at, value) => writeDecimal(target, at, value, scale);
		case "date":
			return (target, at, value) => writeDate(target, at, value as number);
		case "datetime":
		case "timestamp":
			return scale === 0
				? (target, at, value) => writeSeconds(target, at, value as number)
				: (target, at, value) => writeDatetime(target, at, value, scale);
		default:
			return undefined;
	}
}

function zerofillWidth({ name, length, scale }: SqlType): number {
	if (length < 0) {
		return name === "float" ? 12 : 22;
	}
	return name === "decimal" && scale > 0 ? length + 1 : length;
}

function plainPrinter(type: SqlType): Printer {
	const { scale } = type;
	switch (familyOf(type)) {
		case "integer":
			return printInteger;
		case "decimal":
			return scale === 0 ? printInteger : (value) => printDecimal(asInteger(value), scale);
		case "float":
			return floatPrinter(type);
		case "bit":
			return (value) => printBits(asInteger(value), type.length);
		case "temporal":
			return temporalPrinter(type);
		case "enum":
			return (value) => type.elements[Number(value) - 1] ?? "";
		case "set":
			return setPrinter(type);
		case "json":
			return (value) => normalJson(value as ByteString);
		default:
			return printBytes;
	}
}

function floatPrinter(type: SqlType): Printer {
	const { name, scale } = type;
	if (name === "float") {
		return scale < 0 ? printFloatValue : (value) => printFloat(value as number, scale);
	}
	return scale < 0 ? printDoubleValue : (value) => printDouble(value as number, scale);
}

function temporalPrinter({ name, scale }: SqlType): Printer {
	switch (name) {
		case "date":
			return printDateValue;
		case "time":
			return (value) => printTime(value as number, scale);
		default:
			return (value) => printDatetime(asInteger(value), scale);
	}
}

/** Prints BIT as its bytes, big-endian. */
function printBits(value: Integer, bits: number): ByteString {
	let left = BigInt(value);
	let bytes = "";
	for (let count = Math.ceil(bits / 8); count > 0; count--) {
		bytes = String.fromCharCode(Number(left & 255n)) + bytes;
		left >>= 8n;
	}
	return bytes;
}

function setPrinter(type: SqlType): Printer {
	const comma = charsetNamed(type.charset)?.encode(",") ?? ",";
	return (value) => {
		if (value === 0) {
			return "";
		}
		const mask = BigInt(value as Integer);
		return type.elements.filter((_element, bit) => (mask >> BigInt(bit)) & 1n).join(comma);
	};
}

/** Returns the text-protocol form of a value; null for NULL. */
export function printText(value: Value, type: SqlType): ByteString | null {
	return value === null ? null : printer(type)(value);
}
