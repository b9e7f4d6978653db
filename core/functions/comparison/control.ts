/**
 * Control flow functions (IF, CASE, IFNULL, COALESCE, NULLIF) and ANY_VALUE.
 *
 * The result's type holds all alternatives; only the needed operands are evaluated.
 *
 * | name      | operands                                        | result            | source (MySQL 5.7 manual)      |
 * |-----------|-------------------------------------------------|-------------------|--------------------------------|
 * | if        | condition, then, else                           | union of the two  | 12.4 Control Flow Functions    |
 * | case      | when, then, when, then, ... , else (may be absent) | union of thens and else | 12.4                  |
 * | case-of   | operand, when, then, ..., else (may be absent)  | the same          | 12.4                           |
 * | ifnull    | two                                             | their union       | 12.4                           |
 * | coalesce  | one or more                                     | their union       | 12.3.2 Comparison Functions    |
 * | nullif    | two                                             | the first's type, text of ENUM | 12.4                           |
 * | any_value | one                                             | its own type      | 12.20 Miscellaneous Functions  |
 */
import { mayMakeNoText } from "../../types/convert/convert-text.ts";
import { defaultLength, familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import { unionType } from "../../types/compare/union.ts";
import { doubleOfScale, isFixed } from "../numeric/arithmetic.ts";
import { chooseCollation } from "../operand/collation-choice.ts";
import { compared, pairType, testBy, textOfElement } from "./comparison.ts";
import { converted, convertedResult, define, unlimited } from "../definition/definition.ts";
import type {
	Coercibility,
	Compiled,
	FunctionDefinition,
	Operand,
	Resolution,
	ResolutionContext,
} from "../definition/function.ts";
import { testOf } from "./logic.ts";
import {
	anyText,
	decimalResult,
	isText,
	isTextual,
	maximumPrecision,
	precisionOf,
	scaleOf,
	shownScaleOf,
	textResult,
	textWidth,
} from "../definition/result.ts";

const documentText = anyText({ charset: "utf8mb4", collation: "utf8mb4_bin" });

/** Of any number of values: arguments of a call are on the stack. */
function greatest(values: readonly number[], least = Number.NEGATIVE_INFINITY): number {
	return values.reduce((most, value) => Math.max(most, value), least);
}

/** Returns the common type of all alternatives, text in their common collation. */
export function commonType(
	operands: readonly Operand[],
	context: ResolutionContext,
	operation: string,
): { readonly type: SqlType; readonly coercibility?: Coercibility } {
	const union = unionType(typesToJoin(operands, context, operation));
	// The result is ENUM or SET for a column itself only; otherwise it is text.
	const type = union.name === "enum" || union.name === "set" ? textResult(textWidth(union), union) : union;
	if (type.name === "decimal") {
		// Signed and unsigned BIGINT have a common decimal type: CAST(-3 AS UNSIGNED) declares two digits and has twenty.
		const isOfIntegers = operands.every((operand) => operand.type.name !== "decimal");
		const whole = greatest(
			operands.map((operand) => precisionOf(operand) - Math.max(scaleOf(operand.type), 0)),
			isOfIntegers ? 20 : 0,
		);
		return { type: decimalResult(whole + type.scale, type.scale, type.unsigned) };
	}
	if (type.name === "double" && operands.every(isFixed)) {
		return { type: doubleOfScale(greatest(operands.map(shownScaleOf)), true) };
	}
	if (familyOf(type) === "bytes") {
		return { type, coercibility: chooseCollation(operands, context, operation).coercibility };
	}
	if (familyOf(type) !== "text") {
		return isTextual(type) ? { type, coercibility: 2 } : { type };
	}
	const { charset, collation, coercibility } = chooseCollation(operands, context, operation);
	const length = type.name === "varchar" ? greatest(operands.map((operand) => textWidth(operand.type))) : type.length;
	return { type: sqlType(type.name, { ...type, charset, collation, length }), coercibility };
}

/** Binary strings with a weaker coercibility than text become text: a literal with an introducer beside a column. */
function typesToJoin(operands: readonly Operand[], context: ResolutionContext, operation: string): readonly SqlType[] {
	const types = operands.map(({ type }) => type);
	if (
		!types.some((type) => familyOf(type) === "bytes") ||
		!types.some((type) => ["text", "enum", "set"].includes(familyOf(type)))
	) {
		return types;
	}
	const { charset, collation } = chooseCollation(operands, context, operation);
	return charset === "binary"
		? types
		: types.map((type) => (familyOf(type) === "bytes" ? textResult(textWidth(type), { charset, collation }) : type));
}

/** Makes the resolution of IF, CASE or COALESCE from the alternatives and a selection among them. */
function choice(
	alternatives: readonly Operand[],
	context: ResolutionContext,
	operation: string,
	nullable: boolean,
	compile: NonNullable<Resolution["compile"]>,
	places: readonly number[],
): Resolution {
	const { type: told, coercibility } = commonType(alternatives, context, operation);
	const roomy = withRoom(told, alternatives);
	const placeOf = new Map(places.map((at, place) => [at, place]));
	// Text shows MySQL's width; a DECIMAL must have room for all digits.
	const type = told.name === "decimal" ? roomy : told;
	return {
		type,
		nullable: nullable || alternatives.some((each) => mayMakeNoText(each.type, roomy)),
		...(coercibility === undefined ? {} : { coercibility }),
		compile: (operands) =>
			compile(
				operands.map((each, at) => {
					const place = placeOf.get(at);
					return place === undefined ? each : convertedResult(each, alternatives[place]!, roomy);
				}),
			),
		...(isText(type)
			? {
					number: (_type, operands, numbers) =>
						compile(operands.map((each, at) => (placeOf.has(at) ? numbers(at) : each))),
				}
			: {}),
	};
}

/** Widens the type for integer columns: an INT(2) may hold ten digits, none of which may be lost. */
function withRoom(type: SqlType, alternatives: readonly Operand[]): SqlType {
	const digits = alternatives.map((operand) =>
		operand.name !== undefined && familyOf(operand.type) === "integer"
			? defaultLength(operand.type.name, operand.type.unsigned)
			: 0,
	);
	const needed = greatest(digits) + (type.name === "decimal" ? type.scale : 0);
	const isCut = type.name === "decimal" || type.name === "varchar" || type.name === "varbinary";
	return isCut && needed > type.length
		? sqlType(type.name, { ...type, length: Math.min(needed, type.name === "decimal" ? maximumPrecision : needed) })
		: type;
}

const iff = define("if", 3, 3, ([condition, ...rest], context) => {
	const nullable = rest.some((operand) => operand.nullable);
	return choice(
		rest,
		context,
		"if",
		nullable,
		([test, then, otherwise]) => {
			const holds = testOf(test!, condition!);
			return (row, evaluation) => (holds(row, evaluation) === true ? then! : otherwise!)(row, evaluation);
		},
		[1, 2],
	);
});

/** Returns the positions of the alternatives, from the first THEN; an odd last one is ELSE. */
export function alternativePlaces(count: number, start: number): number[] {
	const places = [];
	for (let at = start + 1; at < count; at += 2) {
		places.push(at);
	}
	if ((count - start) % 2 === 1) {
		places.push(count - 1);
	}
	return places;
}

/** Evaluates the branches in order: `tests[i]` decides for `thens[i]`. */
function branches(
	tests: readonly ((...call: Parameters<Compiled>) => boolean)[],
	thens: readonly Compiled[],
	otherwise: Compiled | undefined,
): Compiled {
	return (row, evaluation) => {
		for (let at = 0; at < tests.length; at++) {
			if (tests[at]!(row, evaluation)) {
				return thens[at]!(row, evaluation);
			}
		}
		return otherwise === undefined ? null : otherwise(row, evaluation);
	};
}

function caseOf(start: 0 | 1): FunctionDefinition {
	return define(start === 0 ? "case" : "case-of", start + 2, unlimited, (operands, context) => {
		const places = alternativePlaces(operands.length, start);
		const alternatives = places.map((at) => operands[at]!);
		const hasElse = (operands.length - start) % 2 === 1;
		const nullable = !hasElse || alternatives.some((operand) => operand.nullable);
		const whens = operands.slice(start, operands.length - (hasElse ? 1 : 0)).filter((_operand, at) => at % 2 === 0);
		const given = operands[0]!;
		const met = start === 0 ? [] : whens.map((when) => whenType(given, when, context));
		const text = textOfElement(given, met);
		const chooser = text === undefined ? given : { ...given, type: text };
		const types = text === undefined ? met : whens.map((when) => whenType(chooser, when, context));
		return choice(
			alternatives,
			context,
			"case",
			nullable,
			(compiled) => {
				const chosen = text === undefined ? compiled[0]! : converted(compiled[0]!, given, text);
				const conditions = whens.map((when, at) => {
					const each = compiled[start + at * 2]!;
					return start === 0 ? isTrue(each, when) : isEqual(chosen, chooser, each, when, types[at]!);
				});
				const thens = whens.map((_when, at) => compiled[start + at * 2 + 1]!);
				return branches(conditions, thens, hasElse ? compiled[operands.length - 1] : undefined);
			},
			places,
		);
	});
}

/** Unlike `=`, CASE compares JSON with text by its printed text. */
function whenType(operand: Operand, when: Operand, context: ResolutionContext): SqlType {
	const hasText = isText(operand.type) || isText(when.type);
	const hasJson = operand.type.name === "json" || when.type.name === "json";
	return hasText && hasJson ? documentText : pairType(operand, when, context, "case");
}

function isTrue(compiled: Compiled, operand: Operand): (...call: Parameters<Compiled>) => boolean {
	const test = testOf(compiled, operand);
	return (row, evaluation) => test(row, evaluation) === true;
}

function isEqual(
	a: Compiled,
	left: Operand,
	b: Compiled,
	right: Operand,
	type: SqlType,
): (...call: Parameters<Compiled>) => boolean {
	const [first, second] = [compared(a, left, type), compared(b, right, type)];
	const equal = testBy("=", type);
	return (row, evaluation) => {
		const x = first(row, evaluation);
		const y = x === null ? null : second(row, evaluation);
		return x !== null && y !== null && equal(x, y);
	};
}

/** Converted to text first, even in a numeric context: an ENUM loses its number. */
function firstNotNull(name: string, least: number, most: number): FunctionDefinition {
	return define(name, least, most, (operands, context) => {
		const nullable = operands.every((operand) => operand.nullable);
		const { number: _number, ...chosen } = choice(
			operands,
			context,
			name,
			nullable,
			(compiled) => (row, evaluation) => {
				for (const each of compiled) {
					const value = each(row, evaluation);
					if (value !== null) {
						return value;
					}
				}
				return null;
			},
			operands.map((_operand, at) => at),
		);
		return chosen;
	});
}

const nullif = define("nullif", 2, 2, (operands, context) => {
	const [a, b] = operands as readonly [Operand, Operand];
	const type = pairType(a, b, context, "nullif");
	const result = a.type.name === "enum" || a.type.name === "set" ? textResult(textWidth(a.type), a.type) : a.type;
	return {
		type: result,
		nullable: true,
		coercibility: a.coercibility,
		compile: ([first, second]) => {
			const equal = isEqual(first!, a, second!, b, type);
			const handedOn = result === a.type ? first! : converted(first!, a, result);
			return (row, evaluation) => (equal(row, evaluation) ? null : handedOn(row, evaluation));
		},
		...(isText(result)
			? {
					number: (_type, [first, second], numbers) => {
						const equal = isEqual(first!, a, second!, b, type);
						const handedOn = numbers(0);
						return (row, evaluation) => (equal(row, evaluation) ? null : handedOn(row, evaluation));
					},
				}
			: {}),
	};
});

/**
 * Returns its operand. The planner exempts the name from the check for functional dependency (ONLY_FULL_GROUP_BY).
 */
const anyValue = define("any_value", 1, 1, ([operand]) => ({
	type: operand!.type,
	nullable: operand!.nullable,
	coercibility: operand!.coercibility,
	evaluate: (_evaluation, value) => value,
}));

export const control: readonly FunctionDefinition[] = [
	iff,
	caseOf(0),
	caseOf(1),
	firstNotNull("ifnull", 2, 2),
	firstNotNull("coalesce", 1, unlimited),
	nullif,
	anyValue,
].map((definition) => ({ ...definition, handsOn: true }));
