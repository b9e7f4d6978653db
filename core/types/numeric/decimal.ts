/**
 * DECIMAL: exact arithmetic on scaled integers with the type's scale.
 *
 * Rounds half away from zero. Results may have more digits than DECIMAL allows: `fitsDecimal` checks that.
 *
 *     12.50 with scale 2 is 1250; with scale 4 it is 125000.
 */
import {
	absoluteInteger,
	addIntegers,
	multiplyIntegers,
	negateInteger,
	remainderOfIntegers,
	subtractIntegers,
} from "./integer.ts";
import { digitCount, isShort, writeAscii, writeDigits, writeInteger } from "./digit-bytes.ts";
import { integerOfDigits, scanNumber, type NumberText } from "./number-text.ts";
import { canonical, type ByteString, type Integer } from "../value/value.ts";

export const maxPrecision = 65;
export const maxScale = 30;

const powers = Array.from({ length: 160 }, (_, exponent) => canonical(10n ** BigInt(exponent)));

/** Returns 10^exponent, canonical. */
export function powerOfTen(exponent: number): Integer {
	return powers[exponent] ?? 10n ** BigInt(exponent);
}

/** Converts to another scale, rounded. Scales may be negative: -2 counts hundreds. */
export function rescaleDecimal(unscaled: Integer, from: number, to: number): Integer {
	if (to === from) {
		return unscaled;
	}
	return to > from
		? multiplyIntegers(unscaled, powerOfTen(to - from))
		: divideRounding(unscaled, powerOfTen(from - to));
}

/** Converts to another scale, truncated. */
export function rescaleCutting(unscaled: Integer, from: number, to: number): Integer {
	return to >= from ? rescaleDecimal(unscaled, from, to) : divideCutting(unscaled, powerOfTen(from - to));
}

function divideCutting(a: Integer, b: Integer): Integer {
	if (typeof a === "number" && typeof b === "number") {
		return (a - (a % b)) / b + 0;
	}
	return canonical(BigInt(a) / BigInt(b));
}

function divideRounding(a: Integer, b: Integer): Integer {
	if (typeof a === "number" && typeof b === "number") {
		const rest = a % b;
		const quotient = (a - rest) / b + 0;
		if (Math.abs(rest) < Math.abs(b) - Math.abs(rest)) {
			return quotient;
		}
		return a < 0 === b < 0 ? quotient + 1 : quotient - 1;
	}
	const dividend = BigInt(a);
	const divisor = BigInt(b);
	const quotient = dividend / divisor;
	const rest = dividend % divisor;
	const twice = rest < 0n ? -rest * 2n : rest * 2n;
	if (twice < (divisor < 0n ? -divisor : divisor)) {
		return canonical(quotient);
	}
	return canonical(dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n);
}

/** Returns the sum at the larger of both scales. */
export function addDecimals(a: Integer, aScale: number, b: Integer, bScale: number): Integer {
	const scale = Math.max(aScale, bScale);
	return addIntegers(rescaleDecimal(a, aScale, scale), rescaleDecimal(b, bScale, scale));
}

/** Returns the difference at the larger of both scales. */
export function subtractDecimals(a: Integer, aScale: number, b: Integer, bScale: number): Integer {
	const scale = Math.max(aScale, bScale);
	return subtractIntegers(rescaleDecimal(a, aScale, scale), rescaleDecimal(b, bScale, scale));
}

/** Returns the product at `scale`; exact at the sum of both scales. */
export function multiplyDecimals(a: Integer, aScale: number, b: Integer, bScale: number, scale: number): Integer {
	return rescaleDecimal(multiplyIntegers(a, b), aScale + bScale, scale);
}

/** Returns the quotient at `scale`; null for a divisor of 0. */
export function divideDecimals(a: Integer, aScale: number, b: Integer, bScale: number, scale: number): Integer | null {
	return quotient(a, aScale, b, bScale, scale, divideRounding);
}

/** Returns the truncated quotient, as DIV and intermediate results of an expression need it. */
export function divideDecimalsCutting(
	a: Integer,
	aScale: number,
	b: Integer,
	bScale: number,
	scale: number,
): Integer | null {
	return quotient(a, aScale, b, bScale, scale, divideCutting);
}

function quotient(
	a: Integer,
	aScale: number,
	b: Integer,
	bScale: number,
	scale: number,
	divide: (a: Integer, b: Integer) => Integer,
): Integer | null {
	if (b === 0) {
		return null;
	}
	const shift = scale + bScale - aScale;
	return shift >= 0
		? divide(multiplyIntegers(a, powerOfTen(shift)), b)
		: divide(a, multiplyIntegers(b, powerOfTen(-shift)));
}

/**
 * Returns the scale at which MySQL computes a quotient, in words of nine digits; the shown scale is `aScale +
 * increment`. So 2/3*3 is 2.0000: a quotient has this scale as long as it is an operand.
 */
export function quotientDigits(aScale: number, bScale: number, increment = 4): number {
	const words = (digits: number) => Math.ceil(digits / 9) * 9;
	const spare = words(aScale) - aScale + words(bScale) - bScale;
	return words(words(aScale) + words(bScale) + Math.max(0, increment - spare));
}

/** Returns the remainder at the larger of both scales, with the dividend's sign; null for a divisor of 0. */
export function remainderOfDecimals(a: Integer, aScale: number, b: Integer, bScale: number): Integer | null {
	const scale = Math.max(aScale, bScale);
	return remainderOfIntegers(rescaleDecimal(a, aScale, scale), rescaleDecimal(b, bScale, scale));
}

export function compareDecimals(a: Integer, aScale: number, b: Integer, bScale: number): number {
	const scale = Math.max(aScale, bScale);
	const x = rescaleDecimal(a, aScale, scale);
	const y = rescaleDecimal(b, bScale, scale);
	return x < y ? -1 : x > y ? 1 : 0;
}

/** ROUND(x, places): the result at `scale`. */
export function roundDecimal(unscaled: Integer, from: number, places: number, scale: number): Integer {
	return places >= from
		? rescaleDecimal(unscaled, from, scale)
		: rescaleDecimal(rescaleDecimal(unscaled, from, places), places, scale);
}

/** TRUNCATE(x, places): the result at `scale`. */
export function truncateDecimal(unscaled: Integer, from: number, places: number, scale: number): Integer {
	return places >= from
		? rescaleDecimal(unscaled, from, scale)
		: rescaleDecimal(rescaleCutting(unscaled, from, places), places, scale);
}

/** Returns the greatest integer not above the number. */
export function floorDecimal(unscaled: Integer, scale: number): Integer {
	const cut = rescaleCutting(unscaled, scale, 0);
	return unscaled < 0 && rescaleDecimal(cut, 0, scale) !== unscaled ? subtractIntegers(cut, 1) : cut;
}

/** Returns the least integer not below the number. */
export function ceilingDecimal(unscaled: Integer, scale: number): Integer {
	return negateInteger(floorDecimal(negateInteger(unscaled), scale));
}

/** Returns the greatest unscaled number of so many digits. */
export function greatestDecimal(precision: number): Integer {
	return subtractIntegers(powerOfTen(precision), 1);
}

export function fitsDecimal(unscaled: Integer, precision: number): boolean {
	return absoluteInteger(unscaled) < powerOfTen(precision);
}

/** Clips to so many digits. */
export function clampDecimal(unscaled: Integer, precision: number): Integer {
	if (fitsDecimal(unscaled, precision)) {
		return unscaled;
	}
	const greatest = greatestDecimal(precision);
	return unscaled < 0 ? negateInteger(greatest) : greatest;
}

interface ScaledInteger {
	readonly unscaled: Integer;
	readonly scale: number;
}

/** Returns the exact number at the start of a text; far too large ones as 10^90. */
export function decimalOfNumber(number: NumberText): ScaledInteger {
	const fraction = number.fraction.length > mostFraction ? cutFraction(number.fraction) : number.fraction;
	const digits = number.whole + fraction;
	const magnitude = number.whole.length + number.exponent;
	const sign = (unscaled: Integer) => (number.negative ? negateInteger(unscaled) : unscaled);
	if (magnitude > 90) {
		return { unscaled: /[1-9]/.test(digits) ? sign(powerOfTen(90)) : 0, scale: 0 };
	}
	if (magnitude < -90) {
		return { unscaled: 0, scale: 0 };
	}
	const scale = fraction.length - number.exponent;
	const unscaled = sign(integerOfDigits(digits));
	return scale >= 0 ? { unscaled, scale } : { unscaled: rescaleDecimal(unscaled, scale, 0), scale: 0 };
}

/** Far more than any result keeps; a million digits take a second to read. */
const mostFraction = 4096;

/** A last digit stands for those left out, so that rounding and comparison with shorter numbers are the same. */
function cutFraction(fraction: string): string {
	const kept = fraction.slice(0, mostFraction);
	return /[1-9]/.test(fraction.slice(mostFraction)) ? `${kept}1` : kept;
}

/** Parses a text that is a number, such as a literal. */
export function parseDecimal(text: ByteString): ScaledInteger {
	return decimalOfNumber(scanNumber(text));
}

export function printDecimal(unscaled: Integer, scale: number): string {
	if (scale === 0) {
		return String(unscaled);
	}
	const digits = String(absoluteInteger(unscaled)).padStart(scale + 1, "0");
	const point = digits.length - scale;
	const text = `${digits.slice(0, point)}.${digits.slice(point)}`;
	return unscaled < 0 ? `-${text}` : text;
}

/** Writes what `printDecimal` prints into memory that has room (30 ns instead of 250); returns the end. */
export function writeDecimal(target: Uint8Array, start: number, unscaled: Integer, scale: number): number {
	const power = shortPowers[scale];
	if (scale === 0) {
		return writeInteger(target, start, unscaled);
	}
	if (power === undefined || !isShort(unscaled)) {
		return writeAscii(target, start, printDecimal(unscaled, scale));
	}
	const size = unscaled < 0 ? -unscaled : unscaled;
	const whole = (size / power) | 0;
	let at = start;
	if (unscaled < 0) {
		target[at++] = minus;
	}
	at = writeDigits(target, at, whole, digitCount(whole));
	target[at++] = pointSign;
	return writeDigits(target, at, size - whole * power, scale);
}

const minus = 45;
const pointSign = 46;
/** Of fractions of at most 31 bits. */
const shortPowers = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

/** Returns the nearest double. */
export function decimalToDouble(unscaled: Integer, scale: number): number {
	if (scale === 0) {
		return Number(unscaled);
	}
	// Both operands are exact up to 10^22, so that one division rounds once.
	return typeof unscaled === "number" && scale <= 22 ? unscaled / 10 ** scale : Number(printDecimal(unscaled, scale));
}

/** Returns the decimal that prints as the double does, at `scale`. */
export function decimalFromDouble(value: number, scale: number): Integer {
	const { unscaled, scale: own } = parseDecimal(String(value));
	return rescaleDecimal(unscaled, own, scale);
}
