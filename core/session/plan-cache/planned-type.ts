/**
 * Types that parameters and user variables are planned with, by which kept plans are found again.
 *
 * Lengths of texts are rounded up, so that texts of similar length share a plan.
 */
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { type SqlType, sqlType } from "../../types/value/type.ts";

/** Compares with rounded lengths: a plan accepts text of any length. */
export function isSameVariable(then: SqlType, now: TypedValue): boolean {
	return then === now.type || sameType(roundedType(then), plannedType(now));
}

export function sameTypes(a: readonly SqlType[], b: readonly SqlType[]): boolean {
	return a.length === b.length && a.every((type, at) => type === b[at] || sameType(type, b[at]!));
}

export function sameType(a: SqlType, b: SqlType): boolean {
	return (
		a.name === b.name &&
		a.length === b.length &&
		a.scale === b.scale &&
		a.unsigned === b.unsigned &&
		a.collation === b.collation
	);
}

/** Rounded up to these. */
const lengths = [64, 1024, 65535, 16777215, 4294967295];

const rounded = new Map<string, SqlType>();
/** Rounded type by type object. */
const planned = new WeakMap<SqlType, SqlType>();

/** Returns the type that a parameter is planned with: its own; for text with the length rounded up. */
export function plannedType({ type }: TypedValue): SqlType {
	let found = planned.get(type);
	if (found === undefined) {
		found = roundedType(type);
		planned.set(type, found);
	}
	return found;
}

function roundedType(type: SqlType): SqlType {
	if (typeof type.length !== "number" || type.length < 0 || type.name === "decimal" || type.charset === undefined) {
		return type;
	}
	const isText =
		type.name.endsWith("char") ||
		type.name.endsWith("text") ||
		type.name.endsWith("blob") ||
		type.name.endsWith("binary");
	if (!isText) {
		return type;
	}
	const length = lengths.find((each) => each >= type.length) ?? type.length;
	const name = type.collation === "binary" ? "varbinary" : "varchar";
	const key = `${name} ${length} ${type.collation}`;
	let found = rounded.get(key);
	if (found === undefined) {
		found = sqlType(name, { length, charset: type.charset, collation: type.collation });
		rounded.set(key, found);
	}
	return found;
}
