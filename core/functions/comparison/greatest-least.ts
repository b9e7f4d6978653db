/**
 * LEAST and GREATEST of several operands in one row, in their common type; NULL where any operand is NULL.
 *
 * With numbers among text all are compared as numbers. With dates among text, text is parsed as dates, and the
 * selected operand is returned as written.
 *
 * | name            | result                    | source (MySQL 5.7 manual)                 |
 * |-----------------|---------------------------|-------------------------------------------|
 * | least, greatest | the operands' common type | 12.3.2 Comparison Functions and Operators |
 */
import { comparisonConverter } from "../../types/compare/comparison.ts";
import { type Converter, converter, resultConverter } from "../../types/assign/conversion.ts";
import { asSigned } from "../../types/numeric/integer.ts";
import { comparedMoment } from "../../types/convert/temporal-comparison.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { unionType } from "../../types/compare/union.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { doubleOfScale, isFixed } from "../numeric/arithmetic.ts";
import { chooseComparison, type CollationChoice } from "../operand/collation-choice.ts";
import { testBy } from "./comparison.ts";
import { anyNullable, define, many } from "../definition/definition.ts";
import type { Compiled, FunctionDefinition, Operand, ResolutionContext } from "../definition/function.ts";
import {
	bigintType,
	datetimeType,
	decimalResult,
	doubleType,
	isText,
	isTextual,
	shownScaleOf,
	textResult,
	textWidth,
} from "../definition/result.ts";

interface Common {
	readonly type: SqlType;
	readonly choice?: CollationChoice;
	/** Dates among text. */
	readonly dated?: boolean;
}

const moment = comparedMoment(datetimeType(6), {});

function commonOf(operands: readonly Operand[], context: ResolutionContext, name: string): Common {
	const known = operands.filter((operand) => operand.type.name !== "null");
	const texts = known.filter((operand) => isTextual(operand.type));
	const temporals = known.filter((operand) => familyOf(operand.type) === "temporal");
	if (texts.length > 0 && texts.length + temporals.length === known.length) {
		const choice = chooseComparison(operands, context, name);
		const dated = temporals.some((operand) => operand.type.name !== "time");
		return { type: textResult(Math.max(...known.map((operand) => textWidth(operand.type))), choice), choice, dated };
	}
	const union = unionType(operands.map((operand) => operand.type));
	const type = texts.length > 0 ? doubleType : union.name === "decimal" && isOfBits(operands) ? bigintType : union;
	const isDouble = type.name === "double" && operands.every(isFixed);
	return { type: isDouble ? doubleOfScale(Math.max(...operands.map(shownScaleOf)), true) : type };
}

const anyBigint = decimalResult(20, 0);

/**
 * Integers with BIGINT UNSIGNED among them: MySQL compares their bits as signed, and the result is signed unless all
 * are unsigned. In a double or decimal context their values are compared.
 */
function isOfBits(operands: readonly Operand[]): boolean {
	return (
		operands.every(({ type }) => familyOf(type) === "integer" || type.name === "null") &&
		operands.some(({ type }) => type.name === "bigint" && type.unsigned)
	);
}

function betterBits(sign: "<" | ">"): (a: Value, b: Value) => boolean {
	const isBetter = testBy(sign, bigintType);
	return (a, b) => isBetter(asSigned(a as Integer), asSigned(b as Integer));
}

function extreme(name: string, sign: "<" | ">"): FunctionDefinition {
	return define(name, 2, many, (operands, context) => {
		const { type, choice, dated } = commonOf(operands, context, name);
		const result = {
			type,
			nullable: anyNullable(operands),
			...(choice === undefined ? {} : { coercibility: choice.coercibility }),
		};
		if (dated === true) {
			const dates = operands
				.map((operand) => operand.type)
				.filter((each) => familyOf(each) === "temporal" && each.name !== "time");
			const shown = dates.find((each) => each.name === "datetime") ?? dates[0]!;
			return {
				...result,
				compile: (all) =>
					extremeMoment(
						operands,
						all,
						sign,
						operands.map((operand) => resultConverter(operand.type, type)),
					),
				number: (asked, all) =>
					extremeMoment(
						operands,
						all,
						sign,
						operands.map((operand) => numberOfMoment(operand.type, shown, asked)),
					),
			};
		}
		const { isBetter, operandType } = isOfBits(operands)
			? { isBetter: betterBits(sign), operandType: anyBigint }
			: { isBetter: testBy(sign, type), operandType: type };
		return {
			...result,
			operands: operands.map(() => operandType),
			...(isText(type)
				? {
						number: (asked, _compiled, numbers) =>
							bestOf(
								operands.map((_operand, at) => numbers(at)),
								testBy(sign, asked),
							),
					}
				: {}),
			...(isOfBits(operands)
				? {
						number: (asked, _compiled, numbers, whole) =>
							familyOf(asked) === "integer"
								? asInteger(whole(), converter(type, asked))
								: bestOf(
										operands.map((_operand, at) => numbers(at)),
										testBy(sign, asked),
									),
					}
				: {}),
			evaluate: (_evaluation, first, ...rest) => {
				let best = first;
				for (let at = 0; at < operands.length - 1; at++) {
					best = isBetter(rest[at]!, best) ? rest[at]! : best;
				}
				return type === bigintType ? asSigned(best as Integer) : best;
			},
		};
	});
}

/** Compares numbers in a numeric context: LEAST('11', '2') is 11, and LEAST('11', '2') + 0 is 2. */
function bestOf(all: readonly Compiled[], isBetter: (a: Value, b: Value) => boolean): Compiled {
	return (row, evaluation) => {
		let best: Value = null;
		for (const [at, each] of all.entries()) {
			const value = each(row, evaluation);
			if (value === null) {
				return null;
			}
			best = at === 0 || isBetter(value, best) ? value : best;
		}
		return best;
	};
}

function asInteger(whole: Compiled, convert: Converter): Compiled {
	return (row, evaluation) => {
		const value = whole(row, evaluation);
		return value === null ? null : convert(value, evaluation);
	};
}

/**
 * Converts to YYYYMMDD, or with the time of day as the first DATETIME among the operands, or else the first date, has
 * it.
 */
function numberOfMoment(from: SqlType, shown: SqlType, asked: SqlType): Converter {
	const [moved, number] = [converter(from, shown), converter(shown, asked)];
	return (value, evaluation) => {
		const found = moved(value, evaluation);
		return found === null ? null : number(found, evaluation);
	};
}

/** `shows`: converts the selected operand. */
function extremeMoment(
	operands: readonly Operand[],
	all: readonly Compiled[],
	sign: "<" | ">",
	shows: readonly Converter[],
): Compiled {
	const moments = operands.map((operand) => comparisonConverter(operand.type, moment));
	const isBetter = testBy(sign, moment);
	return (row, evaluation) => {
		const values = all.map((each) => each(row, evaluation));
		if (values.includes(null)) {
			return null;
		}
		const found = values.map((value, at) => moments[at]!(value, evaluation));
		const best = found.reduce<number>((before, value, at) => (isBetter(value, found[before]!) ? at : before), 0);
		return shows[best]!(values[best]!, evaluation);
	};
}

export const greatestLeastOperands: readonly FunctionDefinition[] = [
	extreme("least", "<"),
	extreme("greatest", ">"),
].map((definition) => ({ ...definition, handsOn: true }));
