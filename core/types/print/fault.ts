/**
 * Reports an invalid value assigned to a column: an error in strict mode, otherwise a warning.
 */
import { sqlError, type ErrorName } from "../../errors/catalogue.ts";
import { cutBytes } from "../text/characters.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { readable } from "./readable.ts";
import type { SqlType } from "../value/type.ts";
import { type ByteString, encodeText, type Value } from "../value/value.ts";

/** Bytes of a value that messages show. */
const shownBytes = 128;

/** Throws while a strict statement writes, otherwise warns. */
export function fault(evaluation: Evaluation, name: ErrorName, ...args: (ByteString | number)[]): void {
	if (evaluation.strictWrite) {
		throw sqlError(name, ...args);
	}
	evaluation.warn("Warning", name, ...args);
}

/** Reports a JSON value that is not a number. `source`: its column, or the function that made it. */
export function jsonFault(
	evaluation: Evaluation,
	wanted: "INTEGER" | "DECIMAL" | "DOUBLE",
	source: string,
	isTooLarge = false,
): void {
	fault(evaluation, isTooLarge ? "jsonOutOfRange" : "jsonNoNumber", wanted, encodeText(source), evaluation.rowNumber);
}

/** Prints a value for messages: in UTF-8, truncated. */
export function shown(value: Value, type: SqlType): ByteString {
	return cutBytes(readable(value, type, shownBytes), "utf8mb4", shownBytes);
}
