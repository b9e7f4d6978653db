/**
 * Rounding functions, ABS and SIGN; text is read as a double.
 *
 * | name                     | result                                            | source (MySQL 5.7 manual)    |
 * |--------------------------|---------------------------------------------------|------------------------------|
 * | abs                      | the operand's kind                                | 12.6.2 Mathematical Functions|
 * | ceil, ceiling, floor     | bigint; of wide decimals a decimal; of floats a double | 12.6.2                  |
 * | round (x [, places])     | the operand's kind, with so many digits           | 12.6.2                       |
 * | truncate (x, places)     | the same                                          | 12.6.2                       |
 * | sign                     | bigint(2)                                         | 12.6.2                       |
 */
import { ceilingDecimal, floorDecimal, roundDecimal, truncateDecimal } from "../../types/numeric/decimal.ts";
import { absoluteInteger, fitsBigint, roundHalfEven } from "../../types/numeric/integer.ts";
import { sqlType, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { asDecimal, asInteger, doubleOfScale, isFixed, kindOf } from "./arithmetic.ts";
import { anyNullable, define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, Resolution } from "../definition/function.ts";
import { outOfRange } from "./out-of-range.ts";
import {
	decimalResult,
	doubleType,
	integerResult,
	maximumScale,
	precisionOf,
	scaleOf,
	shownPrecisionOf,
	shownScaleOf,
	textWidth,
} from "../definition/result.ts";

const abs: Resolve = ([operand]) => {
	const { type, nullable } = operand!;
	switch (kindOf(type)) {
		case "integer":
			return {
				type: integerResult(textWidth(type), type.unsigned),
				nullable,
				operands: [asInteger(operand!)],
				evaluate: (_evaluation, value) => {
					const result = absoluteInteger(value as Integer);
					if (!fitsBigint(result, type.unsigned)) {
						throw outOfRange("BIGINT", `abs(${value})`);
					}
					return result;
				},
			};
		case "decimal": {
			const target = asDecimal(operand!);
			return {
				type: decimalResult(precisionOf(operand!), target.scale),
				nullable,
				operands: [target],
				evaluate: (_evaluation, value) => absoluteInteger(value as Integer),
			};
		}
		case "double":
			return {
				type: doubleOfScale(scaleOf(type), isFixed(operand!)),
				nullable,
				operands: [doubleType],
				evaluate: (_evaluation, value) => Math.abs(value as number),
			};
	}
};

/** Whole digits up to which the result of CEIL and FLOOR fits BIGINT. */
const safeDigits = 18;

function toInteger(decimal: typeof floorDecimal, double: (value: number) => number): Resolve {
	return ([operand]) => {
		const { type, nullable } = operand!;
		switch (kindOf(type)) {
			case "integer":
				return {
					type: integerResult(textWidth(type), type.unsigned),
					nullable,
					operands: [asInteger(operand!)],
					evaluate: (_evaluation, value) => value,
				};
			case "decimal": {
				const target = asDecimal(operand!);
				const digits = precisionOf(operand!) - target.scale;
				return {
					type: digits < safeDigits ? integerResult(digits + 2) : decimalResult(digits + 1, 0),
					nullable,
					operands: [target],
					evaluate: (_evaluation, value) => decimal(value as Integer, target.scale),
				};
			}
			case "double":
				return {
					type: sqlType("double", { scale: 0 }),
					nullable,
					operands: [doubleType],
					evaluate: (_evaluation, value) => double(value as number) + 0,
				};
		}
	};
}

/** Rounds a double to so many decimal places by scaling with a power of ten. */
export function shiftRound(value: number, places: number, round: (value: number) => number): number {
	const power = 10 ** Math.abs(places);
	if (places >= 0) {
		const shifted = value * power;
		return Number.isFinite(shifted) && Number.isFinite(power) ? round(shifted) / power + 0 : value;
	}
	return Number.isFinite(power) ? round(value / power) * power + 0 : 0;
}

/** Clamps the number of places to one beyond any value's digits. */
function placesOf(value: Value): number {
	// Text that is no number counts by its beginning.
	const places = typeof value === "string" ? Math.trunc(Number.parseFloat(value)) || 0 : Number(value);
	return Math.max(-400, Math.min(400, places));
}

interface Rounding {
	readonly name: string;
	readonly decimal: typeof roundDecimal;
	readonly double: (value: number) => number;
	/** Rounding up may need a digit more. */
	readonly grows: boolean;
}

function rounding(by: Rounding): Resolve {
	return (operands) => {
		const [operand, places] = operands as readonly [Operand, Operand | undefined];
		const nullable = anyNullable(operands);
		const fixed =
			places === undefined
				? 0
				: places.constant === undefined || places.constant === null
					? undefined
					: placesOf(places.constant);
		const targets = places === undefined ? [] : [asInteger(places)];
		switch (kindOf(operand.type)) {
			case "integer":
				return { nullable, ...roundedInteger(by, operand), operands: [asInteger(operand), ...targets] };
			case "decimal":
				return { nullable, ...roundedDecimal(by, operand, fixed), operands: [asDecimal(operand), ...targets] };
			case "double":
				return {
					nullable,
					type:
						fixed === undefined
							? doubleOfScale(scaleOf(operand.type), isFixed(operand))
							: doubleOfScale(Math.max(fixed, 0), true),
					operands: [doubleType, ...targets],
					evaluate: (_evaluation, value, digits) => shiftRound(value as number, placesOf(digits ?? 0), by.double),
				};
		}
	};
}

function roundedInteger(by: Rounding, { type }: Operand): Pick<Resolution, "type" | "evaluate"> {
	return {
		type: integerResult(textWidth(type), type.unsigned),
		evaluate: (_evaluation, value, digits) => {
			const places = placesOf(digits ?? 0);
			const result = places >= 0 ? (value as Integer) : by.decimal(value as Integer, 0, Math.max(places, -40), 0);
			if (!fitsBigint(result, type.unsigned)) {
				throw outOfRange(type.unsigned ? "BIGINT UNSIGNED" : "BIGINT", `${by.name}(${value},${places})`);
			}
			return result;
		},
	};
}

function roundedDecimal(
	by: Rounding,
	operand: Operand,
	fixed: number | undefined,
): Pick<Resolution, "type" | "evaluate"> {
	const from = asDecimal(operand).scale;
	const own = shownScaleOf(operand);
	const scale = fixed === undefined ? own : Math.max(0, Math.min(fixed, maximumScale));
	// An integer may gain a digit, too, where digits before the point are rounded.
	const precision =
		shownPrecisionOf(operand) - own + scale + (by.grows && (scale < own || (own === 0 && (fixed ?? -1) < 0)) ? 1 : 0);
	return {
		type: decimalResult(precision, scale),
		evaluate: (_evaluation, value, digits) =>
			by.decimal(value as Integer, from, Math.max(Math.min(placesOf(digits ?? 0), scale), -90), scale),
	};
}

const sign: Resolve = ([operand]) => {
	const { type, nullable } = operand!;
	const target: SqlType | undefined =
		kindOf(type) === "double" ? doubleType : kindOf(type) === "decimal" ? asDecimal(operand!) : asInteger(operand!);
	return {
		type: integerResult(2),
		nullable,
		operands: [target],
		evaluate: (_evaluation, value) => ((value as Integer) > 0 ? 1 : (value as Integer) < 0 ? -1 : 0),
	};
};

const round: Rounding = { name: "round", decimal: roundDecimal, double: roundHalfEven, grows: true };
const truncate: Rounding = { name: "truncate", decimal: truncateDecimal, double: Math.trunc, grows: false };

export const numericRounding: readonly FunctionDefinition[] = [
	{ ...define("abs", 1, 1, abs), handsOn: true },
	...named(["ceil", "ceiling"], 1, 1, toInteger(ceilingDecimal, Math.ceil)),
	define("floor", 1, 1, toInteger(floorDecimal, Math.floor)),
	{ ...define("round", 1, 2, rounding(round)), takesFiner: true },
	{ ...define("truncate", 2, 2, rounding(truncate)), takesFiner: true },
	{ ...define("sign", 1, 1, sign), takesFiner: true },
];
