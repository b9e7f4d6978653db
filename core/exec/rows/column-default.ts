/**
 * Default value of a column: declared, current time, or implied by its type; error or warning 1364 without one.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { joinDatetime } from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { localSeconds } from "../../types/temporal/timezone.ts";
import { familyOf, isSpatialType, type SqlType } from "../../types/value/type.ts";
import { encodeText, type Value } from "../../types/value/value.ts";

/** Returns the value of DEFAULT. Without one: 1364 in strict mode, else the implied value with a warning. */
export function columnDefault(column: Column, evaluation: Evaluation): Value {
	const constant = constantDefault(column);
	if (constant !== undefined) {
		return constant;
	}
	if (isTimed(column)) {
		return currentTimestamp(column.type, evaluation);
	}
	if (column.type.name === "enum") {
		// The first ENUM element is the implicit default, without a warning.
		return impliedDefault(column);
	}
	// No geometry is implied.
	if (evaluation.strictWrite || (isSpatialType(column.type) && !column.nullable)) {
		throw sqlError("noDefault", encodeText(column.name));
	}
	evaluation.warn("Warning", "noDefault", encodeText(column.name));
	return impliedDefault(column);
}

/** Returns the declared default if it is constant; else undefined. */
export function constantDefault(column: Column): Value | undefined {
	if (column.record.generated !== undefined) {
		// Computed when the row is written.
		return null;
	}
	if (column.default.kind === "constant") {
		return column.default.value;
	}
	// An id is generated if none is given.
	return column.default.kind !== "now" && column.autoIncrement ? null : undefined;
}

/** True for DEFAULT CURRENT_TIMESTAMP. */
export function isTimed(column: Column): boolean {
	return column.default.kind === "now" && column.record.generated === undefined;
}

/** Initial value of a NOT NULL column without a default. */
export function impliedDefault(column: Column): Value {
	return column.nullable || column.autoIncrement ? null : column.type.name === "enum" ? 1 : zeroOf(column.type);
}

/** Replacement of NULL in a NOT NULL column. */
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

/** Returns the start time of the statement in the column's type. */
export function currentTimestamp(type: SqlType, evaluation: Evaluation): Value {
	const epochSeconds = Math.floor(evaluation.nowMicroseconds / 1e6);
	const microsecond = evaluation.nowMicroseconds - epochSeconds * 1e6;
	const seconds = localSeconds(epochSeconds, (at) => evaluation.offsetSeconds(at)) ?? 0;
	return joinDatetime(seconds, Math.floor(microsecond / 10 ** (6 - type.scale)), type.scale);
}
