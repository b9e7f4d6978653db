/**
 * Division operators: quotient, integer quotient and remainder.
 *
 * Division by zero gives NULL, with a warning or error 1365 as the SQL mode says.
 *
 * | name   | integers and decimals                 | a float or text among them | source (MySQL 5.7 manual)   |
 * |--------|---------------------------------------|----------------------------|-----------------------------|
 * | /      | decimal, div_precision_increment more | double                     | 12.6.1 Arithmetic Operators |
 * | div    | bigint                                | bigint                     | 12.6.1                      |
 * | %, mod | bigint, or decimal of greater scale   | double                     | 12.6.1                      |
 */
import { sqlError } from "../../errors/catalogue.ts";
import {
	divideDecimalsCutting,
	printDecimal,
	quotientDigits,
	remainderOfDecimals,
	rescaleDecimal,
} from "../../types/numeric/decimal.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { divideIntegers, fitsBigint, remainderOfIntegers } from "../../types/numeric/integer.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { asDecimal, asInteger, commonKind, doubleOfScale, isFixed, printDouble } from "./arithmetic.ts";
import { define, named } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
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

/** Returns NULL for a division by zero, with a warning or error where ERROR_FOR_DIVISION_BY_ZERO is set. */
function dividedByZero(evaluation: Evaluation): null {
	if (evaluation.mode.errorForDivisionByZero) {
		if (evaluation.strictWrite) {
			throw sqlError("divisionByZero");
		}
		evaluation.warn("Warning", "divisionByZero");
	}
	return null;
}

type Pair = readonly [Operand, Operand];

function quotient(operands: readonly Operand[], context: ResolutionContext): Resolution {
	const [a, b] = operands as Pair;
	const increment = context.divisionPrecisionIncrement;
	if (commonKind(operands) === "double") {
		const fixed = isFixed(a) && isFixed(b);
		return {
			type: doubleOfScale(Math.max(shownScaleOf(a), shownScaleOf(b)) + increment, fixed),
			nullable: true,
			operands: [doubleType, doubleType],
			evaluate: (evaluation, left, right) => divideDoubles(evaluation, left as number, right as number),
		};
	}
	return decimalQuotient(a, b, increment);
}

/** Returns the quotient rounded to the shown scale; and in finer form with all of MySQL's digits, truncated. */
function decimalQuotient(a: Operand, b: Operand, increment: number): Resolution {
	const operands = [asDecimal(a), asDecimal(b)] as const;
	const [aScale, bScale] = [operands[0].scale, operands[1].scale];
	const scale = Math.min(shownScaleOf(a) + increment, maximumScale);
	const fineScale = Math.max(scale, Math.min(quotientDigits(aScale, bScale, increment), maximumScale));
	const unsigned = a.type.unsigned && b.type.unsigned;
	const precision = shownPrecisionOf(a) + shownScaleOf(b) + increment;
	const of = (type: SqlType): Resolution => ({
		type,
		nullable: true,
		operands,
		evaluate: (evaluation, left, right) => {
			const fine = divideDecimalsCutting(left as Integer, aScale, right as Integer, bScale, fineScale);
			return fine === null
				? dividedByZero(evaluation)
				: type.scale === fineScale
					? fine
					: rescaleDecimal(fine, fineScale, type.scale);
		},
	});
	return {
		...of(decimalResult(precision, scale, unsigned)),
		finer: of(decimalResult(precision - scale + fineScale, fineScale, unsigned)),
	};
}

function divideDoubles(evaluation: Evaluation, a: number, b: number): Value {
	if (b === 0) {
		return dividedByZero(evaluation);
	}
	const result = a / b;
	if (!Number.isFinite(result)) {
		throw outOfRange("DOUBLE", `(${printDouble(a)} / ${printDouble(b)})`);
	}
	return result;
}

function wholeQuotient(operands: readonly Operand[]): Resolution {
	const [a, b] = operands as Pair;
	const unsigned = a.type.unsigned || b.type.unsigned;
	const width = Math.min(Math.max(textWidth(a.type) - Math.max(scaleOf(a.type), 0), 1), 21);
	const type = integerResult(width, unsigned);
	const exact = commonKind(operands) === "integer";
	const targets = exact ? operands.map(asInteger) : operands.map(asDecimal);
	const [aScale, bScale] = targets.map((target) => target.scale) as [number, number];
	return {
		type,
		nullable: true,
		operands: targets,
		evaluate: (evaluation, left, right) => {
			const result = exact
				? divideIntegers(left as Integer, right as Integer)
				: divideDecimalsCutting(left as Integer, aScale, right as Integer, bScale, 0);
			if (result !== null && !fitsBigint(result, unsigned)) {
				const sentence = `(${printDecimal(left as Integer, aScale)} DIV ${printDecimal(right as Integer, bScale)})`;
				throw outOfRange(unsigned ? "BIGINT UNSIGNED" : "BIGINT", sentence);
			}
			return result ?? dividedByZero(evaluation);
		},
	};
}

function remainder(operands: readonly Operand[]): Resolution {
	const [a, b] = operands as Pair;
	const kind = commonKind(operands);
	if (kind === "double") {
		const scale = Math.max(scaleOf(a.type), scaleOf(b.type));
		return {
			type: doubleOfScale(scale, isFixed(a) && isFixed(b)),
			nullable: true,
			operands: [doubleType, doubleType],
			evaluate: (evaluation, left, right) =>
				right === 0 ? dividedByZero(evaluation) : ((left as number) % (right as number)) + 0,
		};
	}
	if (kind === "integer") {
		return {
			type: integerResult(Math.max(textWidth(a.type), textWidth(b.type)), a.type.unsigned),
			nullable: true,
			operands: operands.map(asInteger),
			evaluate: (evaluation, left, right) =>
				remainderOfIntegers(left as Integer, right as Integer) ?? dividedByZero(evaluation),
		};
	}
	return decimalRemainder(a, b);
}

/** A remainder of quotients is computed with all their digits. */
function decimalRemainder(a: Operand, b: Operand): Resolution {
	const operands = [asDecimal(a), asDecimal(b)] as const;
	const [aScale, bScale] = [operands[0].scale, operands[1].scale];
	const fineScale = Math.max(aScale, bScale);
	const scale = Math.min(Math.max(shownScaleOf(a), shownScaleOf(b)), maximumScale);
	const of = (type: SqlType): Resolution => ({
		type,
		nullable: true,
		operands,
		evaluate: (evaluation, left, right) => {
			const fine = remainderOfDecimals(left as Integer, aScale, right as Integer, bScale);
			return fine === null
				? dividedByZero(evaluation)
				: type.scale === fineScale
					? fine
					: rescaleDecimal(fine, fineScale, type.scale);
		},
	});
	const shown = of(decimalResult(Math.max(shownPrecisionOf(a), shownPrecisionOf(b)), scale));
	return fineScale === scale
		? shown
		: { ...shown, finer: of(decimalResult(Math.max(precisionOf(a), precisionOf(b)), fineScale)) };
}

export const division: readonly FunctionDefinition[] = [
	{ ...define("/", 2, 2, quotient), takesFiner: true },
	{ ...define("div", 2, 2, wholeQuotient), takesFiner: true },
	...named(["%", "mod"], 2, 2, remainder).map((definition) => ({ ...definition, takesFiner: true })),
];
