/**
 * DEFAULT and ON UPDATE of a column, checked and stored as MySQL does; 1067, 1101, 1294.
 *
 * Defaults are literals and CURRENT_TIMESTAMP only. A TIMESTAMP constant is local time, whatever the time zone.
 */
import { work } from "../async/work-meter.ts";
import { SqlError, sqlError } from "../errors/catalogue.ts";
import type { Expression, Literal } from "../sql/tree/expression.ts";
import { storeConverter } from "../types/assign/conversion.ts";
import type { Evaluation, TypedValue } from "../types/evaluation/evaluation.ts";
import {
	bytesLiteral,
	decimalLiteral,
	doubleLiteral,
	integerLiteral,
	nullLiteral,
	textLiteral,
} from "../types/convert/literal.ts";
import { printText } from "../types/print/print.ts";
import { familyOf, isLargeType, isSpatialType, type SqlType } from "../types/value/type.ts";
import { encodeText, type Value } from "../types/value/value.ts";
import { encodeStoredValue, type StoredDefault } from "./record.ts";

/** DDL text is UTF-8, whatever the connection's charset. */
const textCharset = "utf8mb4";

/** Literals and checks of the statement that declares a default. */
export interface DefaultReading {
	readonly evaluation: Evaluation;
	/** Returns a string, or bytes with an introducer, as an expression would. */
	text(literal: Literal): TypedValue;
	/** Throws the error of a value that must not be written to the column. */
	admit(value: Value): void;
}

/** `null`: DEFAULT NULL, which a NOT NULL column refuses. */
export function readDefault(
	name: string,
	expression: Expression,
	type: SqlType,
	nullable: boolean,
	reading: DefaultReading,
): StoredDefault | null {
	const { evaluation } = reading;
	const column = encodeText(name);
	if (isNow(expression)) {
		if (!isClock(type) || nowDigits(expression) !== type.scale) {
			throw sqlError("invalidDefault", column);
		}
		return { kind: "now" };
	}
	const constant = readConstant(expression, type, reading);
	if (constant === undefined || isNoElement(constant, type)) {
		throw sqlError("invalidDefault", column);
	}
	if (constant.value === null) {
		if (!nullable) {
			throw sqlError("invalidDefault", column);
		}
		return null;
	}
	if (isLargeType(type)) {
		// Without strict mode DEFAULT '' of a text column is ignored: old dumps write it.
		if (constant.value !== "" || type.name === "json" || isSpatialType(type) || evaluation.mode.strict) {
			throw sqlError("blobCantHaveDefault", column);
		}
		evaluation.warn("Warning", "blobCantHaveDefault", column);
		return null;
	}
	return { kind: "constant", value: encodeStoredValue(admitted(name, constant, type, reading)) };
}

/** In defaults a number is no element's index, but must be an element's name. */
function isNoElement({ type: from, value }: TypedValue, type: SqlType): boolean {
	const isNumber = familyOf(from) === "integer" || familyOf(from) === "decimal" || familyOf(from) === "float";
	return (
		isNumber && (type.name === "enum" || type.name === "set") && !type.elements.includes(printText(value, from) ?? "")
	);
}

/** Throws 1294 unless the column is a DATETIME or TIMESTAMP of the same precision. */
export function checkOnUpdate(name: string, expression: Expression, type: SqlType): void {
	if (!isNow(expression) || !isClock(type) || nowDigits(expression) !== type.scale) {
		throw sqlError("invalidOnUpdate", encodeText(name));
	}
}

function isNow(expression: Expression): boolean {
	return (
		expression.kind === "call" &&
		expression.database === undefined &&
		(expression.name === "now" || expression.name === "current_timestamp")
	);
}

function nowDigits(expression: Expression): number {
	const digits = expression.kind === "call" ? expression.arguments[0] : undefined;
	return digits?.kind === "literal" && digits.type === "integer" ? Number(digits.value) : 0;
}

function isClock(type: SqlType): boolean {
	return type.name === "datetime" || type.name === "timestamp";
}

function readConstant(expression: Expression, type: SqlType, reading: DefaultReading): TypedValue | undefined {
	if (expression.kind === "literal") {
		return literalValue(expression, type, reading);
	}
	if (
		expression.kind === "unary" &&
		(expression.operator === "-" || expression.operator === "+") &&
		expression.operand.kind === "literal"
	) {
		return signedValue(expression.operand, expression.operator);
	}
	return undefined;
}

function signedValue(literal: Literal, sign: "-" | "+"): TypedValue | undefined {
	const prefix = sign === "-" ? "-" : "";
	switch (literal.type) {
		case "integer":
			return decimalLiteral(prefix + literal.text);
		case "decimal":
			return decimalLiteral(prefix + literal.text);
		case "double":
			return doubleLiteral(prefix + literal.text);
		default:
			return undefined;
	}
}

function literalValue(literal: Literal, type: SqlType, reading: DefaultReading): TypedValue {
	switch (literal.type) {
		case "null":
			return nullLiteral;
		case "boolean":
			return integerLiteral(literal.value ? "1" : "0");
		case "integer":
			return integerLiteral(String(literal.value));
		case "decimal":
			return decimalLiteral(literal.text);
		case "double":
			return doubleLiteral(literal.text);
		case "string":
			return reading.text(literal);
		case "hex":
		case "bit":
			if (literal.charset !== undefined) {
				return reading.text(literal);
			}
			return isNumber(type) ? integerLiteral(numberOfBytes(literal.bytes)) : bytesLiteral(literal.bytes);
		default:
			return textLiteral(literal.text, textCharset, `${textCharset}_bin`);
	}
}

function isNumber(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "integer" || family === "decimal" || family === "float" || family === "bit";
}

function numberOfBytes(bytes: string): string {
	return BigInt(`0x0${Buffer.from(bytes, "latin1").toString("hex")}`).toString();
}

/** Returns the default as a write would store it. One that does not fit is refused in every SQL mode. */
function admitted(name: string, constant: TypedValue, type: SqlType, reading: DefaultReading): Value {
	try {
		const value = convertStrictly(name, constant, type, reading.evaluation);
		reading.admit(value);
		return value;
	} catch (failure) {
		if (!(failure instanceof SqlError)) {
			throw failure;
		}
		const { code, state, bytes } = sqlError("invalidDefault", encodeText(name));
		throw new SqlError(code, state, bytes, failure.decision);
	}
}

/** Text keeps the digits of a double it has room for. */
function convertStrictly(name: string, constant: TypedValue, type: SqlType, evaluation: Evaluation): Value {
	const isCut = familyOf(constant.type) === "float" && (familyOf(type) === "text" || familyOf(type) === "bytes");
	const strict = strictly(evaluation);
	const convert = storeConverter(constant.type, type, name);
	return convert(
		constant.value,
		isCut
			? {
					...strict,
					mode: { ...evaluation.mode, strict: false },
					strictWrite: false,
					warn: evaluation.warn.bind(evaluation),
				}
			: strict,
	);
}

/** The evaluation of a strict write, without warnings. */
function strictly(evaluation: Evaluation): Evaluation {
	return {
		serial: ++work.evaluations,
		mode: { ...evaluation.mode, strict: true },
		nowMicroseconds: evaluation.nowMicroseconds,
		offsetSeconds: (epochSeconds) => evaluation.offsetSeconds(epochSeconds),
		parameters: [],
		warn: () => undefined,
		strictWrite: true,
		rowNumber: 1,
		session: evaluation.session,
	};
}
