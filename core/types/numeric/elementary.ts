/**
 * Elementary functions of doubles, rounded to the nearest double: EXP, logarithms, powers and trigonometry.
 *
 * MySQL takes them from the C library, whose results are nearest but for a few in a thousand. V8's are off by one in
 * the last place for two to ten arguments of a hundred: `Math.log(3)` is 1.0986122886681096, LN(3) 1.0986122886681098.
 * Here they are computed with twice the digits (`double-pair.ts`): from a series, or from V8's result and one step of
 * Newton's method. What is no finite number, or 0, is V8's.
 */
import {
	add,
	coefficients,
	divide,
	type DoublePair,
	multiply,
	negative,
	polynomial,
	scale,
	sumOf,
} from "./double-pair.ts";
import { reduced } from "./quarter-turn.ts";

const one: DoublePair = [1, 0];
const ln2: DoublePair = [Math.LN2, 2.3190468138462996e-17];

/** 1 / n! for n from a first on, by steps; what is left out is below the last of 104 bits. */
function inverseFactorials(count: number, first: number, step: number): readonly DoublePair[] {
	const found: DoublePair[] = [];
	let inverse: DoublePair = one;
	for (let n = 1; found.length < count; n++) {
		if (n - 1 >= first && (n - 1 - first) % step === 0) {
			found.push(inverse);
		}
		inverse = divide(inverse, [n, 0]);
	}
	return found;
}

function alternating(terms: readonly DoublePair[]): readonly DoublePair[] {
	return terms.map((term, at) => (at % 2 === 0 ? term : negative(term)));
}

/** (e^x - 1) / x */
const exponential = coefficients(inverseFactorials(24, 1, 1));
/** By the square of the angle. */
const sineOverAngle = coefficients(alternating(inverseFactorials(15, 1, 2)));
const cosineSeries = coefficients(alternating(inverseFactorials(15, 0, 2)));

/** Beyond them V8's results are at the limits of the range, where nothing is gained. */
const largestExponent = 700;

export function exp(x: number): number {
	const near = Math.exp(x);
	return Math.abs(x) <= largestExponent && x !== 0 ? expOf([x, 0]) : near;
}

/** The nearest double of e to the power of a pair of at most `largestExponent`. */
function expOf(x: DoublePair): number {
	const twos = Math.round(x[0] / ln2[0]);
	const rest = add(x, negative(multiply(ln2, [twos, 0])));
	return add(one, lessOne(rest))[0] * 2 ** twos;
}

/** e^x - 1 for |x| of at most half of ln 2. */
function lessOne(x: DoublePair): DoublePair {
	return multiply(x, polynomial(x, exponential));
}

export function log(x: number): number {
	return isOrdinary(x) ? logOf(x)[0] : Math.log(x);
}

/**
 * The decimal logarithm as the C library computes it, off by one in the last place for some: by that of the mantissa
 * (below 1 for numbers below 1) and the binary exponent (FreeBSD's e_log10.c).
 */
export function log10(x: number): number {
	if (!isOrdinary(x)) {
		return Math.log10(x);
	}
	const twos = exponentOf(x) + (x < 1 ? 1 : 0);
	return twos * log10Of2Rest + log10OfE * log(x * 2 ** -twos) + twos * log10Of2;
}

const log10OfE = Math.LOG10E;
const log10Of2 = 0.30102999566361177;
const log10Of2Rest = 3.694239077158931e-13;

/** The largest power of two that is no larger. */
function exponentOf(x: number): number {
	const near = Math.floor(Math.log2(x));
	return 2 ** near > x ? near - 1 : 2 ** (near + 1) <= x ? near + 1 : near;
}

function isOrdinary(x: number): boolean {
	return x > 2 ** -1000 && x < 2 ** 1000 && x !== 1;
}

function logOf(x: number): DoublePair {
	const twos = Math.round(Math.log2(x));
	const mantissa = x * 2 ** -twos;
	const near = Math.log(mantissa);
	// log(m) = n + log(m e^-n), with m e^-n close to 1
	const inverse = lessOne([-near, 0]);
	const off = add(sumOf(mantissa, -1), multiply([mantissa, 0], inverse));
	const exact = add([near, 0], add(off, scale(multiply(off, off), -0.5)));
	return add(exact, multiply(ln2, [twos, 0]));
}

/** Whole exponents up to it are multiplied out: what is halfway between two doubles stays so. */
const mostFactors = 64;

export function pow(x: number, y: number): number {
	const near = x ** y;
	const size = Math.abs(near);
	if (!(size > 2 ** -900 && size < 2 ** 900) || y === 0 || Math.abs(x) === 1 || !isOrdinary(Math.abs(x))) {
		return near;
	}
	if (Number.isInteger(y) && Math.abs(y) <= mostFactors) {
		const power = powerOf(x, Math.abs(y));
		return y > 0 ? power[0] : divide(one, power)[0];
	}
	const exponent = multiply(logOf(Math.abs(x)), [y, 0]);
	// Only a whole exponent makes the power of a negative number one.
	return Math.sign(near) * expOf(exponent);
}

function powerOf(x: number, factors: number): DoublePair {
	let power: DoublePair = one;
	let square: DoublePair = [x, 0];
	for (let left = factors; ; left = Math.floor(left / 2)) {
		if (left % 2 === 1) {
			power = multiply(power, square);
		}
		if (left <= 1) {
			return power;
		}
		square = multiply(square, square);
	}
}

export function sin(x: number): number {
	return isTurned(x) ? turned(x)[0][0] : Math.sin(x);
}

export function cos(x: number): number {
	return isTurned(x) ? turned(x)[1][0] : Math.cos(x);
}

export function tan(x: number): number {
	if (!isTurned(x)) {
		return Math.tan(x);
	}
	const [sine, cosine] = turned(x);
	return divide(sine, cosine)[0];
}

/** Smaller ones are their own sine. */
const leastAngle = 1e-8;

function isTurned(x: number): boolean {
	return Number.isFinite(x) && Math.abs(x) >= leastAngle;
}

/** Sine and cosine. */
function turned(x: number): readonly [sine: DoublePair, cosine: DoublePair] {
	const { quarters, rest } = reduced(x);
	const square = multiply(rest, rest);
	const sine = multiply(rest, polynomial(square, sineOverAngle));
	const cosine = polynomial(square, cosineSeries);
	switch (quarters) {
		case 0:
			return [sine, cosine];
		case 1:
			return [cosine, negative(sine)];
		case 2:
			return [negative(sine), negative(cosine)];
		default:
			return [negative(cosine), sine];
	}
}

export function asin(x: number): number {
	const near = Math.asin(x);
	if (!(Math.abs(x) < 1) || Math.abs(x) < leastAngle) {
		return near;
	}
	const [sine, cosine] = turned(near);
	return corrected(near, divide(add([x, 0], negative(sine)), cosine));
}

export function acos(x: number): number {
	const near = Math.acos(x);
	if (!(Math.abs(x) < 1)) {
		return near;
	}
	const [sine, cosine] = turned(near);
	return corrected(near, divide(add(cosine, [-x, 0]), sine));
}

export function atan(x: number): number {
	return atan2(x, 1);
}

/** The angle of the point (x, y). */
export function atan2(y: number, x: number): number {
	const near = Math.atan2(y, x);
	const larger = Math.max(Math.abs(x), Math.abs(y));
	if (!(larger < 2 ** 300 && Math.min(Math.abs(x), Math.abs(y)) > 2 ** -300)) {
		return near;
	}
	const [sine, cosine] = turned(near);
	const across = add(multiply(cosine, [y, 0]), negative(multiply(sine, [x, 0])));
	const along = add(multiply(cosine, [x, 0]), multiply(sine, [y, 0]));
	return corrected(near, divide(across, along));
}

function corrected(near: number, [off]: DoublePair): number {
	return near + off;
}
