/**
 * Constants compared with a YEAR column: read as years, so that 99 and 98.7 mean 1999.
 */
import { define } from "../../functions/definition/definition.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { isConstantItem } from "../tree/tree-facts.ts";
import { callNamed, callOf } from "./function-call.ts";
import type { Planning } from "../tree/planning.ts";

const longestYear = 4;

const century = 100;

/** Two digits belong to the current or last century. Other numbers stay as they are. */
function fullYear(number: number, rounded: number): number {
	const year = rounded > 0 && rounded < century ? rounded + (rounded < 70 ? 2000 : 1900) : rounded;
	return number >= 0 && (year === 0 || (year > 1900 && year <= 2155)) ? year : number;
}

/** Text is read up to the end of its number. Below a hundred it is a two-digit year; 0 is 2000, except `0000`. */
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

/** Keeps the operand's type: numbers that are no years are compared unchanged. */
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

/** BETWEEN and IN: if the first operand is a YEAR, the others are read as years. */
export function withYearsOfFirst(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	return isYear(operands[0]!) ? withYears(operands, planning) : operands;
}

export function withYears(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	if (!operands.some(isYear)) {
		return operands;
	}
	return operands.map((operand) => yearConstant(operand, planning));
}

/** A constant compared with a YEAR, as a year; other operands unchanged. */
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
