/**
 * Arithmetic operators: sum, difference, product and negation; division is in `division.ts`.
 *
 * BIGINT and DECIMAL results are exact; error 1690 out of range. `date + interval` is `date_add` for the planner.
 *
 * | name       | integers       | a decimal among them   | a float or text among them | source (MySQL 5.7 manual)   |
 * |------------|----------------|------------------------|----------------------------|-----------------------------|
 * | +          | bigint         | scale: the greater     | double                     | 12.6.1 Arithmetic Operators |
 * | - (two)    | bigint         | scale: the greater     | double                     | 12.6.1                      |
 * | *          | bigint         | scale: the sum         | double                     | 12.6.1                      |
 * | - (one)    | bigint         | its own                | double                     | 12.6.1                      |
 */
import {
	addDecimals,
	fitsDecimal,
	multiplyDecimals,
	printDecimal,
	rescaleDecimal,
	subtractDecimals,
} from "../../types/numeric/decimal.ts";
import {
	addIntegers,
	fitsBigint,
	multiplyIntegers,
	negateInteger,
	subtractIntegers,
} from "../../types/numeric/integer.ts";
import { printer } from "../../types/print/print.ts";
import { familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { anyNullable, define } from "../definition/definition.ts";
import type { Evaluate, FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import { outOfRange } from "./out-of-range.ts";
import {
	bigintType,
	decimalResult,
	doubleType,
	integerResult,
	isTextual,
	maximumPrecision,
	maximumScale,
	precisionOf,
	scaleOf,
	shownPrecisionOf,
	shownScaleOf,
	textWidth,
	unsignedType,
} from "../definition/result.ts";

type NumericKind = "integer" | "decimal" | "double";

/** Returns the kind of number that an operand is in arithmetic. */
export function kindOf(type: SqlType): NumericKind {
	switch (familyOf(type)) {
		case "integer":
		case "bit":
			return "integer";
		case "decimal":
			return "decimal";
		case "temporal":
			return type.scale > 0 ? "decimal" : "integer";
		default:
			return "double";
	}
}

/** Returns the common kind of all operands: double over decimal over integer. */
export function commonKind(operands: readonly Operand[]): NumericKind {
	const kinds = operands.map((operand) => kindOf(operand.type));
	return kinds.includes("double") ? "double" : kinds.includes("decimal") ? "decimal" : "integer";
}

/** Returns an operand's type as DECIMAL, with just the digits it may have. */
export function asDecimal(operand: Operand): SqlType {
	const kind = kindOf(operand.type);
	return kind === "double"
		? decimalResult(maximumPrecision, maximumScale)
		: decimalResult(Math.max(precisionOf(operand), 20), scaleOf(operand.type));
}

/** Returns an operand's type as BIGINT, unsigned if it is. */
export function asInteger(operand: Operand): SqlType {
	return operand.type.unsigned || operand.type.name === "bit" ? unsignedType : bigintType;
}

/** Returns DOUBLE with the fixed scale of both operands, or with none. */
export function doubleOfScale(scale: number, fixed: boolean): SqlType {
	return fixed && scale < maximumScale ? sqlType("double", { scale }) : doubleType;
}

interface Operator {
	readonly sign: "+" | "-" | "*";
	readonly exact: (a: Integer, b: Integer) => Integer;
	/** For decimals, with the scales of both operands and of the result. */
	readonly decimal: typeof multiplyDecimals;
	readonly float: (a: number, b: number) => number;
}

const sum: Operator = { sign: "+", exact: addIntegers, decimal: addDecimals, float: (a, b) => a + b };
const difference: Operator = { sign: "-", exact: subtractIntegers, decimal: subtractDecimals, float: (a, b) => a - b };
const product: Operator = { sign: "*", exact: multiplyIntegers, decimal: multiplyDecimals, float: (a, b) => a * b };

/** Defines a binary operator. */
function operator(by: Operator): FunctionDefinition {
	const definition = define(by.sign, 2, 2, (operands, context) =>
		resolveOperator(by, operands as [Operand, Operand], context),
	);
	return { ...definition, takesFiner: true };
}

function resolveOperator(by: Operator, operands: readonly [Operand, Operand], context: ResolutionContext): Resolution {
	const nullable = anyNullable(operands);
	switch (commonKind(operands)) {
		case "integer":
			return { nullable, ...integerOperator(by, operands, context) };
		case "decimal":
			return { nullable, ...decimalOperator(by, operands) };
		case "double":
			return { nullable, ...doubleOperator(by, operands) };
	}
}

type Computed = Pick<Resolution, "type" | "operands" | "evaluate" | "finer">;

/** Returns the digits of a sum (one more than the wider operand) or product. */
function resultPrecision(by: Operator, [a, b]: readonly [Operand, Operand], scale: number): number {
	const [left, right] = [shownPrecisionOf(a), shownPrecisionOf(b)];
	return by.sign === "*" ? left + right : Math.max(left - shownScaleOf(a), right - shownScaleOf(b)) + 1 + scale;
}

function integerOperator(by: Operator, operands: readonly [Operand, Operand], context: ResolutionContext): Computed {
	const [left, right] = operands.map(asInteger) as [SqlType, SqlType];
	const unsigned = (left.unsigned || right.unsigned) && !(by.sign === "-" && context.noUnsignedSubtraction);
	const precision = resultPrecision(by, operands, 0);
	const { exact } = by;
	const typeName = unsigned ? "BIGINT UNSIGNED" : "BIGINT";
	return {
		type: integerResult(precision + (unsigned ? 0 : 1), unsigned),
		operands: [left, right],
		evaluate: (_evaluation, a, b) => {
			const result = exact(a as Integer, b as Integer);
			if (!fitsBigint(result, unsigned)) {
				throw outOfRange(typeName, `(${a} ${by.sign} ${b})`);
			}
			return result;
		},
	};
}

/** Returns the scale of a sum or product of decimals. */
function resultScale(by: Operator, a: number, b: number): number {
	return Math.min(by.sign === "*" ? a + b : Math.max(a, b), maximumScale);
}

function decimalOperator(by: Operator, operands: readonly [Operand, Operand]): Computed {
	const [a, b] = operands;
	const targets = operands.map(asDecimal) as [SqlType, SqlType];
	const unsigned = operands.every((operand) => operand.type.unsigned);
	const scale = resultScale(by, shownScaleOf(a), shownScaleOf(b));
	const fineScale = resultScale(by, targets[0].scale, targets[1].scale);
	const precision = resultPrecision(by, operands, scale);
	const shown = {
		type: decimalResult(precision, scale, unsigned),
		operands: targets,
		evaluate: decimalEvaluate(by, targets, scale),
	};
	if (fineScale === scale) {
		return shown;
	}
	const fineType = decimalResult(precision - scale + fineScale, fineScale, unsigned);
	const nullable = anyNullable(operands);
	return {
		...shown,
		finer: { type: fineType, nullable, operands: targets, evaluate: decimalEvaluate(by, targets, fineScale) },
	};
}

function decimalEvaluate(
	by: Operator,
	[{ scale: aScale }, { scale: bScale }]: readonly [SqlType, SqlType],
	scale: number,
): Evaluate {
	const fullScale = by.sign === "*" ? aScale + bScale : Math.max(aScale, bScale);
	return (_evaluation, a, b) => {
		const result = rescaleDecimal(by.decimal(a as Integer, aScale, b as Integer, bScale, fullScale), fullScale, scale);
		if (!fitsDecimal(result, maximumPrecision)) {
			throw outOfRange(
				"DECIMAL",
				`(${printDecimal(a as Integer, aScale)} ${by.sign} ${printDecimal(b as Integer, bScale)})`,
			);
		}
		return result;
	};
}

function doubleOperator(by: Operator, operands: readonly [Operand, Operand]): Computed {
	const fixed = isFixed(operands[0]) && isFixed(operands[1]);
	const scales = operands.map(shownScaleOf) as [number, number];
	return {
		type: doubleOfScale(Math.max(...scales), fixed),
		operands: [doubleType, doubleType],
		evaluate: (_evaluation, left, right) => {
			const result = by.float(left as number, right as number);
			if (!Number.isFinite(result)) {
				throw outOfRange("DOUBLE", `(${printDouble(left)} ${by.sign} ${printDouble(right)})`);
			}
			return result;
		},
	};
}

/** Text functions whose result has scale 0 in arithmetic, as in MySQL: a sum shows the scale of the other operand. */
const wholeTexts: ReadonlySet<string> = new Set(["hex", "unhex", "date_format", "time_format", "dayname", "monthname"]);

/** True if the number prints with a fixed scale. */
export function isFixed({ type, call }: Operand): boolean {
	return (
		type.name === "null" ||
		kindOf(type) !== "double" ||
		(familyOf(type) === "float" && type.scale >= 0) ||
		(isTextual(type) && wholeTexts.has(call ?? ""))
	);
}

export const printDouble = (value: Value): string => printer(doubleType)(value);

const negative: Evaluate = (_evaluation, value) => {
	const result = negateInteger(value as Integer);
	if (!fitsBigint(result, false)) {
		throw outOfRange("BIGINT", `-(${value})`);
	}
	return result;
};

function negatedDecimal(operand: Operand): Resolution {
	const { scale } = asDecimal(operand);
	const shown = shownScaleOf(operand);
	const of = (type: SqlType): Resolution => ({
		type,
		nullable: operand.nullable,
		operands: [asDecimal(operand)],
		evaluate: (_evaluation, value) => rescaleDecimal(negateInteger(value as Integer), scale, type.scale),
	});
	const resolution = of(decimalResult(shownPrecisionOf(operand), shown));
	return shown === scale ? resolution : { ...resolution, finer: of(decimalResult(precisionOf(operand), scale)) };
}

/** The minimum BIGINT, which has no positive counterpart. */
const least = -(2n ** 63n);

const negation = define("negate", 1, 1, ([operand]) => {
	const { type, nullable, constant } = operand!;
	const kind = kindOf(type);
	const beyond =
		constant !== undefined &&
		constant !== null &&
		typeof constant !== "string" &&
		(constant > 2n ** 63n || constant === least);
	// A parameter's type covers all values that it may have.
	const isWide = operand!.steady === true && type.name === "bigint" && type.unsigned;
	if (kind === "integer" && !beyond && !isWide) {
		return { type: integerResult(textWidth(type) + 1), nullable, operands: [asInteger(operand!)], evaluate: negative };
	}
	if (kind !== "double") {
		return negatedDecimal(operand!);
	}
	return {
		type: doubleOfScale(scaleOf(type), isFixed(operand!)),
		nullable,
		operands: [doubleType],
		evaluate: (_evaluation, value) => 0 - (value as number),
	};
});

/** `-` names two operators, distinguished by the number of operands. */
const minus = operator(difference);

export const arithmetic: readonly FunctionDefinition[] = [
	operator(sum),
	operator(product),
	{
		name: "-",
		arity: [1, 2],
		takesFiner: true,
		resolve: (operands, context) => (operands.length === 1 ? negation : minus).resolve(operands, context),
	},
];
