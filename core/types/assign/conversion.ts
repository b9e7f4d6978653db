/**
 * Conversion of values between types, within expressions and into columns: chooses a `Converter` once.
 *
 * `identity` where there is nothing to do. The conversions of each family are in `convert-*.ts` and `assign-*.ts`.
 */
import { identity, type Converter } from "../convert/converter.ts";
import { toDecimal } from "../convert/convert-decimal.ts";
import { toDouble } from "../convert/convert-float.ts";
import { toInteger } from "../convert/convert-integer.ts";
import { toJson } from "../convert/convert-json.ts";
import { toTemporal } from "../convert/convert-temporal.ts";
import { mayMakeNoText, toText, toWellFormedText } from "../convert/convert-text.ts";
import { assignGeometry } from "./assign-geometry.ts";
import { assignJson } from "./assign-document.ts";
import { assignElement } from "./assign-element.ts";
import { numberTextOfJson } from "./assign-json.ts";
import { assignBit, assignDecimal, assignFloat, assignInteger } from "./assign-number.ts";
import { assignTemporal } from "./assign-temporal.ts";
import { assignText } from "./assign-text.ts";
import { temporalComparisonTypes } from "../convert/temporal-comparison.ts";
import { familyOf, isSpatialType, sqlType, type SqlType } from "../value/type.ts";
import { encodeText, type ByteString } from "../value/value.ts";

export { identity, type Converter } from "../convert/converter.ts";

/**
 * Returns the conversion within expressions, implicit or CAST. Invalid values give warnings, and errors where a
 * strict statement writes. `label`: the expression's name in a range warning; `source`: the column or function of
 * JSON.
 */
export function converter(from: SqlType, to: SqlType, label = "", source = ""): Converter {
	if (from === to || from.name === "null") {
		return identity;
	}
	switch (familyOf(to)) {
		case "null":
			return identity;
		case "integer":
		case "bit":
			return toInteger(from, to, source);
		case "decimal":
			return toDecimal(from, to, label, source);
		case "float":
			return toDouble(from, source);
		case "temporal":
			return toTemporal(from, to, temporalComparisonTypes(to));
		case "text":
		case "bytes":
			return toText(from, to);
		case "enum":
		case "set":
			return assignElement(from, to, label);
		case "json":
			return toJson(from);
	}
}

/** The same where the result of an expression is made: text that is ill-formed is NULL (1300). */
export function resultConverter(from: SqlType, to: SqlType, label = "", source = ""): Converter {
	return mayMakeNoText(from, to) ? toWellFormedText(from, to) : converter(from, to, label, source);
}

/** Text of a JSON value that holds a number. */
const numberText = sqlType("longtext", { charset: "utf8mb4", collation: "utf8mb4_bin" });

/**
 * Returns the conversion into a column. Invalid values are errors in strict mode, else clipped with a warning.
 * `source`: the column or function of JSON.
 */
export function storeConverter(from: SqlType, to: SqlType, columnName: string, source = ""): Converter {
	if (from.name === "null") {
		return identity;
	}
	const family = familyOf(to);
	// As messages quote it.
	const quotedName = encodeText(columnName);
	if (
		from.name === "json" &&
		(family === "integer" || family === "bit" || family === "decimal" || family === "float")
	) {
		const text = numberTextOfJson(to, source);
		const store = storeConverter(numberText, to, columnName);
		return (value, evaluation) => (value === null ? null : store(text(value as ByteString, evaluation), evaluation));
	}
	if (isSpatialType(to)) {
		return assignGeometry(from, to);
	}
	switch (family) {
		case "null":
			return identity;
		case "integer":
			return assignInteger(from, to, quotedName);
		case "bit":
			return assignBit(from, to, quotedName);
		case "decimal":
			return assignDecimal(from, to, quotedName);
		case "float":
			return assignFloat(from, to, quotedName);
		case "temporal":
			return assignTemporal(from, to, quotedName);
		case "text":
		case "bytes":
			return assignText(from, to, quotedName);
		case "enum":
		case "set":
			return assignElement(from, to, quotedName);
		case "json":
			return assignJson(from, quotedName);
	}
}
