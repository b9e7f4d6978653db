/**
 * JSON parser: a document's UTF-8 bytes to its tree, or the reason and byte position of the first error.
 *
 * Reasons are in the words that error 3140 quotes; errors 3157 and 3151 are for a document that is too deep (100
 * levels) or has too long a name. Invalid bytes become U+FFFD.
 */
import { shortLength, work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { digitsEnd } from "../numeric/number-text.ts";
import { parseDecimal } from "../numeric/decimal.ts";
import {
	greatestDepth,
	jsonFalse,
	jsonNull,
	jsonObject,
	jsonString,
	jsonTrue,
	kindLetters,
	kindMark,
	type JsonTree,
} from "./json.ts";
import { maxUnsigned, minSigned } from "../numeric/integer.ts";
import { encodeCodePoint, replaceInvalid } from "../text/utf8.ts";
import { canonical, type ByteString } from "../value/value.ts";
import { ownPart } from "../text/own-part.ts";

interface JsonFault {
	readonly reason: string;
	readonly position: number;
}

type ParsedJson =
	| { readonly tree: JsonTree; readonly fault: null }
	| { readonly tree: null; readonly fault: JsonFault };

/** Thrown within this file only. */
class NotJson extends Error {
	readonly position: number;

	constructor(reason: string, position: number) {
		super(reason);
		this.position = position;
	}
}

/** Maximum length of a member's name, in bytes. */
const longestName = 65535;

/** Of work: a document's tree is made and collected again. */
const unitsOfByte = 8;

interface Reader {
	readonly bytes: ByteString;
	/** The text is in the tagged form: marks give the kind of the next scalar. */
	readonly isKept: boolean;
	at: number;
}

export function parseJson(bytes: ByteString): ParsedJson {
	return parse(replaceInvalid(bytes, "\xef\xbf\xbd"), false);
}

/** Parses a JSON value in the tagged form; stored values are always valid. */
export function treeOf(value: ByteString): JsonTree {
	return parse(replaceInvalid(value, "\xef\xbf\xbd"), true).tree ?? jsonNull;
}

function parse(bytes: ByteString, isKept: boolean): ParsedJson {
	if (bytes.length > shortLength) {
		work.units += unitsOfByte * bytes.length;
	}
	try {
		return { tree: readDocument({ bytes, isKept, at: 0 }), fault: null };
	} catch (error) {
		if (error instanceof NotJson) {
			return { tree: null, fault: { reason: error.message, position: error.position } };
		}
		throw error;
	}
}

function readDocument(reader: Reader): JsonTree {
	skipSpace(reader);
	if (reader.at === reader.bytes.length) {
		throw new NotJson("The document is empty.", reader.at);
	}
	const tree = readValue(reader, 0);
	skipSpace(reader);
	if (reader.at < reader.bytes.length) {
		throw new NotJson("The document root must not be followed by other values.", reader.at);
	}
	return tree;
}

function skipSpace(reader: Reader): void {
	for (;;) {
		const byte = reader.bytes.charCodeAt(reader.at);
		if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
			return;
		}
		reader.at++;
	}
}

function readValue(reader: Reader, depth: number): JsonTree {
	if (depth > greatestDepth) {
		throw sqlError("jsonTooDeep");
	}
	switch (reader.bytes[reader.at]) {
		case "{":
			return readObject(reader, depth);
		case "[":
			return readArray(reader, depth);
		case '"':
			return jsonString(readString(reader));
		case "t":
			return readWord(reader, "true", jsonTrue);
		case "f":
			return readWord(reader, "false", jsonFalse);
		case "n":
			return readWord(reader, "null", jsonNull);
		case kindMark:
			return reader.isKept ? readForeign(reader) : readNumber(reader);
		default:
			return readNumber(reader);
	}
}

/** Parses a scalar after a mark. */
function readForeign(reader: Reader): JsonTree {
	const kind = kindsByLetter.get(reader.bytes[reader.at + 1]!)!;
	reader.at += 2;
	if (kind !== "decimal" && kind !== "double") {
		return { kind, text: readString(reader) };
	}
	const start = reader.at;
	readNumber(reader);
	if (kind === "double") {
		return { kind, value: Number(reader.bytes.slice(start, reader.at)) };
	}
	return { kind, ...parseDecimal(reader.bytes.slice(start, reader.at)) };
}

const kindsByLetter = new Map(
	Object.entries(kindLetters).map(([kind, letter]) => [letter, kind as keyof typeof kindLetters]),
);

function readWord(reader: Reader, word: string, tree: JsonTree): JsonTree {
	for (const letter of word) {
		if (reader.bytes[reader.at] !== letter) {
			throw new NotJson("Invalid value.", reader.at);
		}
		reader.at++;
	}
	return tree;
}

function readObject(reader: Reader, depth: number): JsonTree {
	const members: [ByteString, JsonTree][] = [];
	reader.at++;
	skipSpace(reader);
	if (reader.bytes[reader.at] === "}") {
		reader.at++;
		return jsonObject(members);
	}
	for (;;) {
		if (reader.bytes[reader.at] !== '"') {
			throw new NotJson("Missing a name for object member.", reader.at);
		}
		const key = readString(reader);
		if (key.length > longestName) {
			throw sqlError("jsonKeyTooBig");
		}
		skipSpace(reader);
		if (reader.bytes[reader.at] !== ":") {
			throw new NotJson("Missing a colon after a name of object member.", reader.at);
		}
		reader.at++;
		skipSpace(reader);
		members.push([key, readValue(reader, depth + 1)]);
		skipSpace(reader);
		const next = reader.bytes[reader.at];
		if (next !== "," && next !== "}") {
			throw new NotJson("Missing a comma or '}' after an object member.", reader.at);
		}
		reader.at++;
		if (next === "}") {
			return jsonObject(members);
		}
		skipSpace(reader);
	}
}

function readArray(reader: Reader, depth: number): JsonTree {
	const items: JsonTree[] = [];
	reader.at++;
	skipSpace(reader);
	if (reader.bytes[reader.at] === "]") {
		reader.at++;
		return { kind: "array", items };
	}
	for (;;) {
		items.push(readValue(reader, depth + 1));
		skipSpace(reader);
		const next = reader.bytes[reader.at];
		if (next !== "," && next !== "]") {
			throw new NotJson("Missing a comma or ']' after an array element.", reader.at);
		}
		reader.at++;
		if (next === "]") {
			return { kind: "array", items };
		}
		skipSpace(reader);
	}
}

const escaped: Readonly<Record<string, string>> = {
	'"': '"',
	"\\": "\\",
	"/": "/",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
};

function readString(reader: Reader): ByteString {
	let text = "";
	let start = ++reader.at;
	for (;;) {
		const byte = reader.bytes.charCodeAt(reader.at);
		if (byte === 0x22) {
			text += ownPart(reader.bytes, start, reader.at++);
			return text;
		}
		if (Number.isNaN(byte)) {
			throw new NotJson("Missing a closing quotation mark in string.", reader.at);
		}
		if (byte < 0x20) {
			throw new NotJson("Invalid encoding in string.", reader.at);
		}
		if (byte === 0x5c) {
			text += ownPart(reader.bytes, start, reader.at) + readEscape(reader);
			start = reader.at;
		} else {
			reader.at++;
		}
	}
}

function readEscape(reader: Reader): ByteString {
	const start = reader.at;
	const letter = reader.bytes[start + 1] ?? "";
	if (letter !== "u") {
		const meant = escaped[letter];
		if (meant === undefined) {
			throw new NotJson("Invalid escape character in string.", start);
		}
		reader.at += 2;
		return meant;
	}
	const unit = readHex(reader, start + 2);
	reader.at = start + 6;
	if (unit < 0xd800 || unit > 0xdfff) {
		return encodeCodePoint(unit);
	}
	const low = reader.bytes.startsWith("\\u", reader.at) && unit < 0xdc00 ? readHex(reader, reader.at + 2) : 0;
	if (low < 0xdc00 || low > 0xdfff) {
		throw new NotJson("The surrogate pair in string is invalid.", start);
	}
	reader.at += 6;
	return encodeCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
}

function readHex(reader: Reader, at: number): number {
	const digits = reader.bytes.slice(at, at + 4);
	if (!/^[0-9a-f]{4}$/i.test(digits)) {
		throw new NotJson("Incorrect hex digit after \\u escape in string.", at - 2);
	}
	return Number.parseInt(digits, 16);
}

function readNumber(reader: Reader): JsonTree {
	const { bytes, at: start } = reader;
	const first = bytes[start] === "-" ? start + 1 : start;
	const wholeEnd = bytes[first] === "0" ? first + 1 : digitsEnd(bytes, first);
	if (wholeEnd === first) {
		throw new NotJson("Invalid value.", first);
	}
	let end = wholeEnd;
	if (bytes[end] === ".") {
		end = digitsEnd(bytes, wholeEnd + 1);
		if (end === wholeEnd + 1) {
			throw new NotJson("Miss fraction part in number.", end);
		}
	}
	if (bytes[end] === "e" || bytes[end] === "E") {
		const digits = bytes[end + 1] === "+" || bytes[end + 1] === "-" ? end + 2 : end + 1;
		end = digitsEnd(bytes, digits);
		if (end === digits) {
			throw new NotJson("Miss exponent in number.", end);
		}
	}
	reader.at = end;
	return numberOf(bytes.slice(start, end), end === wholeEnd, start, reader.isKept);
}

/** So many characters are an integer that a double holds exactly. */
const safeDigits = 15;
/** A longer integer is a double: 20 digits, or 19 and a sign. */
const mostDigits = 20;

/** As older versions stored a double without a fraction. */
function isWholeDouble(text: string): boolean {
	return /^-?\d+\.0$/.test(text);
}

/** `isKept`: a fraction that no double prints as is a DECIMAL's, stored without its mark by older versions. */
function numberOf(text: string, whole: boolean, position: number, isKept: boolean): JsonTree {
	if (whole && text.length <= safeDigits) {
		return { kind: "integer", value: Number(text) + 0 };
	}
	if (whole && text.length <= mostDigits) {
		const integer = BigInt(text);
		if (integer >= minSigned && integer <= maxUnsigned) {
			return { kind: "integer", value: canonical(integer) };
		}
	}
	const value = Number(text);
	if (!Number.isFinite(value)) {
		throw new NotJson("Number too big to be stored in double.", position);
	}
	if (isKept && !whole && String(value) !== text && !/e/i.test(text) && !isWholeDouble(text)) {
		return { kind: "decimal", ...parseDecimal(text) };
	}
	return { kind: "double", value: value + 0 };
}
