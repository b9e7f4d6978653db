/**
 * COUNT, SUM and AVG of a group: exact sums of exact numbers, double sums of all others.
 *
 * Duplicates are removed by the operator before (DISTINCT).
 *
 * | name  | exact operand                       | float or text | source (MySQL 5.7 manual)            |
 * |-------|-------------------------------------|---------------|--------------------------------------|
 * | count | bigint(21), not null                | the same      | 12.19.1 Aggregate Function Descriptions |
 * | sum   | decimal, 22 digits more             | double        | 12.19.1                              |
 * | avg   | decimal, 4 digits more on each side | double        | 12.19.1                              |
 */
import { divideDecimals, divideDecimalsCutting, quotientDigits, rescaleDecimal } from "../../types/numeric/decimal.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { asDecimal, doubleOfScale, isFixed, kindOf } from "../numeric/arithmetic.ts";
import type { Accumulator, AggregateDefinition, AggregateResolution, Operand } from "../definition/function.ts";
import {
	decimalResult,
	doubleType,
	integerResult,
	maximumScale,
	scaleOf,
	shownPrecisionOf,
	shownScaleOf,
} from "../definition/result.ts";

/** Returns the type that the operand is converted to before summing; undefined for integers, decimals and floats. */
function summand(operand: Operand): SqlType | undefined {
	const family = familyOf(operand.type);
	if (family === "integer" || family === "decimal" || family === "float" || family === "bit") {
		return undefined;
	}
	return kindOf(operand.type) === "double" ? doubleType : asDecimal(operand);
}

/** COUNT(*) counts rows; COUNT(a, b) those in which no operand is NULL. */
class Count implements Accumulator {
	#count = 0;

	add(_evaluation: unknown, values: readonly Value[]): void {
		for (const value of values) {
			if (value === null) {
				return;
			}
		}
		this.#count++;
	}

	result(): Value {
		return this.#count;
	}
}

/** Computes the result from the sum and the count of values. */
type Finish<Total> = (total: Total, count: number) => Value;

type Adding = Pick<AggregateResolution, "create" | "totals">;

function exactly(finish: Finish<Integer>): Adding {
	return { create: () => new ExactSum(finish), totals: { kind: "exact", finish } };
}

function roughly(finish: Finish<number>): Adding {
	return { create: () => new FloatSum(finish), totals: { kind: "float", finish } };
}

class ExactSum implements Accumulator {
	#sum: Integer = 0;
	#count = 0;
	readonly #finish: Finish<Integer>;

	constructor(finish: Finish<Integer>) {
		this.#finish = finish;
	}

	add(_evaluation: unknown, values: readonly Value[]): void {
		const value = values[0];
		if (value !== null) {
			this.#sum = addIntegers(this.#sum, value as Integer);
			this.#count++;
		}
	}

	result(): Value {
		return this.#count === 0 ? null : this.#finish(this.#sum, this.#count);
	}
}

class FloatSum implements Accumulator {
	#sum = 0;
	#count = 0;
	readonly #finish: Finish<number>;

	constructor(finish: Finish<number>) {
		this.#finish = finish;
	}

	add(_evaluation: unknown, values: readonly Value[]): void {
		const value = values[0];
		if (value !== null) {
			this.#sum += value as number;
			this.#count++;
		}
	}

	result(): Value {
		return this.#count === 0 ? null : this.#finish(this.#sum, this.#count);
	}
}

const count: AggregateDefinition = {
	name: "count",
	resolve: () => ({ type: integerResult(21), nullable: false, create: () => new Count(), totals: { kind: "count" } }),
};

const sum: AggregateDefinition = {
	name: "sum",
	takesFiner: true,
	resolve: ([operand]) => {
		const { type } = operand!;
		if (kindOf(type) === "double") {
			return {
				type: doubleOfScale(scaleOf(type), isFixed(operand!)),
				nullable: true,
				operands: [summand(operand!)],
				...roughly((total) => total),
			};
		}
		const own = Math.max(0, scaleOf(type));
		const scale = Math.max(0, shownScaleOf(operand!));
		return {
			type: decimalResult(shownPrecisionOf(operand!) + 22, scale),
			nullable: true,
			operands: [summand(operand!)],
			...exactly((total) => rescaleDecimal(total, own, scale)),
		};
	},
};

const avg: AggregateDefinition = {
	name: "avg",
	takesFiner: true,
	resolve: ([operand], { divisionPrecisionIncrement: increment }) => {
		const { type } = operand!;
		const own = Math.max(0, scaleOf(type));
		if (kindOf(type) === "double") {
			return {
				type: doubleOfScale(own + increment, isFixed(operand!)),
				nullable: true,
				operands: [summand(operand!)],
				...roughly((total, rows) => total / rows),
			};
		}
		const scale = Math.min(Math.max(0, shownScaleOf(operand!)) + increment, maximumScale);
		const precision = shownPrecisionOf(operand!) + increment;
		const fineScale = Math.max(scale, Math.min(quotientDigits(own, 0, increment), maximumScale));
		const shown = { type: decimalResult(precision, scale), nullable: true, operands: [summand(operand!)] };
		return {
			...shown,
			...exactly((total, rows) => divideDecimals(total, own, rows, 0, scale)),
			finer: {
				...shown,
				type: decimalResult(precision - scale + fineScale, fineScale),
				...exactly((total, rows) => divideDecimalsCutting(total, own, rows, 0, fineScale)),
			},
		};
	},
};

export const sums: readonly AggregateDefinition[] = [count, sum, avg];
