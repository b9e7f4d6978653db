/**
 * Parses literals: numbers, strings, hex and bit strings, dates, NULL, TRUE and FALSE.
 *
 * Text stays bytes; the planner decides its charset.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { type ByteString, canonical } from "../../../types/value/value.ts";
import { introducedCharset } from "../../keywords.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Literal } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";

const largestInteger = 18446744073709551615n;

export function literal(cursor: Cursor): Literal | undefined {
	switch (cursor.kind) {
		case TokenKind.integer:
			return cursor.noteLiteral(cursor.at, integerLiteral(cursor));
		case TokenKind.string:
			return cursor.noteLiteral(cursor.at, { kind: "literal", type: "string", bytes: stringRun(cursor) });
		case TokenKind.decimal:
			return cursor.noteLiteral(cursor.at, { kind: "literal", type: "decimal", text: take(cursor) });
		case TokenKind.double:
			return cursor.noteLiteral(cursor.at, doubleLiteral(cursor));
		case TokenKind.hex:
		case TokenKind.bit:
			return bitString(cursor);
		case TokenKind.nationalString:
			return nationalLiteral(cursor);
		case TokenKind.introducer:
			return introducedLiteral(cursor);
		case TokenKind.name:
			return cursor.word === "" ? undefined : temporalLiteral(cursor);
		case TokenKind.reserved:
			return wordLiteral(cursor);
		default:
			return undefined;
	}
}

/** Whether a signed number follows, as DEFAULT allows. */
export function isSignedNumber(cursor: Cursor): boolean {
	const kind = cursor.kindAhead(1);
	return (
		(cursor.is("-") || cursor.is("+")) &&
		(kind === TokenKind.integer || kind === TokenKind.decimal || kind === TokenKind.double)
	);
}

function take(cursor: Cursor): string {
	const text = cursor.written;
	cursor.at++;
	return text;
}

/** Of the largest integer; a number of a million digits takes a second to read. */
const mostDigits = 20;

function integerLiteral(cursor: Cursor): Literal {
	const text = take(cursor);
	if (text.length < 16) {
		return { kind: "literal", type: "integer", value: Number(text), text };
	}
	const digits = text.replace(/^0+(?=\d)/, "");
	const value = digits.length > mostDigits ? undefined : BigInt(digits);
	return value !== undefined && value <= largestInteger
		? { kind: "literal", type: "integer", value: canonical(value), text }
		: { kind: "literal", type: "decimal", text };
}

function doubleLiteral(cursor: Cursor): Literal {
	const text = take(cursor);
	const value = Number(text);
	if (!Number.isFinite(value)) {
		throw sqlError("illegalValueForType", "double", text);
	}
	return { kind: "literal", type: "double", value, text };
}

/** A string and adjacent strings, which are concatenated. */
function stringRun(cursor: Cursor): ByteString {
	let bytes = cursor.stringBytes();
	while (cursor.isString) {
		bytes += cursor.stringBytes();
	}
	return bytes;
}

/** `x'4142'`, `0x4142`, `b'01'`, `0b01` */
function bitString(cursor: Cursor, charset?: string): Literal {
	const type = cursor.kind === TokenKind.hex ? "hex" : "bit";
	const text = take(cursor);
	const digits = text[0] === "0" ? text.slice(2) : text.slice(2, -1);
	const bytes = type === "hex" ? bytesOfHex(digits) : bytesOfBits(digits);
	return charset === undefined
		? { kind: "literal", type, bytes, text }
		: { kind: "literal", type, bytes, charset, text };
}

function bytesOfHex(digits: string): ByteString {
	return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex").toString("latin1");
}

function bytesOfBits(digits: string): ByteString {
	const padded = digits.padStart(Math.ceil(digits.length / 8) * 8, "0");
	let bytes = "";
	for (let at = 0; at < padded.length; at += 8) {
		bytes += String.fromCharCode(Number.parseInt(padded.slice(at, at + 8), 2));
	}
	return bytes;
}

/** `N'...'`: the string begins after the letter. */
function nationalLiteral(cursor: Cursor): Literal {
	let bytes = cursor.nationalBytes();
	if (cursor.isString) {
		bytes += stringRun(cursor);
	}
	return { kind: "literal", type: "string", bytes, national: true };
}

function introducedLiteral(cursor: Cursor): Literal | undefined {
	const next = cursor.kindAhead(1);
	const charset = introducedCharset(cursor.written);
	if (next === TokenKind.string) {
		cursor.at++;
		return { kind: "literal", type: "string", bytes: stringRun(cursor), charset };
	}
	if (next === TokenKind.hex || next === TokenKind.bit) {
		cursor.at++;
		return bitString(cursor, charset);
	}
	return undefined;
}

/** `date '2019-01-31'` and the like: only if a string follows. */
function temporalLiteral(cursor: Cursor): Literal | undefined {
	const type = cursor.word;
	if ((type !== "date" && type !== "time" && type !== "timestamp") || cursor.kindAhead(1) !== TokenKind.string) {
		return undefined;
	}
	cursor.at++;
	return { kind: "literal", type, text: cursor.stringBytes() };
}

function wordLiteral(cursor: Cursor): Literal | undefined {
	switch (cursor.word) {
		case "null":
			cursor.at++;
			return { kind: "literal", type: "null" };
		case "true":
			cursor.at++;
			return { kind: "literal", type: "boolean", value: true };
		case "false":
			cursor.at++;
			return { kind: "literal", type: "boolean", value: false };
		default:
			return undefined;
	}
}
