/**
 * Assignment to CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB and JSON columns.
 *
 * Prints the value, converts the charset and checks the length: 1406 in strict mode, else 1265; excess trailing
 * spaces are dropped. Whether bytes are valid in the charset is decided by rules.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { countCharacters, cutBytes, cutCharacters } from "../text/characters.ts";
import { identity, type Converter } from "../convert/converter.ts";
import { printedAs } from "../convert/convert-text.ts";
import { toJsonScalar } from "../convert/convert-json.ts";
import { charsetNamed, isUnicode, lossFinder, transcoder } from "../text/charset.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault } from "../print/fault.ts";
import { shortenDouble } from "../numeric/float.ts";
import { printJson, quoteJson } from "../json/json.ts";
import { parseJson } from "../json/json-text.ts";
import { withoutTrailingSpaces } from "../text/pad.ts";
import { printer } from "../print/print.ts";
import { familyOf, sqlType, type SqlType } from "../value/type.ts";
import { replaceInvalid } from "../text/utf8.ts";
import type { ByteString, Value } from "../value/value.ts";

const asNumber = sqlType("bigint", { unsigned: true });

export function assignText(from: SqlType, to: SqlType, columnName: string): Converter {
	const convert = countedAs(from, to) ?? shortened(from, to) ?? printedAs(from, to);
	const limit = limiter(to, columnName);
	const check = lossCheck(from, to, columnName);
	const stripped = to.name === "char" && to.charset !== "binary" && charsetNamed(to.charset)?.minBytes === 1;
	if (convert !== null) {
		return (value, evaluation) => {
			if (value === null) {
				return null;
			}
			const converted = convert(value);
			check?.(value as ByteString, converted, evaluation);
			const bytes = limit(converted, evaluation);
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

type LossCheck = (given: ByteString, converted: ByteString, evaluation: Evaluation) => void;

/** 1366 where a character was converted to `?`; undefined where none can be. */
function lossCheck(from: SqlType, to: SqlType, columnName: string): LossCheck | undefined {
	if (familyOf(from) !== "text" || isUnicode(to.charset)) {
		return undefined;
	}
	const lost = lossFinder(from.charset, to.charset);
	return (given, converted, evaluation) => {
		const at = converted.includes("?") ? lost(given) : -1;
		if (at >= 0) {
			fault(evaluation, "wrongColumnValue", "string", beginningOf(given.slice(at)), columnName, evaluation.rowNumber);
		}
	};
}

/** Prints up to six bytes for messages. */
function beginningOf(bytes: ByteString): ByteString {
	const shown = bytes
		.slice(0, 6)
		.replace(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
	return bytes.length > 6 ? `${shown}...` : shown;
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
	return bytes.slice(0, length);
}

function padded(bytes: ByteString, length: number): ByteString {
	return bytes.padEnd(length, "\0");
}

function tooLong(columnName: string, evaluation: Evaluation): void {
	fault(evaluation, evaluation.strictWrite ? "dataTooLong" : "dataTruncated", columnName, evaluation.rowNumber);
}

/**
 * Text must be valid JSON, strict or not. Columns store the tagged form. Numbers and dates become scalars, binary
 * strings a string, as in all releases; MySQL refuses them with 3144, as JSON functions do here.
 */
export function assignJson(from: SqlType, columnName: string): Converter {
	const family = familyOf(from);
	if (family === "null") {
		return identity;
	}
	if (family === "json") {
		return identity;
	}
	if (family === "bytes") {
		return (value) => (value === null ? null : replaceInvalid(quoteJson(value as ByteString), "\\ufffd"));
	}
	if (family !== "text" && family !== "enum" && family !== "set") {
		return toJsonScalar(from);
	}
	const recode = transcoder(from.charset, "utf8mb4");
	const print = printedAs(from, { ...from, name: "longtext" });
	return (value: Value) => {
		if (value === null) {
			return null;
		}
		const { tree, fault: wrong } = parseJson(recode(print === null ? (value as ByteString) : print(value)));
		if (tree === null) {
			throw sqlError("invalidJsonText", wrong.reason, wrong.position, columnName);
		}
		return printJson(tree);
	};
}
