/**
 * CAST, CONVERT, BINARY and COLLATE: explicit type conversion.
 *
 * The target is syntax and not an operand, so factories make the definitions. Values are converted by
 * `types/assign/conversion.ts`.
 *
 * | factory                   | SQL                                | source (MySQL 5.7 manual)                      |
 * |---------------------------|------------------------------------|------------------------------------------------|
 * | `castTo(castType(type))`  | cast(a as type), convert(a, type)  | 12.10 Cast Functions and Operators             |
 * | `castTo(binaryTarget)`    | binary a                           | 12.10                                          |
 * | `convertUsing(charset)`   | convert(a using charset)           | 12.10                                          |
 * | `collate(collation)`      | a collate collation                | 10.8.1 Using COLLATE in SQL Statements         |
 */
import { sqlError } from "../errors/catalogue.ts";
import type { DataType } from "../sql/tree/data-type.ts";
import { charsetNamed, isUtf8, transcoder } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import { converter, resultConverter } from "../types/assign/conversion.ts";
import { mayMakeNoText } from "../types/convert/convert-text.ts";
import { castToInteger } from "../types/convert/convert-integer.ts";
import type { Converter } from "../types/convert/converter.ts";
import { familyOf, isCharacterType, sqlType, type SqlType } from "../types/value/type.ts";
import { encodeText, type ByteString } from "../types/value/value.ts";
import { encodingOf } from "./operand/collation-choice.ts";
import { connectionEncoding, fitsPacket, packetLimit } from "./operand/text-operand.ts";
import { define, sourceOf } from "./definition/definition.ts";
import type { Evaluate, FunctionDefinition, Resolution, ResolutionContext } from "./definition/function.ts";
import {
	binaryEncoding,
	decimalResult,
	integerResult,
	isText,
	jsonType,
	textResult,
	textWidth,
	timeType,
	truthType,
	datetimeType,
	dateType,
	doubleType,
	type Encoding,
} from "./definition/result.ts";

/** Cast target; without a length of its own it has the operand's: CAST(a AS CHAR), CAST(a AS SIGNED). */
interface CastTarget {
	readonly type: SqlType;
	readonly open: boolean;
}

export const binaryTarget: CastTarget = { type: sqlType("varbinary"), open: true };

/** Returns the target of a type written in a CAST. */
export function castType(written: DataType, context: ResolutionContext): CastTarget {
	const { length, scale = 0 } = written;
	switch (written.name) {
		case "char":
		case "varchar":
			return textTarget(written, context);
		case "binary":
		case "varbinary":
			return length === undefined
				? binaryTarget
				: { type: sqlType("binary", { length: possibleLength(length) }), open: false };
		case "decimal":
			return { type: decimalTarget(length ?? 10, scale), open: false };
		case "date":
			return { type: dateType, open: false };
		case "time":
			return { type: timeType(temporalScale(length ?? 0)), open: false };
		case "datetime":
		case "timestamp":
			return { type: datetimeType(temporalScale(length ?? 0)), open: false };
		case "json":
			return { type: jsonType, open: false };
		case "float":
		case "double":
			return { type: doubleType, open: false };
		default:
			return { type: integerResult(21, written.unsigned), open: true };
	}
}

function decimalTarget(precision: number, scale: number): SqlType {
	if (precision > 65) {
		throw sqlError("precisionTooBig", precision, "cast", 65);
	}
	if (scale > 30) {
		throw sqlError("scaleTooBig", scale, "cast", 30);
	}
	if (scale > precision) {
		throw sqlError("precisionLessThanScale", "cast");
	}
	return decimalResult(precision, scale);
}

const longestText = 4294967295;

function possibleLength(length: number): number {
	if (length > longestText) {
		throw sqlError("displayWidthTooBig", "cast as char", longestText);
	}
	return length;
}

function temporalScale(scale: number): number {
	if (scale > 6) {
		throw sqlError("precisionTooBig", scale, "CAST", 6);
	}
	return scale;
}

function textTarget(written: DataType, context: ResolutionContext): CastTarget {
	const attribute = written.attribute === "ascii" ? "latin1" : written.attribute === "unicode" ? "ucs2" : undefined;
	const charset = written.national === true ? "utf8" : (written.charset ?? attribute ?? context.connectionCharset);
	const encoding = encodingOfCharset(charset, context);
	const collation =
		written.binary === true && encoding.charset !== "binary" ? `${encoding.charset}_bin` : encoding.collation;
	const { length } = written;
	return { type: textResult(possibleLength(length ?? 0), { ...encoding, collation }), open: length === undefined };
}

function encodingOfCharset(name: string, context: ResolutionContext): Encoding {
	const charset = charsetNamed(name);
	if (charset === undefined) {
		throw sqlError("unknownCharset", encodeText(name));
	}
	return charset.name === context.connectionCharset
		? { charset: charset.name, collation: context.connectionCollation }
		: { charset: charset.name, collation: charset.defaultCollation };
}

/** Returns the result type for an operand's width. */
function closed({ type, open }: CastTarget, operand: SqlType): SqlType {
	if (!open) {
		return type;
	}
	const width = textWidth(operand);
	return familyOf(type) === "integer"
		? integerResult(Math.min(Math.max(width, 1), 21), type.unsigned)
		: textResult(type.charset === "binary" ? bytesOf(operand, width) : width, type);
}

function bytesOf(type: SqlType, width: number): number {
	return isCharacterType(type) ? width * (charsetNamed(type.charset)?.maxBytes ?? 1) : width;
}

/** BINARY(n): padded to its length, up to `max_allowed_packet`. */
function toBinary(from: SqlType, to: SqlType): Converter {
	const convert = converter(from, to);
	return (value, evaluation) =>
		value === null || fitsPacket(evaluation, to.length, "cast_as_binary")
			? convert(value, evaluation)
			: converter(from, sqlType("binary", { length: packetLimit(evaluation) }))(value, evaluation);
}

/** CAST to a type; `label`: the expression's name in a range warning. */
export function castTo(target: CastTarget, label = ""): FunctionDefinition {
	const takesFiner = target.type.name === "decimal" || target.type.name === "double";
	const definition = define("cast", 1, 1, ([operand]) => {
		const type = closed(target, operand!.type);
		const family = familyOf(type);
		// An estimated width truncates nothing: hours of a TIME have two digits, but 100 has three.
		const roomy =
			target.open && family === "text" && !isCharacterType(operand!.type)
				? textResult(Math.max(textWidth(type), 255), type)
				: type;
		if (family === "json" && operand!.type === truthType) {
			return { type, nullable: true, evaluate: (_evaluation, value) => (value === 0 ? "false" : "true") };
		}
		const convert =
			type.name === "binary"
				? toBinary(operand!.type, type)
				: family === "integer" && isText(operand!.type)
					? castToInteger(operand!.type, type)
					: resultConverter(operand!.type, roomy, label, sourceOf(operand!));
		return {
			type,
			nullable: operand!.nullable || family === "temporal" || family === "json" || mayMakeNoText(operand!.type, type),
			...(family === "text" || family === "bytes" ? { coercibility: 2 } : {}),
			evaluate: (evaluation, value) => convert(value, evaluation),
		};
	});
	return { ...definition, takesFiner };
}

export function convertUsing(charset: string): FunctionDefinition {
	return define("convert", 1, 1, ([operand], context) => {
		const encoding = charset.toLowerCase() === "binary" ? binaryEncoding : encodingOfCharset(charset, context);
		const width = textWidth(operand!.type);
		if (context.comparesBytes === true && encoding.charset !== "binary" && !isUtf8(encoding.charset)) {
			return readAs(encoding.charset, width, context);
		}
		const type = textResult(encoding.charset === "binary" ? bytesOf(operand!.type, width) : width, encoding);
		return { type, nullable: true, coercibility: 2, operands: [type], evaluate: (_evaluation, value) => value };
	});
}

/** CONVERT of servers that convert nothing else: the bytes are read as text of the charset, ASCII as latin1. */
function readAs(charset: string, width: number, context: ResolutionContext): Resolution {
	const encoding = encodingOfCharset(context.connectionCharset, context);
	const type = textResult(width, encoding);
	const read = transcoder(charset === "ascii" ? "latin1" : charset, encoding.charset);
	const evaluate: Evaluate = (_evaluation, value) => read(value as ByteString);
	return { type, nullable: true, coercibility: 2, operands: [type], evaluate };
}

/** COLLATE: the same text in another collation of its charset, with the strongest coercibility. */
export function collate(collation: string): FunctionDefinition {
	return define("collate", 1, 1, ([operand], context) => {
		// NULL takes a collation of any charset.
		const { charset } = operand!.coercibility === 6 ? connectionEncoding(context) : encodingOf(operand!, context);
		const chosen = collationNamed(
			collation.toLowerCase() === "binary" && charset !== "binary" ? `${charset}_bin` : collation,
		);
		if (chosen === undefined) {
			throw sqlError("unknownCollation", encodeText(collation));
		}
		if (chosen.charset !== charset) {
			throw sqlError("collationCharsetMismatch", chosen.name, charset);
		}
		const encoding = { charset, collation: chosen.name };
		// The result is text: an ENUM or SET loses its number.
		const type =
			isText(operand!.type) && isCharacterType(operand!.type)
				? sqlType(operand!.type.name, { ...operand!.type, ...encoding })
				: textResult(textWidth(operand!.type), encoding);
		return {
			type,
			nullable: operand!.nullable,
			coercibility: 0,
			operands: [type],
			evaluate: (_evaluation, value) => value,
		};
	});
}
