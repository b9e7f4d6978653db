/**
 * What a system variable is: its name, scope, type, first value, and what SET may give it.
 *
 * In: declarations of the families beside this file. Out: frozen `Variable`s.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { WarningSink } from "../../rules/warned.ts";
import { addIntegers, clampInteger, minSigned } from "../../types/numeric/integer.ts";
import { decimalToDouble } from "../../types/numeric/decimal.ts";
import type { Evaluation, TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { familyOf, type SqlType, sqlType } from "../../types/value/type.ts";
import { type ByteString, canonical, encodeText, type Integer, type Value } from "../../types/value/value.ts";

/** `session`: each session has its own, there is no global value. `both`: sessions begin with the global value. */
export type VariableScope = "session" | "global" | "both";

/** Receives the warnings of SET. */
export type SetWarnings = WarningSink & Pick<Evaluation, "warn">;

export interface Variable {
	readonly name: string;
	readonly scope: VariableScope;
	readonly readOnly: boolean;
	/** A session begins with the global value and can't have another. */
	readonly isSetGlobally?: true;
	/** No variable has this name, and a rule lets that pass: SET has no effect. */
	readonly isUnknown?: true;
	readonly type: SqlType;
	/** The value where nobody set it. */
	readonly initial: Value;
	/**
	 * The value to keep for what a SET gives; `current`: what it has now. Throws 1231 and 1232; what is out of range is
	 * clipped with a warning.
	 */
	settle(given: TypedValue, warnings: SetWarnings, current: () => Value): Value;
	/** As SHOW VARIABLES prints it. */
	show(value: Value): ByteString;
	/** Variables that take a value of their own when this one is set. */
	readonly also?: (value: Value) => readonly (readonly [name: string, value: Value])[];
}

export const flagType = sqlType("bigint", { length: 1 });
const countType = sqlType("bigint", { length: 21, unsigned: true });
const signedType = sqlType("bigint", { length: 21 });
const realType = sqlType("double");
export const textType = sqlType("varchar", { length: 1024, charset: "utf8", collation: "utf8_general_ci" });

/** What error 1231 quotes. */
export function quoted({ type, value }: TypedValue): ByteString {
	return value === null ? "NULL" : (printText(value, type) ?? "");
}

export function wrongValue(name: string, given: TypedValue): Error {
	return sqlError("wrongValueForVariable", name, quoted(given));
}

export function wrongType(name: string): Error {
	return sqlError("wrongTypeForVariable", name);
}

/** Text as SET gives it, or undefined for another type. */
export function textOf({ type, value }: TypedValue): ByteString | undefined {
	const family = familyOf(type);
	return typeof value === "string" && (family === "text" || family === "bytes") ? value : undefined;
}

function isInteger({ type, value }: TypedValue): boolean {
	return value !== null && ["integer", "bit"].includes(familyOf(type));
}

export function printPlainly(value: Value): ByteString {
	return value === null ? "" : String(value);
}

/** ON and OFF, 1 and 0. */
export function flag(name: string, scope: VariableScope, initial: number, readOnly = false): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly,
		type: flagType,
		initial,
		settle(given: TypedValue): Value {
			const word = textOf(given)?.toUpperCase();
			if (word === "ON" || (isInteger(given) && given.value === 1)) {
				return 1;
			}
			if (word === "OFF" || (isInteger(given) && given.value === 0)) {
				return 0;
			}
			throw familyOf(given.type) === "decimal" || familyOf(given.type) === "float"
				? wrongType(name)
				: wrongValue(name, given);
		},
		show: (value: Value) => (value === 0 ? "OFF" : "ON"),
	});
}

/** An integer between two bounds, which counts whole blocks of so many. */
export function count(
	name: string,
	scope: VariableScope,
	initial: Integer,
	least: Integer,
	greatest: Integer,
	readOnly = false,
	block = 1,
): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly,
		type: least < 0 && initial < 0 ? signedType : countType,
		initial,
		settle(given: TypedValue, warnings: SetWarnings): Value {
			if (!isInteger(given)) {
				throw wrongType(name);
			}
			const within = clampInteger(given.value as Integer, [least, greatest]);
			const clipped = block === 1 ? within : canonical(BigInt(within) - (BigInt(within) % BigInt(block)));
			if (clipped !== addIntegers(given.value as Integer, 0)) {
				warnings.warn("Warning", "truncatedWrongValue", name, String(given.value));
			}
			return clipped;
		},
		show: printPlainly,
	});
}

/** A number with a fraction. */
export function real(name: string, scope: VariableScope, initial: number, least: number, greatest: number): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly: false,
		type: realType,
		initial,
		settle(given: TypedValue, warnings: SetWarnings): Value {
			const value = numberOf(given);
			if (value === undefined) {
				throw wrongType(name);
			}
			const clipped = Math.min(Math.max(value, least), greatest);
			if (clipped !== value) {
				warnings.warn("Warning", "truncatedWrongValue", name, quoted(given));
			}
			return clipped;
		},
		show: (value: Value) => (value as number).toFixed(6),
	});
}

function numberOf({ type, value }: TypedValue): number | undefined {
	switch (value === null ? "null" : familyOf(type)) {
		case "integer":
		case "float":
			return Number(value);
		case "decimal":
			return decimalToDouble(value as Integer, type.scale);
		default:
			return undefined;
	}
}

/** One of some words, given as such or by its number. */
export function word(
	name: string,
	scope: VariableScope,
	initial: string,
	words: readonly string[],
	readOnly = false,
): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly,
		type: textType,
		initial,
		settle(given: TypedValue): Value {
			const text = textOf(given)?.toUpperCase();
			const chosen = isInteger(given) ? words[Number(given.value)] : words.find((each) => each.toUpperCase() === text);
			if (chosen === undefined) {
				throw wrongValue(name, given);
			}
			return chosen;
		},
		show: printPlainly,
	});
}

/** Any text. */
export function text(name: string, scope: VariableScope, initial: string | null, readOnly = false): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly,
		type: textType,
		initial: initial === null ? null : encodeText(initial),
		settle(given: TypedValue): Value {
			if (given.value === null) {
				return null;
			}
			const value = textOf(given);
			if (value === undefined) {
				throw wrongType(name);
			}
			return value;
		},
		show: printPlainly,
	});
}

/** Families are tables: a scope, and a line a variable. */
export function flags(scope: VariableScope, initials: Readonly<Record<string, 0 | 1>>, readOnly = false): Variable[] {
	return Object.entries(initials).map(([name, initial]) => flag(name, scope, initial, readOnly));
}

type CountRow = readonly [initial: Integer, least: Integer, greatest: Integer, block?: number];

export function counts(scope: VariableScope, rows: Readonly<Record<string, CountRow>>): Variable[] {
	return Object.entries(rows).map(([name, [initial, least, greatest, block]]) =>
		count(name, scope, initial, least, greatest, false, block),
	);
}

/** The first word is the initial one. */
export function words(
	scope: VariableScope,
	rows: Readonly<Record<string, readonly [initial: string, ...words: string[]]>>,
): Variable[] {
	return Object.entries(rows).map(([name, [initial, ...choice]]) => word(name, scope, initial, choice));
}

export function texts(
	scope: VariableScope,
	initials: Readonly<Record<string, string | null>>,
	readOnly = false,
): Variable[] {
	return Object.entries(initials).map(([name, initial]) => text(name, scope, initial, readOnly));
}

/** Global values that only the start of the server decides. */
export function fixed(values: Readonly<Record<string, string | number | bigint | null>>): Variable[] {
	return Object.entries(values).map(([name, value]) =>
		typeof value === "number" || typeof value === "bigint"
			? count(name, "global", value, minSigned, value, true)
			: text(name, "global", value, true),
	);
}
