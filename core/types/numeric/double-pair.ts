/**
 * Double-double arithmetic: numbers of some 104 bits as unevaluated sums of two doubles.
 *
 * Sums and products of doubles are exact (Dekker 1971, Knuth 4.2.2); those of pairs are off by a few units of the last
 * of 104 bits. Operands are far from the limits of a double's range.
 */

/** The first is the nearest double of the sum. */
export type DoublePair = readonly [high: number, low: number];

const splitter = 2 ** 27 + 1;

/** Exact. */
export function sumOf(a: number, b: number): DoublePair {
	const sum = a + b;
	const part = sum - a;
	return [sum, a - (sum - part) + (b - part)];
}

/** Exact. */
function productOf(a: number, b: number): DoublePair {
	const product = a * b;
	const scaledA = splitter * a;
	const scaledB = splitter * b;
	const highA = scaledA - (scaledA - a);
	const highB = scaledB - (scaledB - b);
	const [lowA, lowB] = [a - highA, b - highB];
	return [product, highA * highB - product + highA * lowB + lowA * highB + lowA * lowB];
}

function normal(high: number, low: number): DoublePair {
	const sum = high + low;
	return [sum, low - (sum - high)];
}

export function add([a, b]: DoublePair, [c, d]: DoublePair): DoublePair {
	const [high, low] = sumOf(a, c);
	const [further, least] = sumOf(b, d);
	const [first, second] = normal(high, low + further);
	return normal(first, second + least);
}

export function negative([high, low]: DoublePair): DoublePair {
	return [-high, -low];
}

export function multiply([a, b]: DoublePair, [c, d]: DoublePair): DoublePair {
	const [high, low] = productOf(a, c);
	return normal(high, low + (a * d + b * c));
}

/** Exact where nothing underflows. */
export function scale([high, low]: DoublePair, powerOfTwo: number): DoublePair {
	return [high * powerOfTwo, low * powerOfTwo];
}

export function divide(dividend: DoublePair, divisor: DoublePair): DoublePair {
	const first = dividend[0] / divisor[0];
	const rest = add(dividend, negative(multiply(divisor, [first, 0])));
	const second = rest[0] / divisor[0];
	const last = add(rest, negative(multiply(divisor, [second, 0])))[0] / divisor[0];
	return add(normal(first, second), [last, 0]);
}

/** Coefficients of a power series from the highest power on: high and low parts in turn. */
export function coefficients(terms: readonly DoublePair[]): Float64Array {
	return Float64Array.from(terms.toReversed().flat());
}

/** Horner's rule, with sums and products as above but without a pair for each: most of the time is spent here. */
export function polynomial([x, rest]: DoublePair, terms: Float64Array): DoublePair {
	const scaledX = splitter * x;
	const highX = scaledX - (scaledX - x);
	const lowX = x - highX;
	let high = terms[0]!;
	let low = terms[1]!;
	for (let at = 2; at < terms.length; at += 2) {
		const term = terms[at]!;
		const product = high * x;
		const scaled = splitter * high;
		const first = scaled - (scaled - high);
		const second = high - first;
		const error = first * highX - product + first * lowX + second * highX + second * lowX + (high * rest + low * x);
		const sum = product + term;
		const part = sum - product;
		const off = product - (sum - part) + (term - part) + (error + terms[at + 1]!);
		high = sum + off;
		low = off - (high - sum);
	}
	return [high, low];
}
