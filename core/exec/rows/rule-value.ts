/**
 * Values as rules receive them: numbers as numbers, NULL as null, all else as printed, in the column's charset.
 */
import type { RuleValue } from "../../rules/insert-check.ts";
import { printText } from "../../types/print/print.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { canonical, type Value } from "../../types/value/value.ts";

export function ruleValue(value: Value, type: SqlType): RuleValue {
	if (value === null) {
		return null;
	}
	switch (familyOf(type)) {
		case "integer":
		case "float":
		case "bit":
			return typeof value === "bigint" ? canonical(value) : value;
		case "text":
		case "bytes":
			return typeof value === "string" ? value : printText(value, type);
		default:
			return printText(value, type);
	}
}
