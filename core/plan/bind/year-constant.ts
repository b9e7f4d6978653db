/**
 * Constants that meet a YEAR column: 99 means 1999 there, as it would be stored, and 98.7 does.
 *
 * In: the bound operands of a comparison. Out: the same, where one is such a column with the constants beside it read
 * as years. It refuses to know which comparison it is.
 */
import { define } from "../../functions/definition.ts";
import type { FunctionDefinition } from "../../functions/function.ts";
import { familyOf } from "../../types/type.ts";
import type { Integer, Value } from "../../types/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { isConstantItem } from "../tree/bound-tree.ts";
import { callNamed, callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";

const longestYear = 4;

const century = 100;

/** Of two digits it is one of this or the last century. What is no year stays as it is. */
function fullYear(number: number, rounded: number): number {
	const year = rounded > 0 && rounded < century ? rounded + (rounded < 70 ? 2000 : 1900) : rounded;
	return number >= 0 && (year === 0 || (year > 1900 && year <= 2155)) ? year : number;
}

/**
 * Text is read as far as it is a number; one that counts less than a hundred is a year of two digits, and 0 is 2000
 * but for `0000`.
 */
function fullYearText(text: string): string {
	const number = Number.parseFloat(text);
	const rounded = Math.round(number);
	if (Number.isNaN(number) || number < 0) {
		return text;
	}
	return rounded === 0
		? text.length === longestYear
			? text
			: "2000"
		: fullYear(number, rounded) === number
			? text
			: String(fullYear(number, rounded));
}

/** Keeps the operand's type: what is no year is compared as it is. */
const asYear: FunctionDefinition = define("year of", 1, 1, ([operand]) => {
	const { type, nullable, coercibility } = operand!;
	const scale = 10 ** type.scale;
	const convert: (value: Value) => Value = textual.has(familyOf(type))
		? (value) => fullYearText(value as string)
		: familyOf(type) === "decimal"
			? (value) => scaled(value as Integer, scale)
			: familyOf(type) === "float"
				? (value) => fullYear(value as number, Math.trunc(value as number))
				: (value) => (typeof value === "number" ? fullYear(value, value) : value);
	return { type, nullable, coercibility, evaluate: (_evaluation, value) => convert(value) };
});

function scaled(unscaled: Integer, scale: number): Integer {
	const number = Number(unscaled) / scale;
	const year = fullYear(number, Math.round(number));
	return year === number ? unscaled : year * scale;
}

const textual = new Set(["text", "bytes"]);
const readable = new Set(["integer", "decimal", "float", ...textual]);

const isYear = ({ kind, type }: BoundExpression): boolean =>
	type.name === "year" && (kind === "column" || kind === "outer");

/** Of BETWEEN and IN: what the first operand is compared with is read as years if that is one. */
export function withYearsOfFirst(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	return isYear(operands[0]!) ? withYears(operands, planning) : operands;
}

export function withYears(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	if (!operands.some(isYear)) {
		return operands;
	}
	return operands.map((operand) => yearConstant(operand, planning));
}

/** A constant beside a YEAR as the year that it is; any other operand as it is. */
export function yearConstant(operand: BoundExpression, planning: Planning): BoundExpression {
	const { type } = operand;
	if (type.name === "year" || !isConstantItem(operand)) {
		return operand;
	}
	return readable.has(familyOf(type))
		? callOf(asYear, [operand], planning)
		: familyOf(type) === "temporal" && type.name !== "time"
			? callNamed("year", [operand], planning)
			: operand;
}
