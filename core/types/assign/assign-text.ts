/**
 * Assignment to CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB and JSON columns.
 *
 * In: both types and the column's name. Out: a converter that prints, changes the charset and checks the length: 1406
 * in strict mode, else 1265. Excess spaces at the end do not count. Whether bytes are valid in the charset is not
 * asked here: rules decide that.
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

/** BIT and YEAR go into CHAR and VARCHAR as the number they are, into TEXT and BLOB as they show. */
function countedAs(from: SqlType, to: SqlType): ((value: Value) => ByteString) | null {
	const isCounted = from.name === "bit" || from.name === "year";
	return isCounted && !to.name.endsWith("text") && !to.name.endsWith("blob")
		? (printedAs(asNumber, to) ?? String)
		: null;
}

/** A DOUBLE on its way into so many characters gives up digits rather than its end. */
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

/** 1366 where a character has become `?` on its way; undefined where none can. */
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

/** Up to six bytes as messages show them. */
function beginningOf(bytes: ByteString): ByteString {
	const shown = bytes
		.slice(0, 6)
		.replace(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
	return bytes.length > 6 ? `${shown}...` : shown;
}

type Limiter = (bytes: ByteString, evaluation: Evaluation) => ByteString;

/** Cuts what is too long and says so. CHAR and VARCHAR count characters, TEXT and bytes count bytes. */
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
 * Text must be a document, strict or not. Columns hold the kept form. Numbers and dates become scalars, bytes a
 * string, as all releases do it; MySQL refuses bytes with 3144, as functions of documents do here.
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
