/**
 * Assignment to integer, YEAR, BIT, DECIMAL, FLOAT and DOUBLE columns: rounds and checks ranges.
 *
 * 1264 out of range, 1265 for text with a rest after the number, 1366 for text without a number. Integers of
 * compatible columns pass without a conversion.
 */
import { identity, type Converter } from "../convert/converter.ts";
import { charsetNamed } from "../text/charset.ts";
import { numericForm, toDouble } from "../convert/convert-float.ts";
import { toInteger } from "../convert/convert-integer.ts";
import { toDecimal } from "../convert/convert-decimal.ts";
import { clampDecimal, decimalOfNumber, fitsDecimal, greatestDecimal, rescaleDecimal } from "../numeric/decimal.ts";
import { yearOf } from "../temporal/date.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, shown } from "../print/fault.ts";
import { greatestFloat, roundDouble } from "../numeric/float.ts";
import { asUnsigned, bitsOfDouble, clampInteger, integerFromDouble, integerRange } from "../numeric/integer.ts";
import { scanNumber, type NumberText } from "../numeric/number-text.ts";
import { printer } from "../print/print.ts";
import { movedTemporal } from "../convert/temporal-reading.ts";
import { familyOf, sqlType, type SqlType } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

/** Reads a number from a value of a type, with warnings for text. */
type Reader<N> = (value: Value, evaluation: Evaluation) => N;

export function assignInteger(from: SqlType, to: SqlType, columnName: string): Converter {
	const [least, greatest] = integerRange(to);
	if (familyOf(from) === "integer" && to.name !== "year") {
		const [low, high] = integerRange(from);
		if (low >= least && high <= greatest) {
			return identity;
		}
	}
	if (to.name === "year") {
		return storeYear(from, belowZero(from, to) ?? integerReader(from, columnName, isYear), columnName);
	}
	const read =
		belowZero(from, to) ?? integerReader(from, columnName, (integer) => integer >= least && integer <= greatest);
	const beyond = (integer: Integer, evaluation: Evaluation) => {
		fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
		return clampInteger(integer, [least, greatest]);
	};
	if (read === passInteger) {
		return (value, evaluation) =>
			value === null || ((value as Integer) >= least && (value as Integer) <= greatest)
				? value
				: beyond(value as Integer, evaluation);
	}
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const integer = read(value, evaluation);
		return integer >= least && integer <= greatest ? integer : beyond(integer, evaluation);
	};
}

const bigint = sqlType("bigint");

const passInteger: Reader<Integer> = (value) => value as Integer;

/**
 * A negative DECIMAL is out of an unsigned column's range even if it rounds to zero; so is a DOUBLE for YEAR, which
 * is truncated there.
 */
function belowZero(from: SqlType, to: SqlType): Reader<Integer> | undefined {
	const isUnsigned = to.unsigned || to.name === "year" || to.name === "bit";
	if (from.name === "decimal" && isUnsigned) {
		return (value) => ((value as Integer) < 0 ? -1 : rescaleDecimal(value as Integer, from.scale, 0));
	}
	return familyOf(from) === "float" && to.name === "year"
		? (value) => ((value as number) < 0 ? -1 : Math.trunc(value as number))
		: undefined;
}

/** `fits`: a number out of range is reported as such, whatever follows it in the text. */
function integerReader(
	from: SqlType,
	columnName: string,
	fits: (integer: Integer) => boolean = () => true,
): Reader<Integer> {
	switch (familyOf(from)) {
		case "integer":
		case "bit":
		case "enum":
		case "set":
			return passInteger;
		case "decimal":
			return (value) => rescaleDecimal(value as Integer, from.scale, 0);
		case "float":
			return (value) => integerFromDouble(value as number);
		case "temporal": {
			const [whole, numeric] = [toInteger(from, bigint), numericForm(from)];
			// A value whose rounded time exceeds the last day has its digits rounded instead.
			return (value, evaluation) =>
				(whole(value, evaluation) ?? rescaleDecimal(numeric(value), from.scale, 0)) as Integer;
		}
		default: {
			const { scan, check } = numberOfText(from, "integer", columnName);
			const isBytewise = from.name !== "json" && (charsetNamed(from.charset)?.minBytes ?? 1) === 1;
			return (value, evaluation) => {
				const plain = isBytewise && typeof value === "string" ? plainInteger(value) : -1;
				if (plain >= 0) {
					return plain;
				}
				const number = scan(value);
				const { unscaled, scale } = decimalOfNumber(number);
				const integer = rescaleDecimal(unscaled, scale, 0);
				if (fits(integer)) {
					check(number, value, evaluation);
				}
				return integer;
			};
		}
	}
}

/** Fast path: text of a few digits, as in most files; -1: anything else. */
function plainInteger(text: ByteString): number {
	const { length } = text;
	if (length === 0 || length > 9) {
		return -1;
	}
	let integer = 0;
	for (let at = 0; at < length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) {
			return -1;
		}
		integer = integer * 10 + digit;
	}
	return integer;
}

/** Fast path with a point and at most `scale` digits after it, as a DECIMAL of that scale. */
function plainDecimal(text: ByteString, scale: number): number {
	const { length } = text;
	if (length === 0 || length + scale > 15) {
		return -1;
	}
	let unscaled = 0;
	/** Missing fractional digits; -1: no point yet. */
	let missing = -1;
	for (let at = 0; at < length; at++) {
		const code = text.charCodeAt(at);
		if (code >= 48 && code <= 57 && missing !== 0) {
			unscaled = unscaled * 10 + code - 48;
			missing -= missing > 0 ? 1 : 0;
		} else if (code === 46 && missing === -1 && at > 0 && at < length - 1) {
			missing = scale;
		} else {
			return -1;
		}
	}
	for (let left = missing === -1 ? scale : missing; left > 0; left--) {
		unscaled *= 10;
	}
	return unscaled;
}

interface NumberOfText {
	scan(value: Value): NumberText;
	/** Reports the faults of a number for a numeric column. */
	check(number: NumberText, value: Value, evaluation: Evaluation): void;
}

/** Returns the reader of text as a number. */
function numberOfText(from: SqlType, kind: string, columnName: string): NumberOfText {
	const readable = readableDigits(from);
	const print = printer(from);
	return {
		scan: (value) => scanNumber(readable(print(value))),
		check(number, value, evaluation) {
			if (!number.found) {
				fault(evaluation, "wrongColumnValue", kind, shown(value, from), columnName, evaluation.rowNumber);
			} else if (!number.complete) {
				fault(evaluation, "dataTruncated", columnName, evaluation.rowNumber);
			}
		},
	};
}

/** True for a year of four digits or of two. */
function isYear(integer: Integer): boolean {
	return (integer >= 0 && integer < 100) || (integer > 1900 && integer <= 2155);
}

/** 1 to 69 are 20xx, 70 to 99 are 19xx; the text '0' is 2000, the number 0 is 0000. */
function storeYear(from: SqlType, read: Reader<Integer>, columnName: string): Converter {
	const family = familyOf(from);
	const isText = family === "text" || family === "bytes";
	if (from.name === "year") {
		return identity;
	}
	const yearOfOther = family === "temporal" ? temporalYear(from) : undefined;
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const year = yearOfOther === undefined ? Number(read(value, evaluation)) : yearOfOther(value, evaluation);
		const short = year > 0 && year < 100;
		if (short || (year === 0 && isText && isShortZero(value as ByteString))) {
			return year < 70 ? 2000 + year : 1900 + year;
		}
		if (year === 0 || (year >= 1901 && year <= 2155)) {
			return year;
		}
		fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
		return 0;
	};
}

/** `0`, `00`: the year 2000, unlike `0000` and text that is not a number. */
function isShortZero(text: ByteString): boolean {
	const number = text.trim();
	return number.startsWith("0") && number.length !== 4;
}

const dateType = sqlType("date");

/** TIME is read as a time of the current day. */
function temporalYear(from: SqlType): (value: Value, evaluation: Evaluation) => number {
	const move = movedTemporal(from, dateType);
	return (value, evaluation) => yearOf(move(value, evaluation) as number);
}

/** BIT stores text as its bytes, a number as its 64 bits. */
export function assignBit(from: SqlType, to: SqlType, columnName: string): Converter {
	const [, greatest] = integerRange(to);
	const family = familyOf(from);
	if (family === "bit" && from.length <= to.length) {
		return identity;
	}
	const read = bitReader(from, to, columnName);
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const bits = read(value, evaluation);
		if (bits >= 0 && bits <= greatest) {
			return bits;
		}
		const isBelow = bits < 0;
		fault(
			evaluation,
			evaluation.strictWrite && !isBelow ? "dataTooLong" : "outOfRange",
			columnName,
			evaluation.rowNumber,
		);
		return isBelow ? 0 : greatest;
	};
}

/** Only a DECIMAL can be below zero: it has no bits. */
function bitReader(from: SqlType, to: SqlType, columnName: string): Reader<Integer> {
	switch (familyOf(from)) {
		case "text":
		case "bytes":
			return (value) => bitsOfBytes(value as ByteString);
		case "decimal":
			return belowZero(from, to)!;
		case "float":
			return (value) => bitsOfDouble(Math.trunc(value as number));
		default: {
			const read = integerReader(from, columnName);
			return (value, evaluation) => {
				const integer = read(value, evaluation);
				return integer < 0 ? asUnsigned(integer) : integer;
			};
		}
	}
}

function bitsOfBytes(bytes: ByteString): Integer {
	return bytes === ""
		? 0
		: BigInt.asUintN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes, "latin1").toString("hex")}`));
}

export function assignDecimal(from: SqlType, to: SqlType, columnName: string): Converter {
	const family = familyOf(from);
	if (family !== "text" && family !== "bytes") {
		const convert = noting(from, to, columnName, toDecimal(from, to, columnName));
		return to.unsigned ? refusingBelowZero(columnName, convert) : convert;
	}
	const readable = readableDigits(from);
	const print = printer(from);
	const isBytewise = (charsetNamed(from.charset)?.minBytes ?? 1) === 1;
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const plain = isBytewise && typeof value === "string" ? plainDecimal(value, to.scale) : -1;
		if (plain >= 0 && fitsDecimal(plain, to.length)) {
			return plain;
		}
		const number = scanNumber(readable(print(value)));
		if (!number.found || (!number.complete && evaluation.strictWrite)) {
			fault(evaluation, "wrongColumnValue", "decimal", shown(value, from), columnName, evaluation.rowNumber);
		} else if (!number.complete) {
			fault(evaluation, "dataTruncated", columnName, evaluation.rowNumber);
		}
		const { unscaled, scale } = decimalOfNumber(number);
		// A negative value is out of range even if it rounds to zero.
		return limited(
			to.unsigned && unscaled < 0 ? -1 : rescaleDecimal(unscaled, scale, to.scale),
			to,
			columnName,
			evaluation,
		);
	};
}

/** Refuses negative numbers, even those that round to zero. */
function refusingBelowZero(columnName: string, convert: Converter): Converter {
	return (value, evaluation) => {
		if ((typeof value !== "number" && typeof value !== "bigint") || value >= 0) {
			return convert(value, evaluation);
		}
		fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
		return 0;
	};
}

/** Digits that a DECIMAL column has no room for are rounded off with a note, even in strict mode. */
function noting(from: SqlType, to: SqlType, columnName: string, convert: Converter): Converter {
	if (from.name !== "decimal" || from.scale <= to.scale) {
		return convert;
	}
	return (value, evaluation) => {
		const stored = convert(value, evaluation);
		// A value out of range has a warning already.
		const isWithin = stored !== null && stored === rescaleDecimal(value as Integer, from.scale, to.scale);
		if (isWithin && rescaleDecimal(stored as Integer, to.scale, from.scale) !== value) {
			evaluation.warn("Note", "dataTruncated", columnName, evaluation.rowNumber);
		}
		return stored;
	};
}

function limited(unscaled: Integer, to: SqlType, columnName: string, evaluation: Evaluation): Integer {
	if (to.unsigned && unscaled < 0) {
		fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
		return 0;
	}
	if (fitsDecimal(unscaled, to.length)) {
		return unscaled;
	}
	fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
	return clampDecimal(unscaled, to.length);
}

export function assignFloat(from: SqlType, to: SqlType, columnName: string): Converter {
	const family = familyOf(from);
	const fixed = to.scale >= 0;
	if (to.name === "double" && !to.unsigned && !fixed && family === "float") {
		return identity;
	}
	const read = family === "text" || family === "bytes" ? doubleReader(from, columnName) : toDouble(from);
	const greatest = fixed
		? Number(greatestDecimal(to.length)) / 10 ** to.scale
		: to.name === "float"
			? greatestFloat
			: Number.MAX_VALUE;
	const least = to.unsigned ? 0 : -greatest;
	const round = to.name === "float" ? Math.fround : (value: number) => value;
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const exact = read(value, evaluation) as number;
		const double = fixed ? roundDouble(exact, to.scale) : exact;
		if (double >= least && double <= greatest) {
			return round(double) + 0;
		}
		fault(evaluation, "outOfRange", columnName, evaluation.rowNumber);
		return round(double < least ? least : greatest);
	};
}

/** A DOUBLE column reports 'abc' as it does '1abc'. */
function doubleReader(from: SqlType, columnName: string): Converter {
	const readable = readableDigits(from);
	return (value, evaluation) => {
		const number = scanNumber(readable(value as ByteString));
		if (!number.complete) {
			fault(evaluation, "dataTruncated", columnName, evaluation.rowNumber);
		}
		// May be infinite: the column's range check reports it.
		return number.found ? Number(number.text) + 0 : 0;
	};
}
