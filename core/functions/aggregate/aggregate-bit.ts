/**
 * Bit aggregates of a group (BIT_AND, BIT_OR, BIT_XOR), on 64-bit integers.
 *
 * Never NULL: a group without values gives the operation's neutral element.
 *
 * | name            | result                        | source (MySQL 5.7 manual)               |
 * |-----------------|-------------------------------|-----------------------------------------|
 * | bit_and         | bigint(21) unsigned, all ones | 12.19.1 Aggregate Function Descriptions |
 * | bit_or, bit_xor | bigint(21) unsigned, 0        | 12.19.1                                 |
 */
import { asUnsigned } from "../../types/numeric/integer.ts";
import { canonical, type Integer, type Value } from "../../types/value/value.ts";
import { asInteger } from "../numeric/arithmetic.ts";
import type { Accumulator, AggregateDefinition } from "../definition/function.ts";
import { integerResult } from "../definition/result.ts";

type Join = (a: bigint, b: bigint) => bigint;

class Bits implements Accumulator {
	#bits: bigint;
	readonly #join: Join;

	constructor(neutral: bigint, join: Join) {
		this.#bits = neutral;
		this.#join = join;
	}

	add(_evaluation: unknown, values: readonly Value[]): void {
		const value = values[0]!;
		if (value !== null) {
			this.#bits = this.#join(this.#bits, BigInt(asUnsigned(value as Integer)));
		}
	}

	result(): Value {
		return canonical(this.#bits);
	}
}

function over(name: string, neutral: bigint, join: Join): AggregateDefinition {
	return {
		name,
		resolve: ([operand]) => ({
			type: integerResult(21, true),
			nullable: false,
			operands: [asInteger(operand!)],
			create: () => new Bits(neutral, join),
		}),
	};
}

export const bitAggregates: readonly AggregateDefinition[] = [
	over("bit_and", 0xffffffffffffffffn, (a, b) => a & b),
	over("bit_or", 0n, (a, b) => a | b),
	over("bit_xor", 0n, (a, b) => a ^ b),
];
