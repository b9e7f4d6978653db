/**
 * What a column gets where a statement gives it nothing.
 *
 * In: a column and the running statement. Out: its default, the current time, or the value its type implies; error or
 * warning 1364 where it has none. It refuses to know why nothing was given.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { joinDatetime } from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation.ts";
import { localSeconds } from "../../types/temporal/timezone.ts";
import { familyOf, type SqlType } from "../../types/type.ts";
import { encodeText, type Value } from "../../types/value.ts";

/**
 * The value of DEFAULT. Strict: 1364 where there is none; otherwise the implied value, with the same as a warning.
 */
export function columnDefault(column: Column, evaluation: Evaluation): Value {
	const constant = constantDefault(column);
	if (constant !== undefined) {
		return constant;
	}
	if (isTimed(column)) {
		return currentTimestamp(column.type, evaluation);
	}
	if (column.type.name === "enum") {
		// The first element stands for the default that nobody declared, and nobody is told.
		return impliedDefault(column);
	}
	if (evaluation.strictWrite) {
		throw sqlError("noDefault", encodeText(column.name));
	}
	evaluation.warn("Warning", "noDefault", encodeText(column.name));
	return impliedDefault(column);
}

/** The default that was declared and is the same whenever it is asked for; undefined where there is no such. */
export function constantDefault(column: Column): Value | undefined {
	if (column.record.generated !== undefined) {
		// Computed when the row is written.
		return null;
	}
	if (column.default.kind === "constant") {
		return column.default.value;
	}
	// An id is generated where none is given.
	return column.default.kind !== "now" && column.autoIncrement ? null : undefined;
}

/** Is the default the moment at which the statement began? */
export function isTimed(column: Column): boolean {
	return column.default.kind === "now" && column.record.generated === undefined;
}

/** What a NOT NULL column without a default begins with. */
export function impliedDefault(column: Column): Value {
	return column.nullable || column.autoIncrement ? null : column.type.name === "enum" ? 1 : zeroOf(column.type);
}

/** What a NOT NULL column holds in place of NULL. */
export function zeroOf(type: SqlType): Value {
	switch (familyOf(type)) {
		case "bytes":
			return type.name === "binary" ? "\0".repeat(type.length) : "";
		case "text":
			return "";
		case "json":
			return "null";
		default:
			return 0;
	}
}

/** The moment the statement began, as the column's type holds it. */
export function currentTimestamp(type: SqlType, evaluation: Evaluation): Value {
	const epochSeconds = Math.floor(evaluation.nowMicroseconds / 1e6);
	const microsecond = evaluation.nowMicroseconds - epochSeconds * 1e6;
	const seconds = localSeconds(epochSeconds, (at) => evaluation.offsetSeconds(at)) ?? 0;
	return joinDatetime(seconds, Math.floor(microsecond / 10 ** (6 - type.scale)), type.scale);
}
