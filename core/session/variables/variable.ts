/**
 * System variable: name, scope, type, initial value, and validation of the values that SET gives.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { WarningSink } from "../../rules/warned.ts";
import { addIntegers, clampInteger, minSigned } from "../../types/numeric/integer.ts";
import { decimalToDouble } from "../../types/numeric/decimal.ts";
import type { Evaluation, TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { familyOf, type SqlType, sqlType } from "../../types/value/type.ts";
import { type ByteString, canonical, encodeText, type Integer, type Value } from "../../types/value/value.ts";

/** `session`: each session has a value, there is no global one. `both`: sessions start with the global value. */
export type VariableScope = "session" | "global" | "both";

/** Receives the warnings of SET. */
export type SetWarnings = WarningSink & Pick<Evaluation, "warn">;

export interface Variable {
	readonly name: string;
	readonly scope: VariableScope;
	readonly readOnly: boolean;
	/** The session value is read-only: it is the global value at the session's start. */
	readonly isSetGlobally?: true;
	/** Placeholder for an unknown variable that a rule accepts: SET has no effect. */
	readonly isUnknown?: true;
	readonly type: SqlType;
	/** The default value. */
	readonly initial: Value;
	/**
	 * Validates a value given by SET and returns the one to store; `current` reads the value before. Throws 1231 and
	 * 1232; numbers out of range are clipped with a warning.
	 */
	settle(given: TypedValue, warnings: SetWarnings, current: () => Value): Value;
	/** Prints the value for SHOW VARIABLES. */
	show(value: Value): ByteString;
	/** Assignments of other variables that setting this one implies. */
	readonly also?: (value: Value) => readonly (readonly [name: string, value: Value])[];
}

export const flagType = sqlType("bigint", { length: 1 });
const countType = sqlType("bigint", { length: 21, unsigned: true });
const signedType = sqlType("bigint", { length: 21 });
const realType = sqlType("double");
export const textType = sqlType("varchar", { length: 1024, charset: "utf8", collation: "utf8_general_ci" });

/** Returns the text that error 1231 quotes. */
export function quoted({ type, value }: TypedValue): ByteString {
	return value === null ? "NULL" : (printText(value, type) ?? "");
}

export function wrongValue(name: string, given: TypedValue): Error {
	return sqlError("wrongValueForVariable", name, quoted(given));
}

export function wrongType(name: string): Error {
	return sqlError("wrongTypeForVariable", name);
}

/** Returns the text of a value, or undefined for another type. */
export function textOf({ type, value }: TypedValue): ByteString | undefined {
	const family = familyOf(type);
	return typeof value === "string" && (family === "text" || family === "bytes") ? value : undefined;
}

/** Refuses a value that is no choice: 1232 for a number with decimals, 1231 for another. */
function unchosen(name: string, given: TypedValue): Error {
	const family = given.value === null ? "null" : familyOf(given.type);
	return family === "decimal" || family === "float" ? wrongType(name) : wrongValue(name, given);
}

export function isInteger({ type, value }: TypedValue): boolean {
	return value !== null && ["integer", "bit"].includes(familyOf(type));
}

export function printPlainly(value: Value): ByteString {
	return value === null ? "" : String(value);
}

/** Boolean variable: ON and OFF, 1 and 0. */
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
			throw unchosen(name, given);
		},
		show: (value: Value) => (value === 0 ? "OFF" : "ON"),
	});
}

/** Integer variable with bounds; values are rounded down to a multiple of the block size. */
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

/** Floating-point variable with bounds. */
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

/** Enumeration variable: a word, or its number. */
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
				throw unchosen(name, given);
			}
			return chosen;
		},
		show: printPlainly,
	});
}

/** String variable. */
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

/** Families are tables: a scope, and a line for each variable. */
export function flags(scope: VariableScope, initials: Readonly<Record<string, 0 | 1>>, readOnly = false): Variable[] {
	return Object.entries(initials).map(([name, initial]) => flag(name, scope, initial, readOnly));
}

type CountRow = readonly [initial: Integer, least: Integer, greatest: Integer, block?: number];

export function counts(scope: VariableScope, rows: Readonly<Record<string, CountRow>>): Variable[] {
	return Object.entries(rows).map(([name, [initial, least, greatest, block]]) =>
		count(name, scope, initial, least, greatest, false, block),
	);
}

/** The first word is the default. */
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

/** Read-only global variables, fixed at the start of the server. */
export function fixed(values: Readonly<Record<string, string | number | bigint | null>>): Variable[] {
	return Object.entries(values).map(([name, value]) =>
		typeof value === "number" || typeof value === "bigint"
			? count(name, "global", value, minSigned, value, true)
			: text(name, "global", value, true),
	);
}
