/**
 * Line printer: rows as lines that `line-reader.ts` reads.
 *
 * Text that would be read as a separator, a quote or an escape is escaped; without an escape character it is written
 * unchanged, as in MySQL.
 */
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { isSameText, lossFinder, transcoder } from "../../types/text/charset.ts";
import { printer } from "../../types/print/print.ts";
import { familyOf, isCharacterType, type SqlType } from "../../types/value/type.ts";
import { fixedBytes } from "../../types/text/width.ts";
import type { ByteString, Row, Value } from "../../types/value/value.ts";
import { ambiguousWidth, type FileFormat } from "./format.ts";

export type PrintLine = (row: Row) => ByteString;
type PrintValue = (value: Value) => ByteString;

/** Called with the column's name and the rest of a text whose first character the file's charset does not have. */
export type NoteLoss = (column: string, rest: ByteString) => void;

export function linePrinter(columns: readonly ResultColumn[], format: FileFormat, noteLoss: NoteLoss): PrintLine {
	const fields = columns.map(({ type, name }) => {
		const print = valuePrinter(type, format.charset, (rest) => noteLoss(name, rest));
		return format.separator === "" ? fixedPrinter(type, print) : fieldPrinter(type, format, print);
	});
	const { linePrefix, separator, lineEnd } = format;
	return (row) => {
		let line = linePrefix;
		for (let at = 0; at < fields.length; at++) {
			line += (at === 0 ? "" : separator) + fields[at]!(row[at] as Value);
		}
		return line + lineEnd;
	};
}

/** Prints a value in the file's charset. */
export function valuePrinter(type: SqlType, charset: string, noteLoss?: (rest: ByteString) => void): PrintValue {
	const print = printer(type);
	if (charset === "binary" || !isCharacterType(type) || isSameText(type.charset, charset)) {
		return print;
	}
	const convert = transcoder(type.charset, charset);
	const lost = lossFinder(type.charset, charset);
	return (value) => {
		const text = print(value);
		const converted = convert(text);
		const at = noteLoss !== undefined && converted.includes("?") ? lost(text) : -1;
		if (at >= 0) {
			noteLoss?.(text.slice(at));
		}
		return converted;
	};
}

/** Pads with spaces; nothing is escaped, and NULL is all spaces. */
function fixedPrinter(type: SqlType, print: PrintValue): PrintValue {
	const bytes = fixedBytes(type);
	return (value) => (value === null ? "" : print(value)).padEnd(bytes, " ");
}

function fieldPrinter(type: SqlType, format: FileFormat, print: PrintValue): PrintValue {
	const { enclosure, optional, escape } = format;
	const isText = !["integer", "decimal", "float"].includes(familyOf(type));
	const quote = optional && !isText ? "" : enclosure;
	const escaped = escape === "" || !isText ? (text: ByteString) => text : escaper(format, quote, type);
	const none = escape === "" ? "NULL" : `${escape}N`;
	return (value) => (value === null ? none : quote + escaped(print(value)) + quote);
}

/**
 * Escapes NUL (as `0`), escapes, the first byte of the line end, and quotes, or separators where there are none; not
 * bytes within a character.
 */
function escaper(
	{ charset, escape, lineEnd, separator }: FileFormat,
	quote: ByteString,
	type: SqlType,
): (text: ByteString) => ByteString {
	const width = isCharacterType(type) ? ambiguousWidth(charset === "binary" ? type.charset : charset) : undefined;
	const special = new Set(["\0", escape, lineEnd[0]!, quote === "" ? separator[0]! : quote]);
	return (text) => {
		let printed = "";
		let from = 0;
		for (let at = 0; at < text.length; at += width?.(text, at) ?? 1) {
			const byte = text[at]!;
			if (special.has(byte)) {
				printed += `${text.slice(from, at)}${mark(byte, escape, quote, separator)}${byte === "\0" ? "0" : byte}`;
				from = at + 1;
			}
		}
		return from === 0 ? text : printed + text.slice(from);
	};
}

/** A quote that an escape would turn into another byte (`n` into a newline) is doubled. */
function mark(byte: ByteString, escape: ByteString, quote: ByteString, separator: ByteString): ByteString {
	const sign = quote === "" ? separator[0]! : quote;
	return byte === sign && "ntrb0ZN".includes(sign) ? sign : escape;
}
