/**
 * Mathematical functions of doubles: roots, powers, logarithms, trigonometry, and RAND().
 *
 * NULL outside of a function's domain, error 1690 on overflow. RAND(seed) gives MySQL's sequence for the seed.
 *
 * | name                                        | result                          | source (MySQL 5.7 manual)     |
 * |---------------------------------------------|---------------------------------|-------------------------------|
 * | sqrt, exp, pow, power                       | double                          | 12.6.2 Mathematical Functions |
 * | ln, log, log2, log10                        | double, NULL up to 0            | 12.6.2                        |
 * | sin, cos, tan, cot, asin, acos, atan, atan2 | double                          | 12.6.2                        |
 * | degrees, radians                            | double                          | 12.6.2                        |
 * | pi                                          | double of 6 digits              | 12.6.2                        |
 * | rand ([seed])                               | double from 0 up to, but not 1  | 12.6.2                        |
 */
import { RandomNumbers } from "../../types/evaluation/random.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import * as elementary from "../../types/numeric/elementary.ts";
import { sqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { printDouble } from "./arithmetic.ts";
import { anyNullable, converted, define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { outOfRange } from "./out-of-range.ts";
import { fault } from "../../types/print/fault.ts";
import { bigintType, doubleType } from "../definition/result.ts";

type Formula = (a: number, b: number) => number;

/** NaN: outside of the domain, NULL. */
function formula(name: string, compute: Formula): Resolve {
	return (operands) => ({
		type: doubleType,
		nullable: true,
		operands: operands.map(() => doubleType),
		evaluate: (_evaluation, a, b) => {
			const result = compute(a as number, b as number);
			if (Number.isNaN(result)) {
				return null;
			}
			if (!Number.isFinite(result)) {
				const shown = operands.map((_operand, at) => printDouble(at === 0 ? a : b));
				throw outOfRange("DOUBLE", `${name}(${shown.join(",")})`);
			}
			return result + 0;
		},
	});
}

function simple(name: string, compute: Formula): FunctionDefinition {
	return define(name, 1, 1, formula(name, compute));
}

/** NULL, and a fault, for numbers that are not positive. */
function logarithm(compute: (value: number) => number): Resolve {
	return (operands) => ({
		type: doubleType,
		nullable: true,
		operands: operands.map(() => doubleType),
		evaluate: (evaluation, value) => (isIn(evaluation, (value as number) > 0) ? compute(value as number) : null),
	});
}

const logOfBase: Resolve = (operands) => ({
	type: doubleType,
	nullable: true,
	operands: operands.map(() => doubleType),
	evaluate: (evaluation, base, value) => {
		const [a, b] = [base as number, value as number];
		return isIn(evaluation, a > 0 && a !== 1 && b > 0) ? elementary.log(b) / elementary.log(a) : null;
	},
});

function isIn(evaluation: Evaluation, isPositive: boolean): boolean {
	if (!isPositive) {
		fault(evaluation, "invalidLogarithm");
	}
	return isPositive;
}

const log: Resolve = (operands, context) =>
	(operands.length === 1 ? logarithm(elementary.log) : logOfBase)(operands, context);

const arcTangent: Resolve = (operands, context) =>
	formula("atan", operands.length === 1 ? elementary.atan : elementary.atan2)(operands, context);

/** A constant or a parameter as seed starts one sequence a run; a seed from a row restarts it for each row. */
const rand: Resolve = ([seed]) => {
	if (seed === undefined) {
		return {
			type: doubleType,
			nullable: false,
			volatile: true,
			evaluate: ({ session }) => session.chance?.next() ?? session.seeded?.fraction() ?? Math.random(),
		};
	}
	const sequences = new WeakMap<Evaluation, RandomNumbers>();
	const seedOf = (value: Value) => (value === null ? 0n : BigInt(value));
	return {
		type: doubleType,
		nullable: false,
		volatile: true,
		compile: ([compiled]) => {
			const value = converted(compiled!, seed, bigintType);
			return (row, evaluation) => {
				if (seed.constant === undefined && seed.steady !== true) {
					return RandomNumbers.of(seedOf(value(row, evaluation))).next();
				}
				let sequence = sequences.get(evaluation);
				if (sequence === undefined) {
					sequence = RandomNumbers.of(seedOf(value(row, evaluation)));
					sequences.set(evaluation, sequence);
				}
				return sequence.next();
			};
		},
	};
};

const pi: Resolve = (operands) => ({
	type: sqlType("double", { length: 8, scale: 6 }),
	nullable: anyNullable(operands),
	evaluate: () => Math.PI,
});

export const numericReal: readonly FunctionDefinition[] = [
	simple("sqrt", Math.sqrt),
	simple("exp", elementary.exp),
	...named(["pow", "power"], 2, 2, formula("pow", elementary.pow)),
	define("ln", 1, 1, logarithm(elementary.log)),
	define(
		"log2",
		1,
		1,
		logarithm((value) => elementary.log(value) / Math.LN2),
	),
	define("log10", 1, 1, logarithm(elementary.log10)),
	define("log", 1, 2, log),
	simple("sin", elementary.sin),
	simple("cos", elementary.cos),
	simple("tan", elementary.tan),
	simple("cot", (value) => 1 / elementary.tan(value)),
	simple("asin", elementary.asin),
	simple("acos", elementary.acos),
	...named(["atan", "atan2"], 1, 2, arcTangent),
	simple("degrees", (value) => value * (180 / Math.PI)),
	simple("radians", (value) => value * (Math.PI / 180)),
	define("pi", 0, 0, pi),
	define("rand", 0, 1, rand),
];
