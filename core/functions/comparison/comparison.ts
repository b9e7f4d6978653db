/**
 * Comparison operators, BETWEEN, and tests of one value (IS NULL, IS TRUE).
 *
 * Operands of different types are converted to one: numbers, dates, or text in the stronger collation. Rows are
 * compared by the planner, part by part. Negations (NOT BETWEEN, IS NOT TRUE) are `not` around these.
 *
 * | name                        | result    | source (MySQL 5.7 manual)                        |
 * |-----------------------------|-----------|--------------------------------------------------|
 * | = <> < <= > >=              | bigint(1) | 12.3.2 Comparison Functions and Operators        |
 * | <=>                         | bigint(1), never NULL | 12.3.2                               |
 * | between (value, low, high)  | bigint(1) | 12.3.2                                           |
 * | is null, is not null, isnull| bigint(1), never NULL | 12.3.2                               |
 * | is true, is false, is unknown | bigint(1), never NULL | 12.3.2                             |
 * | strcmp                      | bigint(2) | 12.7.1 String Comparison Functions               |
 */
import { comparator, comparisonConverter, comparisonType, type Comparator } from "../../types/compare/comparison.ts";
import { identity } from "../../types/assign/conversion.ts";
import { printJson } from "../../types/json/json.ts";
import { exactTemporalComparison, comparedMoment } from "../../types/convert/temporal-comparison.ts";
import { familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { chooseComparison } from "../operand/collation-choice.ts";
import { anyNullable, convertedBy, define, isSettled, named } from "../definition/definition.ts";
import type { Compiled, FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import { valueReader } from "../operand/json-operand.ts";
import { testOf } from "./logic.ts";
import { comparingQuoted, rangingQuoted } from "../date/quoted-time.ts";
import { anyText, doubleType, integerResult, isText, isTextual, sameType, truthType } from "../definition/result.ts";

/** Returns the comparison type of two operands; text in the stronger collation. */
export function pairType(a: Operand, b: Operand, context: ResolutionContext, operation: string): SqlType {
	return meetingType(comparisonType(a.type, b.type), a, b, context, operation);
}

/** `type`: how their types compare, whatever else is known of them. */
function meetingType(type: SqlType, a: Operand, b: Operand, context: ResolutionContext, operation: string): SqlType {
	if (familyOf(type) === "temporal") {
		return isCountedColumn(a, b) || isCountedColumn(b, a) ? doubleType : meetingOf(type, a, b);
	}
	if (type.name === "double" && (isQuoted(a, b) || isQuoted(b, a))) {
		return exactTemporalComparison(isText(b.type) ? a.type : b.type);
	}
	return isText(type) ? anyText(chooseComparison([a, b], context, operation)) : type;
}

/** An exact numeric column that may exceed a double's digits, and constant text: `id = '9007199254740993'`. */
function isQuoted({ name, type }: Operand, other: Operand): boolean {
	const isLong = type.name === "bigint" || (type.name === "decimal" && type.length > doubleDigits);
	return isLong && name !== undefined && isText(other.type) && isSettled(other);
}

/** A numeric column and a constant date or time, compared by the number of its digits. */
function isCountedColumn({ name, type }: Operand, other: Operand): boolean {
	const isKnown = other.name === undefined && isSettled(other);
	return name !== undefined && isNumber(type) && type.name !== "year" && familyOf(other.type) === "temporal" && isKnown;
}

/** Digits that a double always keeps. */
const doubleDigits = 15;

/** Where only one operand is a date or time, messages name its type and column. */
function meetingOf(type: SqlType, a: Operand, b: Operand): SqlType {
	const moments = [a, b].filter((operand) => familyOf(operand.type) === "temporal");
	const { name, type: own } = moments[0]!;
	return moments.length === 2
		? type
		: comparedMoment(type, {
				kind: own.name === "date" ? "date" : "datetime",
				...(name === undefined ? {} : { column: name }),
			});
}

/** Long lists have few types. */
function comparisonTypes(type: SqlType, others: readonly Operand[]): SqlType[] {
	const known = new Map<SqlType, SqlType>();
	return others.map((other) => {
		let met = known.get(other.type);
		if (met === undefined) {
			met = comparisonType(type, other.type);
			known.set(other.type, met);
		}
		return met;
	});
}

/** Returns the comparison type of the first operand with each other; if all are text, in one common collation. */
export function meetingTypes(operands: readonly Operand[], context: ResolutionContext, operation: string): SqlType[] {
	const [value, ...others] = operands as [Operand, ...Operand[]];
	// Where any pair is compared as text, all operands determine the collation, and the error lists them all.
	const types = comparisonTypes(value.type, others);
	const common = types.some(isText) ? anyText(chooseComparison(operands, context, operation)) : undefined;
	return others.map((other, at) =>
		common !== undefined && isText(types[at]!) ? common : meetingType(types[at]!, value, other, context, operation),
	);
}

/**
 * Returns the text type of an ENUM or SET compared with text of another charset: it then counts as that text towards
 * numbers too, and not as its number. `types`: its comparison types; undefined: each pair is compared separately.
 */
export function textOfElement({ type }: Operand, types: readonly SqlType[]): SqlType | undefined {
	return type.name === "enum" || type.name === "set"
		? types.find((met) => familyOf(met) === "text" && met.charset !== type.charset)
		: undefined;
}

/** True where values of the type can be compared with `===` and `<`. */
export function isDirect(type: SqlType): boolean {
	const family = familyOf(type);
	return (
		family === "integer" || family === "decimal" || family === "float" || family === "temporal" || family === "bit"
	);
}

/** Returns an operand converted for a comparison; text compared with JSON is converted differently. */
export function compared(compiled: Compiled, operand: Operand, type: SqlType): Compiled {
	const truth = type.name === "json" && operand.type === truthType ? valueReader(operand) : undefined;
	const convert =
		truth === undefined ? comparisonConverter(operand.type, type) : (value: Value) => printJson(truth(value));
	return convertedBy(
		convert === identity ? identity : (value, evaluation) => (value === null ? null : convert(value, evaluation)),
		compiled,
		operand,
	);
}

type Test = (a: Value, b: Value) => boolean;

interface Operator {
	readonly sign: string;
	readonly direct: Test;
	readonly by: (compare: Comparator) => Test;
}

const operators: readonly Operator[] = [
	{ sign: "=", direct: (a, b) => a === b, by: (compare) => (a, b) => compare(a, b) === 0 },
	{ sign: "<>", direct: (a, b) => a !== b, by: (compare) => (a, b) => compare(a, b) !== 0 },
	{ sign: "<", direct: (a, b) => (a as Integer) < (b as Integer), by: (compare) => (a, b) => compare(a, b) < 0 },
	{ sign: "<=", direct: (a, b) => (a as Integer) <= (b as Integer), by: (compare) => (a, b) => compare(a, b) <= 0 },
	{ sign: ">", direct: (a, b) => (a as Integer) > (b as Integer), by: (compare) => (a, b) => compare(a, b) > 0 },
	{ sign: ">=", direct: (a, b) => (a as Integer) >= (b as Integer), by: (compare) => (a, b) => compare(a, b) >= 0 },
];

/** Returns SQL equality or order for values of this type. */
export function testBy(sign: string, type: SqlType): Test {
	const operator = operators.find((candidate) => candidate.sign === sign)!;
	return isDirect(type) ? operator.direct : operator.by(comparator(type));
}

/** Text compared with a date becomes NULL where it is not one. */
export function mayBeNull(operands: readonly Operand[], types: readonly SqlType[]): boolean {
	return (
		anyNullable(operands) ||
		(types.some((type) => familyOf(type) === "temporal") &&
			operands.some((operand) => familyOf(operand.type) !== "temporal"))
	);
}

/** Returns the resolution parts that compare a pair. */
function comparing(
	operands: readonly Operand[],
	type: SqlType,
	evaluate: (a: Value, b: Value) => Value,
	nullSafe = false,
): Resolution {
	const nullable = !nullSafe && mayBeNull(operands, [type]);
	if (type.name !== "json") {
		return {
			type: truthType,
			nullable,
			operands: [type, type],
			nullPropagates: !nullSafe,
			evaluate: (_evaluation, a, b) => evaluate(a, b),
		};
	}
	return {
		type: truthType,
		nullable,
		compile: (compiled) => {
			const [left, right] = compiled.map((each, at) => compared(each, operands[at]!, type)) as [Compiled, Compiled];
			return (row, evaluation) => {
				const a = left(row, evaluation);
				const b = right(row, evaluation);
				return (a === null || b === null) && !nullSafe ? null : evaluate(a, b);
			};
		},
	};
}

function comparison({ sign, direct }: Operator): FunctionDefinition {
	return define(sign, 2, 2, (operands, context) => {
		const [a, b] = operands as readonly [Operand, Operand];
		const type = pairType(a, b, context, sign);
		const quoted = comparingQuoted([a, b], type, (order) => direct(order, 0));
		if (quoted !== undefined) {
			return quoted;
		}
		const test = testBy(sign, type);
		return comparing(operands, type, (left, right) => (test(left, right) ? 1 : 0));
	});
}

const nullSafeEqual = define("<=>", 2, 2, (operands, context) => {
	const [a, b] = operands as readonly [Operand, Operand];
	const type = pairType(a, b, context, "<=>");
	const quoted = comparingQuoted([a, b], type, (order) => order === 0, true);
	if (quoted !== undefined) {
		return quoted;
	}
	const equal = testBy("=", type);
	const evaluate = (left: Value, right: Value) =>
		left === null || right === null ? (left === right ? 1 : 0) : equal(left, right) ? 1 : 0;
	return comparing(operands, type, evaluate, true);
});

/**
 * Returns the comparison types of a value with the bounds of a range, determined by all three: dates if there is a
 * date and no number; doubles if there is a number, except for a date or time value, which its bounds are converted
 * to.
 */
export function rangeTypes(
	operands: readonly Operand[],
	context: ResolutionContext,
	operation: string,
): [low: SqlType, high: SqlType] {
	const types = operands.map(({ type }) => type) as [value: SqlType, low: SqlType, high: SqlType];
	const isCounted = types.some(isNumber);
	if (isCounted && familyOf(types[0]) !== "temporal" && isMixed(...types)) {
		// Numbers need no common collation.
		return [doubleType, doubleType];
	}
	if (!isCounted && types.filter(isTextual).length > 1) {
		// Throws where texts have no common collation, even if they are compared as dates.
		chooseComparison(operands, context, operation);
	}
	const [low, high] = meetingTypes(operands, context, operation) as [SqlType, SqlType];
	if (!isCounted && !types.some(isDated) && isText(low) !== isText(high)) {
		// A time bound beside a text bound is compared as text, and so is a TIME value.
		return isText(low) ? [low, low] : [high, high];
	}
	const dated = operands.find(({ type }) => isDated(type));
	const [value] = operands as [Operand];
	if (dated === undefined || isDated(low) === isDated(high)) {
		return [low, high];
	}
	const both = meetingOf(
		sqlType(isCounted ? "time" : "datetime", { scale: finest }),
		isCounted ? value : dated,
		operands.find(({ type }) => familyOf(type) !== "temporal") ?? value,
	);
	return [both, both];
}

/** True for a date or time among them, or text between text and a number. */
function isMixed(value: SqlType, low: SqlType, high: SqlType): boolean {
	return (
		[low, high].some((type) => familyOf(type) === "temporal") ||
		(isTextual(value) && (isTextual(low) || isTextual(high)))
	);
}

/** Maximum of fractional digits. */
const finest = 6;

function isNumber(type: SqlType): boolean {
	return ["integer", "decimal", "float"].includes(familyOf(type));
}

function isDated({ name }: SqlType): boolean {
	return name === "datetime" || name === "date" || name === "timestamp";
}

/**
 * Both bounds are always evaluated, each compared in its own type; a NULL bound matters only where the other one does
 * not decide.
 */
const between = define("between", 3, 3, (operands, context) => {
	const [value, low, high] = operands as readonly [Operand, Operand, Operand];
	const [lowType, highType] = rangeTypes(operands, context, "between");
	const quoted = rangingQuoted(operands as readonly [Operand, Operand, Operand], isText(lowType) ? lowType : highType);
	if (quoted !== undefined) {
		return quoted;
	}
	const [atLeast, atMost] = [testBy(">=", lowType), testBy("<=", highType)];
	return {
		type: truthType,
		nullable: mayBeNull(operands, [lowType, highType]),
		compile: ([a, b, c]) => {
			const [forLow, lowBound] = [compared(a!, value, lowType), compared(b!, low, lowType)];
			const [forHigh, highBound] = [compared(a!, value, highType), compared(c!, high, highType)];
			const same = sameType(lowType, highType);
			return (row, evaluation) => {
				const x = forLow(row, evaluation);
				if (x === null) {
					return null;
				}
				const bottom = lowBound(row, evaluation);
				const top = highBound(row, evaluation);
				if (bottom !== null && !atLeast(x, bottom)) {
					return 0;
				}
				const y = same ? x : forHigh(row, evaluation);
				if (top !== null && !atMost(y, top)) {
					return 0;
				}
				return bottom === null || top === null ? null : 1;
			};
		},
	};
});

function nullTest(name: string, isNull: 0 | 1): FunctionDefinition {
	return define(name, 1, 1, () => ({
		type: truthType,
		nullable: false,
		nullPropagates: false,
		evaluate: (_evaluation, value) => (value === null ? isNull : 1 - isNull),
	}));
}

function truthTest(name: string, wanted: boolean | null): FunctionDefinition {
	return define(name, 1, 1, ([operand]) => ({
		type: truthType,
		nullable: false,
		compile: ([compiled]) => {
			const test = testOf(compiled!, operand!);
			return (row, evaluation) => (test(row, evaluation) === wanted ? 1 : 0);
		},
	}));
}

const strcmp = named(["strcmp"], 2, 2, (operands, context) => {
	const type = anyText(chooseComparison(operands, context, "strcmp"));
	const compare = comparator(type);
	return {
		type: integerResult(2),
		nullable: anyNullable(operands),
		operands: [type, type],
		evaluate: (_evaluation, a, b) => Math.sign(compare(a, b)),
	};
});

export const comparisons: readonly FunctionDefinition[] = [
	...operators.map(comparison),
	nullSafeEqual,
	between,
	nullTest("is null", 1),
	nullTest("isnull", 1),
	nullTest("is not null", 0),
	truthTest("is true", true),
	truthTest("is false", false),
	truthTest("is unknown", null),
	...strcmp,
];
