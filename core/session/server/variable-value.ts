/**
 * Converts a value to one that a user variable can store: numbers and text stay, dates, ENUM and SET become text, and
 * BIT a number.
 */
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { familyOf, sqlType } from "../../types/value/type.ts";
import { textLength } from "../../types/text/width.ts";

const ascii = { charset: "utf8mb4", collation: "utf8mb4_bin" };

const bits = sqlType("bigint", { unsigned: true });

export function variableValue(typed: TypedValue): TypedValue {
	const { type, value } = typed;
	const family = familyOf(type);
	if (family === "bit") {
		return { type: bits, value };
	}
	if (family !== "temporal" && family !== "enum" && family !== "set") {
		return typed;
	}
	const text = sqlType("varchar", {
		length: textLength(type),
		...(family === "temporal" ? ascii : { charset: type.charset, collation: type.collation }),
	});
	return { type: text, value: value === null ? null : printText(value, type) };
}
