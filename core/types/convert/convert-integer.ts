/**
 * Conversion to an integer within expressions, as by CAST(... AS SIGNED) and UNSIGNED.
 *
 * Integers keep their 64 bits, so -1 AS UNSIGNED is 18446744073709551615. Numbers are rounded, text is parsed as the
 * integer at its start; values out of range are clipped.
 */
import { identity, type Converter } from "./converter.ts";
import { numericForm } from "./convert-float.ts";
import { treeOf } from "../json/json-text.ts";
import { rescaleDecimal } from "../numeric/decimal.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, jsonFault, shown } from "../print/fault.ts";
import {
	asSigned,
	asUnsigned,
	clampInteger,
	integerFromDouble,
	integerRange,
	negateInteger,
} from "../numeric/integer.ts";
import { digitsEnd, integerOfDigits, spacesEnd } from "../numeric/number-text.ts";
import { movedTemporal } from "./temporal-reading.ts";
import { familyOf, sqlType, type SqlType } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

const signedRange = integerRange(sqlType("bigint"));
const unsignedRange = integerRange(sqlType("bigint", { unsigned: true }));

/** `source`: the origin of JSON that is not a number, for the message. */
export function toInteger(from: SqlType, to: SqlType, source = ""): Converter {
	switch (familyOf(from)) {
		case "null":
			return identity;
		case "integer":
		case "bit":
		case "enum":
		case "set":
			return sameBits(from, to.unsigned);
		case "decimal":
			return nearest((value) => rescaleDecimal(value as Integer, from.scale, 0), from, to.unsigned);
		case "float":
			return nearest((value) => integerFromDouble(value as number), from, to.unsigned);
		case "temporal": {
			// Rounds the time, not its digits: half a second before midnight is midnight.
			const whole = sqlType(from.name, { scale: 0 });
			const [round, numeric] = [movedTemporal(from, whole), numericForm(whole)];
			return (value, evaluation) => {
				const rounded = value === null ? null : round(value, evaluation);
				const number = rounded === null ? null : numeric(rounded);
				return to.unsigned && number !== null ? asUnsigned(number as Integer) : number;
			};
		}
		case "json":
			return (value, evaluation) =>
				value === null ? null : integerOfJson(value as ByteString, to.unsigned, source, evaluation);
		default:
			return ofText(from, to.unsigned);
	}
}

function sameBits(from: SqlType, unsigned: boolean): Converter {
	const wide = from.name === "bigint" || from.name === "bit" || from.name === "set";
	const neverNegative = from.unsigned || from.name === "year" || familyOf(from) !== "integer";
	if (unsigned) {
		return neverNegative ? identity : (value) => (value === null ? null : asUnsigned(value as Integer));
	}
	return neverNegative && wide ? (value) => (typeof value === "bigint" ? asSigned(value) : value) : identity;
}

/** Rounds numbers and clips them, with a warning. A negative one AS UNSIGNED keeps its bits. */
function nearest(round: (value: Value) => Integer, from: SqlType, unsigned: boolean): Converter {
	const range = unsigned ? unsignedRange : signedRange;
	const kind = from.name === "decimal" ? "DECIMAL" : "INTEGER";
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const rounded = round(value);
		if (rounded >= range[0] && rounded <= range[1]) {
			return rounded;
		}
		if (unsigned && kind === "INTEGER" && rounded < 0 && rounded >= signedRange[0]) {
			return asUnsigned(rounded);
		}
		fault(evaluation, "truncatedWrongValue", kind, shown(value, from));
		return clampInteger(rounded, range);
	};
}

/** Parses the integer at the start of a text: `12.7` is 12 with a warning. */
/** CAST of text: blanks behind the digits are as wrong as letters, which they are not where text is a number by itself. */
export function castToInteger(from: SqlType, to: SqlType): Converter {
	return ofText(from, to.unsigned, true);
}

function ofText(from: SqlType, unsigned: boolean, isCast = false): Converter {
	const readable = readableDigits(from);
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const bytes = readable(value as ByteString);
		const start = spacesEnd(bytes, 0);
		const sign = bytes[start];
		const digits = sign === "-" || sign === "+" ? start + 1 : start;
		const end = digitsEnd(bytes, digits);
		const magnitude = boundedInteger(bytes.slice(digits, end));
		const whole = sign === "-" ? negateInteger(magnitude) : magnitude;
		const { kept, exact } = keepBits(whole, unsigned);
		if (!exact || end === digits || (isCast ? end : spacesEnd(bytes, end)) < bytes.length) {
			fault(evaluation, "truncatedWrongValue", "INTEGER", shown(value, from));
		}
		return kept;
	};
}

/** Returns a text's integer as 64 bits of the wanted sign; inexact only beyond 64 bits. */
function keepBits(whole: Integer, unsigned: boolean): { readonly kept: Integer; readonly exact: boolean } {
	if (whole >= signedRange[0] && whole <= unsignedRange[1]) {
		return { kept: unsigned ? asUnsigned(whole) : asSigned(whole), exact: true };
	}
	const limit = whole < 0 ? signedRange[0] : unsignedRange[1];
	return { kept: unsigned ? asUnsigned(limit) : asSigned(limit), exact: false };
}

function integerOfJson(value: ByteString, unsigned: boolean, source: string, evaluation: Evaluation): Integer {
	const tree = treeOf(value);
	const range = unsigned ? unsignedRange : signedRange;
	switch (tree.kind) {
		case "integer":
			return unsigned ? asUnsigned(tree.value) : asSigned(tree.value);
		case "double":
			return clampInteger(integerFromDouble(tree.value), range);
		case "decimal":
			return clampInteger(rescaleDecimal(tree.unscaled, tree.scale, 0), range);
		case "boolean":
			return Number(tree.value);
		case "string": {
			const { value: text } = tree;
			const end = digitsEnd(text, text.startsWith("-") ? 1 : 0);
			const integer = /\d/.test(text.slice(0, end)) ? signedInteger(text.slice(0, end)) : 0;
			const { kept, exact } = keepBits(integer, unsigned);
			if (!exact || end < text.length || !/\d/.test(text)) {
				jsonFault(evaluation, "INTEGER", source, !exact);
			}
			return kept;
		}
		default:
	}
	jsonFault(evaluation, "INTEGER", source);
	return 0;
}

function signedInteger(text: string): Integer {
	return text.startsWith("-") ? negateInteger(boundedInteger(text.slice(1))) : boundedInteger(text);
}

/** More than 64 bits have. */
const mostDigits = 40;

/** The integer of decimal digits, or another beyond 64 bits: a million digits take a second to read. */
function boundedInteger(digits: string): Integer {
	return integerOfDigits(digits.length > mostDigits ? digits.replace(/^0+(?=\d)/, "").slice(0, mostDigits) : digits);
}
