/**
 * Bit operations on 64-bit integers, with BIGINT UNSIGNED results; BIT columns are read as integers.
 *
 * | name            | result              | source (MySQL 5.7 manual)            |
 * |-----------------|---------------------|--------------------------------------|
 * | & \| ^ ~ << >>  | bigint(21) unsigned | 12.12 Bit Functions and Operators    |
 * | bit_count       | bigint(2)           | 12.12                                |
 */
import { asUnsigned } from "../../types/numeric/integer.ts";
import { canonical, type Integer } from "../../types/value/value.ts";
import { asInteger } from "./arithmetic.ts";
import { anyNullable, define } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { integerResult } from "../definition/result.ts";

const bits = integerResult(21, true);
const all = 0xffffffffffffffffn;
const small = 0x7fffffff;

/** A binary operator that may work on 32 bits where both operands are small and not negative. */
function operator(
	name: string,
	wide: (a: bigint, b: bigint) => bigint,
	narrow?: (a: number, b: number) => number,
): FunctionDefinition {
	return define(name, 2, 2, (operands) => ({
		type: bits,
		nullable: anyNullable(operands),
		operands: operands.map(asInteger),
		evaluate: (_evaluation, a, b) =>
			narrow !== undefined && isSmall(a) && isSmall(b)
				? narrow(a, b)
				: canonical(wide(BigInt(asUnsigned(a as Integer)), BigInt(asUnsigned(b as Integer)))),
	}));
}

function isSmall(value: unknown): value is number {
	return typeof value === "number" && value >= 0 && value <= small;
}

function countOnes(value: bigint): number {
	let count = 0;
	for (let rest = value; rest > 0n; rest &= rest - 1n) {
		count++;
	}
	return count;
}

export const bit: readonly FunctionDefinition[] = [
	operator(
		"&",
		(a, b) => a & b,
		(a, b) => a & b,
	),
	operator(
		"|",
		(a, b) => a | b,
		(a, b) => a | b,
	),
	operator(
		"^",
		(a, b) => a ^ b,
		(a, b) => a ^ b,
	),
	operator("<<", (a, b) => (b > 63n ? 0n : (a << b) & all)),
	operator(
		">>",
		(a, b) => (b > 63n ? 0n : a >> b),
		(a, b) => (b > 31 ? 0 : a >> b),
	),
	define("~", 1, 1, (operands) => ({
		type: bits,
		nullable: anyNullable(operands),
		operands: operands.map(asInteger),
		evaluate: (_evaluation, a) => canonical(all ^ BigInt(asUnsigned(a as Integer))),
	})),
	define("bit_count", 1, 1, (operands) => ({
		type: integerResult(2),
		nullable: anyNullable(operands),
		operands: operands.map(asInteger),
		evaluate: (_evaluation, a) => countOnes(BigInt(asUnsigned(a as Integer))),
	})),
];
