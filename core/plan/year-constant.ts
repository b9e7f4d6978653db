/**
 * Constants that meet a YEAR column: 99 means 1999 there, as it would be stored.
 *
 * In: the bound operands of a comparison. Out: the same, where one is such a column with the constants and parameters beside it read as
 * years. It refuses to know which comparison it is.
 */
import { define } from "../functions/definition.ts";
import type { FunctionDefinition } from "../functions/function.ts";
import { familyOf } from "../types/type.ts";
import type { Integer, Value } from "../types/value.ts";
import type { BoundExpression } from "./bound.ts";
import { callNamed, callOf } from "./call.ts";
import type { Planning } from "./planning.ts";

const longestYear = 4;

function fullYear(number: number): number {
	const short = Math.trunc(number);
	return short > 0 && short < 100 ? short + (short < 70 ? 2000 : 1900) : number;
}

/** Text of up to three digits is a year of this or the last century, and 0 is 2000. */
function fullYearText(text: string): string {
	const short = Number(text);
	return text === "" || text.length >= longestYear || !Number.isInteger(short) || short < 0 || short > 99 ? text : String(short === 0 ? 2000 : fullYear(short));
}

/** Keeps the operand's type: what is no year is compared as it is. */
const asYear: FunctionDefinition = define("year of", 1, 1, ([operand]) => {
	const { type, nullable, coercibility } = operand!;
	const scale = 10 ** type.scale;
	const convert: (value: Value) => Value = familyOf(type) === "text" ? (value) => fullYearText(value as string)
		: familyOf(type) === "decimal" ? (value) => scaled(value as Integer, scale)
		: familyOf(type) === "float" ? (value) => fullYear(value as number)
		: (value) => (typeof value === "number" ? fullYear(value) : value);
	return { type, nullable, coercibility, evaluate: (_evaluation, value) => convert(value) };
});

function scaled(unscaled: Integer, scale: number): Integer {
	const number = Number(unscaled) / scale;
	const year = fullYear(number);
	return year === number ? unscaled : year * scale;
}

const readable = new Set(["integer", "decimal", "float", "text"]);

const isYear = ({ kind, type }: BoundExpression): boolean => type.name === "year" && (kind === "column" || kind === "outer");

/** Of BETWEEN and IN: what the first operand is compared with is read as years if that is one. */
export function withYearsOfFirst(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	return isYear(operands[0]!) ? withYears(operands, planning) : operands;
}

export function withYears(operands: readonly BoundExpression[], planning: Planning): readonly BoundExpression[] {
	if (!operands.some(isYear)) {
		return operands;
	}
	return operands.map((operand) => {
		const { kind, type } = operand;
		if ((kind !== "constant" && kind !== "parameter") || type.name === "year") {
			return operand;
		}
		return readable.has(familyOf(type)) ? callOf(asYear, [operand], planning)
			: familyOf(type) === "temporal" && type.name !== "time" ? callNamed("year", [operand], planning) : operand;
	});
}
