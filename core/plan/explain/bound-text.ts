/**
 * Bound expressions as EXPLAIN prints conditions.
 *
 * In: an expression, the values of parameters, how columns are called. Out: text. It refuses to be parsed again: functions are
 * printed by their names, subqueries by their numbers.
 */
import { familyOf } from "../../types/type.ts";
import { decodeText, type Value } from "../../types/value.ts";
import type { BoundCall, BoundExpression } from "../bound.ts";
import type { ScopeColumn } from "../scope-table.ts";

export interface BoundNames {
	column(column: ScopeColumn): string;
	/** Of a subquery: `select #2`. */
	subquery(bound: BoundExpression & { kind: "subquery" }): string;
	/** Values of parameters, as far as they are known. */
	readonly parameters: readonly { readonly value: Value }[];
}

const infix = new Set(["=", "<=>", "<", "<=", ">", ">=", "<>", "+", "-", "*", "/", "%", "div", "and", "or", "xor", "like", "regexp", "|", "&", "^", "<<", ">>", "is"]);

export function printBound(bound: BoundExpression, names: BoundNames): string {
	switch (bound.kind) {
		case "column":
		case "outer":
			return bound.origin === undefined ? "<computed>" : names.column(bound.origin);
		case "constant":
			return printValue(bound.value, bound);
		case "parameter": {
			const given = names.parameters[bound.index];
			return given === undefined ? "?" : printValue(given.value, bound);
		}
		case "word":
			return bound.word;
		case "row":
			return `(${bound.items.map((item) => printBound(item, names)).join(",")})`;
		case "subquery":
			return printSubquery(bound, names);
		case "call":
			return printCall(bound, names);
	}
}

function printValue(value: Value, { type }: BoundExpression): string {
	if (value === null) {
		return "NULL";
	}
	return typeof value === "string" && (familyOf(type) === "text" || familyOf(type) === "bytes") ? `'${decodeText(value).replaceAll("'", "''")}'` : printNumber(value, type.scale, familyOf(type) === "decimal");
}

/** Decimals are kept without their point. */
function printNumber(value: Value, scale: number, isDecimal: boolean): string {
	const digits = String(value);
	if (!isDecimal || scale === 0) {
		return digits;
	}
	const [sign, plain] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
	const padded = plain.padStart(scale + 1, "0");
	return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function printCall({ definition: { name }, operands }: BoundCall, names: BoundNames): string {
	const texts = operands.map((operand) => printBound(operand, names));
	const [first = "", second = "", third = ""] = texts;
	switch (name) {
		case "between":
			return `(${first} between ${second} and ${third})`;
		case "in":
			return `(${first} in (${texts.slice(1).join(",")}))`;
		case "is null":
		case "is not null":
			return `(${first} ${name})`;
		case "not":
			return `(not(${first}))`;
	}
	return infix.has(name) && texts.length >= 2 ? `(${texts.join(` ${name} `)})` : `${name}(${texts.join(",")})`;
}

function printSubquery(bound: BoundExpression & { kind: "subquery" }, names: BoundNames): string {
	const query = names.subquery(bound);
	const operands = bound.operands.map((operand) => printBound(operand, names));
	const left = operands.length === 1 ? operands[0]! : `(${operands.join(",")})`;
	switch (bound.form) {
		case "value":
			return `(${query})`;
		case "exists":
			return `exists(${query})`;
		case "in":
			return `(${left} in (${query}))`;
		case "row":
			return `(${left} = (${query}))`;
		default:
			return `(${left} ${bound.operator} ${bound.form} (${query}))`;
	}
}
