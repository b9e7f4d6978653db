/**
 * Comparison: the type in which two operands are compared, the order of its values, and keys for sorting and hashing.
 *
 * The functions are chosen once; callers handle NULL first.
 */
import { collationNamed, type Collation } from "../collation/collation.ts";
import { commonCollation } from "../collation/common-collation.ts";
import { converter } from "../assign/conversion.ts";
import { toJsonScalar } from "../convert/convert-json.ts";
import { treeOf } from "../json/json-text.ts";
import { toTemporal } from "../convert/convert-temporal.ts";
import type { Converter } from "../convert/converter.ts";
import { compareJson, jsonKey } from "../json/json.ts";
import { jsonSortKey } from "../json/json-order.ts";
import { temporalComparisonTypes } from "../convert/temporal-comparison.ts";
import { familyOf, sqlType, type SqlType, type TypeFamily } from "../value/type.ts";
import { textLength, wholeDigits } from "../text/width.ts";
import type { ByteString, Value } from "../value/value.ts";

export type Comparator = (a: Value, b: Value) => number;

const texts: ReadonlySet<TypeFamily> = new Set(["text", "bytes", "enum", "set"]);

const double = sqlType("double");
const json = sqlType("json");
const bigint = sqlType("bigint");
const unsignedBigint = sqlType("bigint", { unsigned: true });
/** Covers BIGINT and BIGINT UNSIGNED; its values are the integers themselves. */
const anyBigint = sqlType("decimal", { length: 20 });

/** Returns the type that both operands of a comparison are converted to, with `comparisonConverter`. */
export function comparisonType(a: SqlType, b: SqlType): SqlType {
	const x = familyOf(a);
	const y = familyOf(b);
	if (x === "null" || y === "null") {
		return x === "null" ? b : a;
	}
	if (x === "json" || y === "json") {
		return json;
	}
	if (x === "temporal" || y === "temporal") {
		return temporalComparison(a, b);
	}
	if (texts.has(x) && texts.has(y)) {
		return textComparison(a, b);
	}
	if (x === "text" || x === "bytes" || y === "text" || y === "bytes" || x === "float" || y === "float") {
		return double;
	}
	return exactComparison(a, b);
}

function textComparison(a: SqlType, b: SqlType): SqlType {
	const attributes = commonCollation(a, b);
	const name = attributes.charset === "binary" ? "varbinary" : "varchar";
	const bytes = name === "varbinary" ? 4 : 1;
	return sqlType(name, { ...attributes, length: Math.max(textLength(a), textLength(b)) * bytes });
}

function exactComparison(a: SqlType, b: SqlType): SqlType {
	if (a.name === "decimal" || b.name === "decimal") {
		const scale = Math.max(scaleOf(a), scaleOf(b));
		return sqlType("decimal", { length: Math.max(wholeDigits(a), wholeDigits(b)) + scale, scale });
	}
	const unsignedSides = Number(isUnsigned(a)) + Number(isUnsigned(b));
	return unsignedSides === 0 ? bigint : unsignedSides === 2 ? unsignedBigint : anyBigint;
}

function scaleOf(type: SqlType): number {
	return type.name === "decimal" ? type.scale : 0;
}

function isUnsigned(type: SqlType): boolean {
	return type.unsigned || type.name === "year" || familyOf(type) !== "integer";
}

/** Text and numbers are read as the other side's date, with a time of day; a TIME beside text is compared as text. */
function temporalComparison(a: SqlType, b: SqlType): SqlType {
	const bothTemporal = familyOf(a) === "temporal" && familyOf(b) === "temporal";
	if (bothTemporal) {
		const scale = Math.max(a.scale, b.scale);
		return a.name === b.name && a.name !== "timestamp"
			? sqlType(a.name, { scale, length: textLength(sqlType(a.name, { scale })) })
			: sqlType("datetime", { scale });
	}
	const temporal = familyOf(a) === "temporal" ? a : b;
	const other = temporal === a ? b : a;
	if (temporal.name === "time" && ["integer", "decimal", "float"].includes(familyOf(other))) {
		// Not every number is a valid time: compares digits, whose order is that of times.
		return double;
	}
	if (temporal.name === "time" && texts.has(familyOf(other))) {
		return textComparison(a, b);
	}
	const scale = familyOf(other) === "integer" ? temporal.scale : 6;
	return sqlType(temporal.name === "time" ? "time" : "datetime", { scale });
}

/**
 * Returns the conversion of an operand: as `converter`, but text becomes a JSON string (it is not parsed) and zero
 * dates are valid.
 */
export function comparisonConverter(from: SqlType, to: SqlType): Converter {
	switch (familyOf(to)) {
		case "json":
			return toJsonScalar(from);
		case "temporal":
			return toTemporal(from, to, temporalComparisonTypes(to) ?? {});
		default:
			return converter(from, to);
	}
}

const compareNumbers: Comparator = (a, b) =>
	(a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;

/** Returns the collation of a type's texts. */
export function collationOf(type: SqlType): Collation {
	return collationNamed(type.collation) ?? collationNamed("binary")!;
}

/** Compares two values of this type, neither NULL: negative, 0, positive. */
export function comparator(type: SqlType): Comparator {
	switch (familyOf(type)) {
		case "text":
		case "bytes":
			return collationOf(type).compare as Comparator;
		case "json":
			return (a, b) => (a === b ? 0 : compareJson(treeOf(a as ByteString), treeOf(b as ByteString)));
		default:
			return compareNumbers;
	}
}

const unchanged = (value: Value): Value => value;

/** NULL stays NULL, without a key. */
function overText(key: (bytes: ByteString) => ByteString): (value: Value) => Value {
	return (value) => (value === null ? null : key(value as ByteString));
}

/** Returns primitives whose order (`<`) and equality (`===`) are those of the values. */
export function sortKey(type: SqlType): (value: Value) => Value {
	switch (familyOf(type)) {
		case "text":
		case "bytes":
			return type.collation === "binary" ? unchanged : overText(collationOf(type).sortKey);
		case "json":
			return overText((bytes) => jsonSortKey(treeOf(bytes)));
		default:
			return unchanged;
	}
}

/** Returns primitives for a Map or Set: equal for equal values. Cheaper than `sortKey`, without its order. */
export function groupKey(type: SqlType): (value: Value) => Value {
	switch (familyOf(type)) {
		case "text":
		case "bytes":
			return type.collation === "binary" ? unchanged : overText(collationOf(type).groupKey);
		case "json":
			return overText((bytes) => jsonKey(treeOf(bytes)));
		default:
			return sortKey(type);
	}
}
