/**
 * Assignment to JSON columns: parses text, makes scalars of numbers and dates, and refuses bytes (3144).
 */
import { sqlError } from "../../errors/catalogue.ts";
import { identity, type Converter } from "../convert/converter.ts";
import { toJsonScalar } from "../convert/convert-json.ts";
import { printedAs } from "../convert/convert-text.ts";
import { keepJson, quoteJson } from "../json/json.ts";
import { parseJson } from "../json/json-text.ts";
import { transcoder } from "../text/charset.ts";
import { replaceInvalid } from "../text/utf8.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

/**
 * Text must be a document, strict or not. Columns hold the kept form. Numbers and dates become scalars. Bytes are
 * refused with 3144; as measured they are read as text.
 */
export function assignJson(from: SqlType, columnName: string): Converter {
	const family = familyOf(from);
	if (family === "null") {
		return identity;
	}
	if (family === "json") {
		return identity;
	}
	if (family !== "bytes" && family !== "text" && family !== "enum" && family !== "set") {
		return toJsonScalar(from);
	}
	const recode = transcoder(from.charset, "utf8mb4");
	const print = printedAs(from, { ...from, name: "longtext" });
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		if (family === "bytes") {
			refuseBytes(evaluation);
		}
		const { tree, fault: wrong } = parseJson(recode(print === null ? (value as ByteString) : print(value)));
		if (tree === null) {
			throw sqlError("invalidJsonText", wrong.reason, wrong.position, columnName);
		}
		return keepJson(tree);
	};
}

/** A bare `x'4D'`: as measured a string of its bytes, not a document. */
export const assignBits: Converter = (value, evaluation) => {
	refuseBytes(evaluation);
	return value === null ? null : replaceInvalid(quoteJson(value as ByteString), "\\ufffd");
};

function refuseBytes({ session }: Evaluation): void {
	if (session.bytesAreText !== true) {
		throw sqlError("invalidJsonCharset", "binary");
	}
}
