/**
 * Integers: ranges of the integer types and exact arithmetic on canonical integers.
 *
 * Results are exact at any size; the caller checks SQL's range with `fitsBigint`.
 */
import type { SqlType, TypeName } from "../value/type.ts";
import { canonical, type Integer } from "../value/value.ts";

export const maxSigned = 9223372036854775807n;
export const minSigned = -9223372036854775808n;
export const maxUnsigned = 18446744073709551615n;

type IntegerRange = readonly [least: Integer, greatest: Integer];

const bits: Partial<Record<TypeName, number>> = { tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 64 };
const signedRanges = new Map<number, IntegerRange>();
const unsignedRanges = new Map<number, IntegerRange>();

/** Returns the range of an integer or BIT type. */
export function integerRange(type: Pick<SqlType, "name" | "unsigned" | "length">): IntegerRange {
	if (type.name === "year") {
		return [0, 2155];
	}
	if (type.name === "bit") {
		return [0, canonical((1n << BigInt(type.length)) - 1n)];
	}
	const width = bits[type.name] ?? 64;
	const ranges = type.unsigned ? unsignedRanges : signedRanges;
	let range = ranges.get(width);
	if (range === undefined) {
		const most = 1n << BigInt(type.unsigned ? width : width - 1);
		range = [type.unsigned ? 0 : canonical(-most), canonical(most - 1n)];
		ranges.set(width, range);
	}
	return range;
}

/** True if BIGINT (UNSIGNED) can hold the value. */
export function fitsBigint(value: Integer, unsigned: boolean): boolean {
	if (typeof value === "number") {
		return !unsigned || value >= 0;
	}
	return unsigned ? value >= 0n && value <= maxUnsigned : value >= minSigned && value <= maxSigned;
}

export function addIntegers(a: Integer, b: Integer): Integer {
	if (typeof a === "number" && typeof b === "number") {
		const sum = a + b;
		if (Number.isSafeInteger(sum)) {
			return sum;
		}
	}
	return canonical(BigInt(a) + BigInt(b));
}

export function subtractIntegers(a: Integer, b: Integer): Integer {
	if (typeof a === "number" && typeof b === "number") {
		const difference = a - b;
		if (Number.isSafeInteger(difference)) {
			return difference;
		}
	}
	return canonical(BigInt(a) - BigInt(b));
}

export function multiplyIntegers(a: Integer, b: Integer): Integer {
	if (typeof a === "number" && typeof b === "number") {
		const product = a * b;
		if (Number.isSafeInteger(product)) {
			return product + 0;
		}
	}
	return canonical(BigInt(a) * BigInt(b));
}

/** DIV: the quotient truncated towards zero; null for a divisor of 0. */
export function divideIntegers(a: Integer, b: Integer): Integer | null {
	if (b === 0) {
		return null;
	}
	if (typeof a === "number" && typeof b === "number") {
		// Both operands are exact, but the quotient may have been rounded up to an integer.
		return (a - (a % b)) / b + 0;
	}
	return canonical(BigInt(a) / BigInt(b));
}

/** MOD: the remainder of the truncated division, with the dividend's sign; null for a divisor of 0. */
export function remainderOfIntegers(a: Integer, b: Integer): Integer | null {
	if (b === 0) {
		return null;
	}
	if (typeof a === "number" && typeof b === "number") {
		return (a % b) + 0;
	}
	return canonical(BigInt(a) % BigInt(b));
}

export function negateInteger(value: Integer): Integer {
	return typeof value === "number" ? 0 - value : canonical(-value);
}

export function absoluteInteger(value: Integer): Integer {
	return value < 0 ? negateInteger(value) : value;
}

/** Returns the same 64 bits as an unsigned integer, for bit operations: -1 is 18446744073709551615. */
export function asUnsigned(value: Integer): Integer {
	return value < 0 ? canonical(BigInt.asUintN(64, BigInt(value))) : value;
}

/** Returns the same 64 bits as a signed integer. */
export function asSigned(value: Integer): Integer {
	return typeof value === "bigint" && value > maxSigned ? canonical(BigInt.asIntN(64, value)) : value;
}

/** Clips to a range. */
export function clampInteger(value: Integer, [least, greatest]: IntegerRange): Integer {
	return value < least ? least : value > greatest ? greatest : value;
}

/** Rounds a double to the nearest integer, halves to even, as the C library's rint does. */
export function integerFromDouble(value: number): Integer {
	const rounded = roundHalfEven(value);
	return Number.isSafeInteger(rounded) ? rounded + 0 : canonical(BigInt(rounded));
}

/** A number beyond 64 bits converts as x86 does: to the sign bit alone. */
export function bitsOfDouble(whole: number): Integer {
	const integer = integerFromDouble(whole);
	return asUnsigned(integer >= minSigned && integer <= maxSigned ? integer : minSigned);
}

export function roundHalfEven(value: number): number {
	const below = Math.floor(value);
	const rest = value - below;
	return rest < 0.5 ? below : rest > 0.5 ? below + 1 : below % 2 === 0 ? below : below + 1;
}
