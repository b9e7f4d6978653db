/** Stub of comparison: signatures first, bodies follow. */
import { identity, type Converter } from "./converter.ts";
import type { SqlType } from "./type.ts";
import type { Value } from "./value.ts";

export type Comparator = (a: Value, b: Value) => number;

/** The type that two operands of a comparison are converted to. */
export function comparisonType(a: SqlType, _b: SqlType): SqlType {
	return a;
}

/** The conversion of an operand to its `comparisonType`: as `converter`, but text is a JSON string, not a document. */
export function comparisonConverter(_from: SqlType, _to: SqlType): Converter {
	return identity;
}

/** Compares two values of this type, neither NULL: negative, 0, positive. */
export function comparator(_type: SqlType): Comparator {
	return () => 0;
}

/** Primitives whose order (`<`) and equality (`===`) are those of the values. */
export function sortKey(_type: SqlType): (value: Value) => Value {
	return (value) => value;
}

/** Primitives to key a Map or Set with: equal values, equal keys. Cheaper than `sortKey`, without order. */
export function groupKey(_type: SqlType): (value: Value) => Value {
	return (value) => value;
}
