/**
 * MIN and MAX of a group: text in its collation, ENUM and SET as text.
 *
 * | name     | result             | source (MySQL 5.7 manual)               |
 * |----------|--------------------|-----------------------------------------|
 * | min, max | the operand's type | 12.19.1 Aggregate Function Descriptions |
 */
import { comparator, type Comparator } from "../../types/compare/comparison.ts";
import { familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { isDirect } from "../comparison/comparison.ts";
import type { Accumulator, AggregateDefinition } from "../definition/function.ts";
import { isTextual, textResult, textWidth } from "../definition/result.ts";

class Extreme implements Accumulator {
	#best: Value = null;
	readonly #isBetter: (a: Value, b: Value) => boolean;

	constructor(isBetter: (a: Value, b: Value) => boolean) {
		this.#isBetter = isBetter;
	}

	add(_evaluation: unknown, values: readonly Value[]): void {
		const value = values[0]!;
		if (value !== null && (this.#best === null || this.#isBetter(value, this.#best))) {
			this.#best = value;
		}
	}

	result(): Value {
		return this.#best;
	}
}

const less = (a: Value, b: Value): boolean => (a as Integer) < (b as Integer);
const greater = (a: Value, b: Value): boolean => (a as Integer) > (b as Integer);
const lessBy = (compare: Comparator) => (a: Value, b: Value) => compare(a, b) < 0;
const greaterBy = (compare: Comparator) => (a: Value, b: Value) => compare(a, b) > 0;

/** Drops ZEROFILL: only a column itself is shown with leading zeros. */
function withoutZeros(type: SqlType): SqlType {
	return type.zerofill ? sqlType(type.name, { ...type, zerofill: false }) : type;
}

function extreme(name: string, direct: typeof less, by: typeof lessBy): AggregateDefinition {
	return {
		name,
		resolve: ([operand]) => {
			const family = familyOf(operand!.type);
			const named = family === "enum" || family === "set";
			const type = named ? textResult(textWidth(operand!.type), operand!.type) : withoutZeros(operand!.type);
			const isBetter = isDirect(type) ? direct : by(comparator(type));
			return {
				type,
				nullable: true,
				...(isTextual(type) ? { coercibility: operand!.coercibility } : {}),
				operands: [named ? type : undefined],
				create: () => new Extreme(isBetter),
				...(isDirect(type) ? { totals: { kind: "extreme", greatest: name === "max" } } : {}),
			};
		},
	};
}

export const extremes: readonly AggregateDefinition[] = [
	extreme("min", less, lessBy),
	extreme("max", greater, greaterBy),
];
