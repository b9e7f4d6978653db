/**
 * Variance and standard deviation of a group, of the population or estimated from a sample.
 *
 * | name                  | result | source (MySQL 5.7 manual)               |
 * |-----------------------|--------|-----------------------------------------|
 * | variance, var_samp    | double | 12.19.1 Aggregate Function Descriptions |
 * | std, stddev_samp      | double | 12.19.1                                 |
 */
import type { Value } from "../../types/value/value.ts";
import type { Accumulator, AggregateDefinition } from "../definition/function.ts";
import { doubleType } from "../definition/result.ts";

class Spread implements Accumulator {
	#count = 0;
	#mean = 0;
	#squares = 0;
	readonly #sample: boolean;
	readonly #root: boolean;

	constructor(sample: boolean, root: boolean) {
		this.#sample = sample;
		this.#root = root;
	}

	add(_evaluation: unknown, values: readonly Value[]): void {
		const value = values[0] as number | null;
		if (value === null) {
			return;
		}
		this.#count++;
		const distance = value - this.#mean;
		this.#mean += distance / this.#count;
		this.#squares += distance * (value - this.#mean);
	}

	result(): Value {
		const divisor = this.#sample ? this.#count - 1 : this.#count;
		if (divisor <= 0) {
			return null;
		}
		const variance = this.#squares / divisor;
		// NULL where the differences overflow a double.
		return !Number.isFinite(variance) ? null : this.#root ? Math.sqrt(variance) : variance;
	}
}

function spread(name: string, sample: boolean, root: boolean): AggregateDefinition {
	return {
		name,
		takesFiner: true,
		resolve: () => ({
			type: doubleType,
			nullable: true,
			operands: [doubleType],
			create: () => new Spread(sample, root),
		}),
	};
}

export const spreads: readonly AggregateDefinition[] = [
	spread("variance", false, false),
	spread("var_samp", true, false),
	spread("std", false, true),
	spread("stddev_samp", true, true),
];
