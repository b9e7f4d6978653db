/**
 * Integers: ranges of the integer types and exact arithmetic on canonical integers.
 *
 * Results are exact whatever their size; the caller tests with `fitsBigint` whether SQL allows them.
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

/** Whether BIGINT (UNSIGNED) holds the value. */
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

/** DIV: the quotient towards zero; null for a divisor of 0. */
export function divideIntegers(a: Integer, b: Integer): Integer | null {
	if (b === 0) {
		return null;
	}
	if (typeof a === "number" && typeof b === "number") {
		// Both are exact, but a quotient just below a whole number may have been rounded up to it.
		return (a - (a % b)) / b + 0;
	}
	return canonical(BigInt(a) / BigInt(b));
}

/** MOD: what the division towards zero leaves, with the sign of the dividend; null for a divisor of 0. */
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

/** The same 64 bits as an unsigned integer: -1 is 18446744073709551615. What bit operations work on. */
export function asUnsigned(value: Integer): Integer {
	return value < 0 ? canonical(BigInt.asUintN(64, BigInt(value))) : value;
}

/** The same 64 bits as a signed integer. */
export function asSigned(value: Integer): Integer {
	return typeof value === "bigint" && value > maxSigned ? canonical(BigInt.asIntN(64, value)) : value;
}

/** The nearest value of a range. */
export function clampInteger(value: Integer, [least, greatest]: IntegerRange): Integer {
	return value < least ? least : value > greatest ? greatest : value;
}

/** The integer nearest to a double, halves to the even one, as the C library's rint does. */
export function integerFromDouble(value: number): Integer {
	const rounded = roundHalfEven(value);
	return Number.isSafeInteger(rounded) ? rounded + 0 : canonical(BigInt(rounded));
}

/** A number beyond 64 bits has the first of them only, as processors have it. */
export function bitsOfDouble(whole: number): Integer {
	const integer = integerFromDouble(whole);
	return asUnsigned(integer >= minSigned && integer <= maxSigned ? integer : minSigned);
}

export function roundHalfEven(value: number): number {
	const below = Math.floor(value);
	const rest = value - below;
	return rest < 0.5 ? below : rest > 0.5 ? below + 1 : below % 2 === 0 ? below : below + 1;
}
