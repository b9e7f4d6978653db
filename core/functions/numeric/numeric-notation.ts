/**
 * Numeric notation: numbers in other bases up to 36, with thousands separators; CRC-32.
 *
 * | name                     | result                | source (MySQL 5.7 manual)                  |
 * |--------------------------|-----------------------|--------------------------------------------|
 * | conv (n, from, to)       | varchar(65)           | 12.6.2 Mathematical Functions              |
 * | bin, oct                 | varchar(65)           | 12.7 String Functions                      |
 * | format (x, places [, locale]) | varchar          | 12.7                                       |
 * | crc32                    | bigint(10) unsigned   | 12.6.2                                     |
 */
import { crc32 } from "node:zlib";
import { printDecimal, rescaleDecimal } from "../../types/numeric/decimal.ts";
import { printFixed } from "../../types/numeric/float.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { maxUnsigned, roundHalfEven } from "../../types/numeric/integer.ts";
import { familyOf } from "../../types/value/type.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { asDecimal, kindOf } from "./arithmetic.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { groupDigits, numberLocale, type NumberLocale } from "./number-locale.ts";
import {
	anyText,
	bigintType,
	doubleType,
	integerResult,
	isText,
	precisionOf,
	textResult,
	type Encoding,
} from "../definition/result.ts";
import { shiftRound } from "./numeric-rounding.ts";
import { connectionEncoding } from "../operand/text-operand.ts";

/** Parses a number in a base as 64 bits; a negative base means signed. Null without digits. */
function parseBase(text: string, base: number): bigint | null {
	const parts = /^\s*([+-]?)([0-9a-z]*)/i.exec(text)!;
	let value = 0n;
	for (const letter of parts[2]!.toLowerCase()) {
		const digit = Number.parseInt(letter, 36);
		if (digit >= Math.abs(base)) {
			break;
		}
		value = value * BigInt(Math.abs(base)) + BigInt(digit);
		// Clamped below: further digits change nothing.
		if (value > maxUnsigned) {
			break;
		}
	}
	const limit = base < 0 ? 1n << 63n : maxUnsigned;
	const clamped = value > limit ? limit : value;
	return BigInt.asUintN(64, parts[1] === "-" ? -clamped : clamped);
}

function printBase(bits: bigint, base: number): string {
	return (base < 0 ? BigInt.asIntN(64, bits) : bits).toString(Math.abs(base)).toUpperCase();
}

function isBase(base: number): boolean {
	return Math.abs(base) >= 2 && Math.abs(base) <= 36;
}

/** CONV: reads the digits of the value's text. */
function convertBase(text: Value, from: Value, to: Value): Value {
	const [source, target] = [Number(from), Number(to)];
	if (!isBase(source) || !isBase(target) || text === "") {
		return null;
	}
	const bits = parseBase(text as string, source);
	return bits === null ? null : printBase(bits, target);
}

const plain: Encoding = { charset: "utf8mb4", collation: "utf8mb4_bin" };

const conv: Resolve = ([operand], context) => {
	// BIT is converted as a number, neither as its bytes nor as digits of another base.
	const isBit = familyOf(operand!.type) === "bit";
	return {
		type: textResult(65, connectionEncoding(context)),
		nullable: true,
		operands: [isBit ? undefined : anyText(plain), bigintType, bigintType],
		evaluate: (_evaluation, value, from, to) => convertBase(String(value), isBit ? 10 : from, to),
	};
};

/** BIN(n) is CONV(n, 10, 2): other types than integers are read as text, up to the point. */
function inBase(base: number): Resolve {
	return ([operand], context) => {
		const family = familyOf(operand!.type);
		const numeric = family === "integer" || family === "bit";
		return {
			type: textResult(65, connectionEncoding(context)),
			nullable: true,
			operands: [numeric ? (operand!.type.unsigned ? undefined : bigintType) : anyText(plain)],
			evaluate: (_evaluation, value) => convertBase(String(value), 10, base),
		};
	};
}

const greatestPlaces = 30;

/** Decimals and integers keep all their digits; text and floats go through a double. */
const format: Resolve = (operands, context) => {
	const operand: Operand = operands[0]!;
	const exact = kindOf(operand.type) !== "double";
	const target = exact ? asDecimal(operand) : doubleType;
	const places = (digits: Value) => Math.max(0, Math.min(greatestPlaces, Number(digits)));
	const printExact = (value: Integer, digits: number): ByteString =>
		printDecimal(rescaleDecimal(value, target.scale, digits), digits);
	return {
		type: textResult(Math.ceil((precisionOf(operand) * 4) / 3) + greatestPlaces + 2, connectionEncoding(context)),
		nullable: true,
		operands: [target, bigintType, anyText(plain)],
		nullPropagates: false,
		evaluate: (evaluation, value, digits, locale) => {
			if (value === null || digits === null) {
				return null;
			}
			const count = places(digits);
			const text = exact
				? printExact(value as Integer, count)
				: printFixed(shiftRound(value as number, count, roundHalfEven), count);
			return groupDigits(text, operands.length < 3 ? undefined : localeOf(locale, evaluation));
		},
	};
};

/** An unknown locale gives en_US, with a warning. */
function localeOf(name: Value, evaluation: Evaluation): NumberLocale | undefined {
	const locale = name === null ? undefined : numberLocale(name as string);
	if (locale === undefined) {
		evaluation.warn("Warning", "unknownLocale", name === null ? "NULL" : (name as ByteString));
	}
	return locale;
}

const checkSum: Resolve = ([operand], context) => ({
	type: integerResult(10, true),
	nullable: operand!.nullable,
	operands: [isText(operand!.type) ? undefined : anyText(connectionEncoding(context))],
	evaluate: (_evaluation, text) => crc32(Buffer.from(text as ByteString, "latin1")),
});

export const numericNotation: readonly FunctionDefinition[] = [
	define("conv", 3, 3, conv),
	define("bin", 1, 1, inBase(2)),
	define("oct", 1, 1, inBase(8)),
	{ ...define("format", 2, 3, format), takesFiner: true },
	define("crc32", 1, 1, checkSum),
];
