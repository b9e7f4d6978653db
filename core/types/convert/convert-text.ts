/**
 * Conversion to text and binary strings within expressions, implicit or by CAST(... AS CHAR) and BINARY.
 *
 * Prints the value, converts the charset and truncates to the length; BINARY(n) is padded with zero bytes.
 */
import { cutCharacters } from "../text/characters.ts";
import { charsetNamed, isSameText, transcoder } from "../text/charset.ts";
import { identity, type Converter } from "./converter.ts";
import { fault, shown } from "../print/fault.ts";
import { printer } from "../print/print.ts";
import { familyOf, isCharacterType, type SqlType } from "../value/type.ts";
import { firstIllFormed, mayBeIllFormed, shownIllFormed } from "../text/well-formed.ts";
import { textLength } from "../text/width.ts";
import type { ByteString, Value } from "../value/value.ts";
import { ownPart } from "../text/own-part.ts";

/** Bytes pass as they are, ill-formed or not: what comparisons need. */
export function toText(from: SqlType, to: SqlType): Converter {
	return from.name === "null" ? identity : printedTo(from, to);
}

/**
 * Conversion where the result is text: bytes that are none in the charset are NULL in strict mode, else cut before
 * the first such byte; warning 1300. As measured they pass.
 */
export function toWellFormedText(from: SqlType, to: SqlType): Converter {
	const convert = toText(from, to);
	if (!mayMakeNoText(from, to)) {
		return convert;
	}
	const charset = charsetNamed(to.charset)?.name ?? to.charset;
	return (value, evaluation) => {
		const text = convert(value, evaluation);
		const at = text === null ? -1 : firstIllFormed(text as ByteString, charset);
		if (at < 0 || evaluation.session.bytesAreText === true) {
			return text;
		}
		evaluation.warn("Warning", "invalidCharacterString", charset, shownIllFormed(text as ByteString, at));
		return evaluation.mode.strict ? null : ownPart(text as ByteString, 0, at);
	};
}

/** Whether bytes convert to text of a charset in which some are ill-formed. */
export function mayMakeNoText(from: SqlType, to: SqlType): boolean {
	const family = familyOf(from);
	return (family === "bytes" || family === "bit") && familyOf(to) === "text" && mayBeIllFormed(to.charset);
}

function printedTo(from: SqlType, to: SqlType): Converter {
	const convert = printedAs(from, to);
	const padding = to.name === "binary" && !(from.name === "binary" && from.length >= to.length);
	if (textLength(from) <= to.length && !padding) {
		return convert === null ? identity : (value) => (value === null ? null : convert(value));
	}
	const kind = to.charset === "binary" ? "BINARY" : "CHAR";
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const bytes = convert === null ? (value as ByteString) : convert(value);
		const cut = cutCharacters(bytes, to.charset, to.length);
		if (cut.length < bytes.length) {
			fault(evaluation, "truncatedWrongValue", `${kind}(${to.length})`, shown(value, from));
		}
		return padding ? cut.padEnd(to.length, "\0") : cut;
	};
}

/** Returns the printer in the target's charset; null if the value already is that text. */
export function printedAs(from: SqlType, to: SqlType): ((value: Value) => ByteString) | null {
	const family = familyOf(from);
	const charset = charsetOfText(from);
	const isText = family === "text" || family === "bytes";
	if (isText && isSameText(charset, to.charset)) {
		return null;
	}
	const print = printer(from);
	if (isText) {
		const recode = transcoder(charset, to.charset);
		return (value) => recode(value as ByteString);
	}
	const needsRecoding =
		isCharacterType(from) || family === "json"
			? !isSameText(charset, to.charset)
			: (charsetNamed(to.charset)?.minBytes ?? 1) > 1;
	if (!needsRecoding) {
		return print;
	}
	const recode = transcoder(charset, to.charset);
	return (value) => recode(print(value));
}

/** Returns the charset in which a type prints: numbers and dates in ASCII, JSON in utf8mb4. */
function charsetOfText(type: SqlType): string {
	switch (familyOf(type)) {
		case "text":
		case "enum":
		case "set":
			return type.charset;
		case "json":
			return "utf8mb4";
		case "bytes":
		case "bit":
			return "binary";
		default:
			return "ascii";
	}
}
