/**
 * Assignment to CHAR, VARCHAR, TEXT, BINARY, VARBINARY and BLOB columns.
 *
 * Prints the value, converts the charset and checks the length: 1406 in strict mode, else 1265; excess trailing
 * spaces are dropped. Whether bytes are valid utf8 or utf8mb4 is decided by rules.
 */
import { countCharacters, cutBytes, cutCharacters } from "../text/characters.ts";
import type { Converter } from "../convert/converter.ts";
import { printedAs } from "../convert/convert-text.ts";
import { charsetNamed, isUtf8, lossFinder, transcoder } from "../text/charset.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault } from "../print/fault.ts";
import { shortenDouble } from "../numeric/float.ts";
import { withoutTrailingSpaces } from "../text/pad.ts";
import { printer } from "../print/print.ts";
import { beginningOf } from "../print/readable.ts";
import { familyOf, sqlType, type SqlType } from "../value/type.ts";
import { firstIllFormed, mayBeIllFormed } from "../text/well-formed.ts";
import type { ByteString, Value } from "../value/value.ts";
import { ownPart } from "../text/own-part.ts";

const asNumber = sqlType("bigint", { unsigned: true });

export function assignText(from: SqlType, to: SqlType, columnName: string): Converter {
	const convert = countedAs(from, to) ?? shortened(from, to) ?? printedAs(from, to);
	const limit = limiter(to, columnName);
	const stripped = to.name === "char" && to.charset !== "binary" && charsetNamed(to.charset)?.minBytes === 1;
	if (convert !== null) {
		const check = lossCheck(from, to, columnName) ?? illFormedCheck(from, to, columnName);
		return (value, evaluation) => {
			if (value === null) {
				return null;
			}
			const converted = convert(value);
			const bytes = limit(check?.(value as ByteString, converted, evaluation) ?? converted, evaluation);
			return stripped ? withoutTrailingSpaces(bytes) : bytes;
		};
	}
	const check = illFormedCheck(from, to, columnName);
	if (check !== undefined) {
		return (value, evaluation) => {
			if (value === null) {
				return null;
			}
			const bytes = limit(check(value as ByteString, value as ByteString, evaluation), evaluation);
			return stripped ? withoutTrailingSpaces(bytes) : bytes;
		};
	}
	if (stripped) {
		return (value, evaluation) =>
			value === null ? null : withoutTrailingSpaces(limit(value as ByteString, evaluation));
	}
	return (value, evaluation) => (value === null ? null : limit(value as ByteString, evaluation));
}

/** BIT and YEAR are assigned to CHAR and VARCHAR as numbers, to TEXT and BLOB as printed. */
function countedAs(from: SqlType, to: SqlType): ((value: Value) => ByteString) | null {
	const isCounted = from.name === "bit" || from.name === "year";
	return isCounted && !to.name.endsWith("text") && !to.name.endsWith("blob")
		? (printedAs(asNumber, to) ?? String)
		: null;
}

/** A DOUBLE that is too long is printed with fewer digits instead of being truncated. */
function shortened(from: SqlType, to: SqlType): ((value: Value) => ByteString) | null {
	const isCounted = to.name === "char" || to.name === "varchar";
	if (!isCounted || familyOf(from) !== "float" || from.zerofill) {
		return null;
	}
	const recode = transcoder("ascii", to.charset);
	const print = printer(from);
	return (value) => recode(shortenDouble(print(value), value as number, to.length));
}

/** Returns what is stored of the converted text. */
type TextCheck = (given: ByteString, converted: ByteString, evaluation: Evaluation) => ByteString;

/** 1366 where a character was converted to `?`; undefined where none can be. */
function lossCheck(from: SqlType, to: SqlType, columnName: string): TextCheck | undefined {
	if (familyOf(from) !== "text" || familyOf(to) !== "text") {
		return undefined;
	}
	const lost = lossFinder(from.charset, to.charset);
	return (given, converted, evaluation) => {
		const at = converted.includes("?") ? lost(given) : -1;
		if (at >= 0) {
			wrongText(given.slice(at), columnName, evaluation);
		}
		return converted;
	};
}

/**
 * 1366 where bytes that pass unconverted are no text of the column's charset; without strict mode text is cut there.
 * Of utf8 and utf8mb4 the rules decide.
 */
function illFormedCheck(from: SqlType, to: SqlType, columnName: string): TextCheck | undefined {
	const passes = familyOf(from) === "bytes" || familyOf(from) === "bit" || familyOf(from) === "text";
	if (!passes || familyOf(to) !== "text" || isUtf8(to.charset) || !mayBeIllFormed(to.charset)) {
		return undefined;
	}
	return (_given, converted, evaluation) => {
		const at = firstIllFormed(converted, to.charset);
		if (at < 0) {
			return converted;
		}
		wrongText(converted.slice(at), columnName, evaluation);
		return ownPart(converted, 0, at);
	};
}

function wrongText(rest: ByteString, columnName: string, evaluation: Evaluation): void {
	fault(evaluation, "wrongColumnValue", "string", beginningOf(rest), columnName, evaluation.rowNumber);
}

type Limiter = (bytes: ByteString, evaluation: Evaluation) => ByteString;

/** Truncates and reports excess length. CHAR and VARCHAR count characters, TEXT and binary strings bytes. */
function limiter(to: SqlType, columnName: string): Limiter {
	const { length, charset } = to;
	if (familyOf(to) === "bytes") {
		return to.name === "binary"
			? (bytes, evaluation) =>
					bytes.length === length ? bytes : padded(cutExactly(bytes, length, columnName, evaluation), length)
			: (bytes, evaluation) => (bytes.length <= length ? bytes : cutExactly(bytes, length, columnName, evaluation));
	}
	const inBytes = to.name.endsWith("text");
	const cut = inBytes ? cutBytes : cutCharacters;
	return (bytes, evaluation) => {
		if (bytes.length <= length || (!inBytes && countCharacters(bytes, charset) <= length)) {
			return bytes;
		}
		const kept = cut(bytes, charset, length);
		if (withoutTrailingSpaces(bytes).length > kept.length) {
			tooLong(columnName, evaluation);
		} else if (to.name !== "char") {
			evaluation.warn("Note", "dataTruncated", columnName, evaluation.rowNumber);
		}
		return kept;
	};
}

function cutExactly(bytes: ByteString, length: number, columnName: string, evaluation: Evaluation): ByteString {
	if (bytes.length > length) {
		tooLong(columnName, evaluation);
	}
	return ownPart(bytes, 0, length);
}

function padded(bytes: ByteString, length: number): ByteString {
	return bytes.padEnd(length, "\0");
}

function tooLong(columnName: string, evaluation: Evaluation): void {
	fault(evaluation, evaluation.strictWrite ? "dataTooLong" : "dataTruncated", columnName, evaluation.rowNumber);
}
