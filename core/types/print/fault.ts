/**
 * Reports a bad value on its way into a column: an error in strict mode, else a warning.
 */
import { sqlError, type ErrorName } from "../../errors/catalogue.ts";
import { convertText } from "../text/charset.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { printText } from "./print.ts";
import { isCharacterType, type SqlType } from "../value/type.ts";
import { type ByteString, encodeText, type Value } from "../value/value.ts";

/** Messages show no more of a value than this. */
const shownBytes = 128;

/** Throws while a strict statement writes, else warns. */
export function fault(evaluation: Evaluation, name: ErrorName, ...args: (ByteString | number)[]): void {
	if (evaluation.strictWrite) {
		throw sqlError(name, ...args);
	}
	evaluation.warn("Warning", name, ...args);
}

/** A JSON value that is no number. `source`: the column it is of, or the function that made it. */
export function jsonFault(
	evaluation: Evaluation,
	wanted: "INTEGER" | "DECIMAL" | "DOUBLE",
	source: string,
	isTooLarge = false,
): void {
	fault(evaluation, isTooLarge ? "jsonOutOfRange" : "jsonNoNumber", wanted, encodeText(source), evaluation.rowNumber);
}

/** A value as messages show it: printed, in UTF-8, not too long. */
export function shown(value: Value, type: SqlType): ByteString {
	const text = printText(value, type) ?? "NULL";
	const readable = isCharacterType(type) ? convertText(text, type.charset, "utf8mb4") : text;
	return readable.length > shownBytes ? readable.slice(0, shownBytes) : readable;
}
