/**
 * Elementary functions: the nearest double, by whole numbers of three hundred bits.
 */
import test from "ava";
import fc from "fast-check";
import * as elementary from "../../core/types/numeric/elementary.ts";

const bits = 300n;
const unit = 1n << bits;

/** A double with `bits` behind the point; those of the tests have no more. */
function fixed(value: number): bigint {
	let [mantissa, shift] = [value, 0n];
	while (!Number.isInteger(mantissa)) {
		mantissa *= 2;
		shift++;
	}
	return (BigInt(mantissa) << bits) >> shift;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> bits;

/** The sum of x^n / n!, with signs, from a first power on. */
function series(x: bigint, first: 0 | 1, step: 1 | 2, sign: 1n | -1n): bigint {
	let term = first === 0 ? unit : x;
	let sum = term;
	for (let n = BigInt(first); term !== 0n && term !== -1n; ) {
		for (let left = step; left > 0; left--) {
			n++;
			term = times(term, x) / n;
		}
		term *= sign;
		sum += term;
	}
	return sum;
}

const exp = (x: bigint): bigint => series(x, 0, 1, 1n);
const sin = (x: bigint): bigint => series(x, 1, 2, -1n);
const cos = (x: bigint): bigint => series(x, 0, 2, -1n);

/** The two numbers halfway between a double and its neighbours. */
function around(value: number): readonly [bigint, bigint] {
	const bytes = new DataView(new ArrayBuffer(8));
	bytes.setFloat64(0, value);
	const pattern = bytes.getBigInt64(0);
	const [inward, outward] = [pattern - 1n, pattern + 1n].map((each) => {
		bytes.setBigInt64(0, each);
		return (fixed(bytes.getFloat64(0)) + fixed(value)) / 2n;
	}) as [bigint, bigint];
	return value < 0 ? [outward, inward] : [inward, outward];
}

/** Whether a double is the nearest to a number. */
function isNearest(found: number, exact: bigint): boolean {
	const [below, above] = around(found);
	return below <= exact && exact <= above;
}

/** The same by a growing function that takes the number to zero. */
function isRoot(found: number, off: (at: bigint) => bigint): boolean {
	const [below, above] = around(found);
	return off(below) <= 0n && off(above) >= 0n;
}

const angle = fc.double({ min: 1e-6, max: 30, noNaN: true });
const any = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const part = fc.double({ min: -0.999, max: 0.999, noNaN: true }).filter((x) => Math.abs(x) > 1e-6);
const runs = { numRuns: 400 };

test("EXP, SIN, COS and TAN are the nearest doubles", (t) => {
	const check = (x: number): void => {
		const at = fixed(x);
		t.true(isNearest(elementary.exp(x), exp(at)), `exp ${x}`);
		t.true(isNearest(elementary.sin(x), sin(at)), `sin ${x}`);
		t.true(isNearest(elementary.cos(x), cos(at)), `cos ${x}`);
		t.true(isNearest(elementary.tan(x), (sin(at) << bits) / cos(at)), `tan ${x}`);
		t.is(elementary.sin(-x), -elementary.sin(x));
		t.is(elementary.cos(-x), elementary.cos(x));
	};
	fc.assert(fc.property(angle, check), runs);
	[Math.PI, Math.PI / 2, 22, 11, 0.5, 1].forEach(check);
});

test("LN, POW, ATAN, ASIN and ACOS are the nearest doubles", (t) => {
	fc.assert(
		fc.property(any, part, (x, y) => {
			const at = fixed(x);
			t.true(x === 1 || isRoot(elementary.log(x), (found) => exp(found) - at), `ln ${x}`);
			t.true(
				isRoot(elementary.atan(x), (found) => sin(found) - times(cos(found), at)),
				`atan ${x}`,
			);
			t.true(
				isRoot(elementary.asin(y), (found) => sin(found) - fixed(y)),
				`asin ${y}`,
			);
			t.true(
				isRoot(elementary.acos(y), (found) => fixed(y) - cos(found)),
				`acos ${y}`,
			);
			const cube = times(at, times(at, at));
			t.true(isNearest(elementary.pow(x, 3), cube), `${x} cubed`);
			t.true(
				isRoot(elementary.pow(x, 1.5), (found) => times(found, found) - cube),
				`${x} to the power of 1.5`,
			);
		}),
		runs,
	);
});

test("results are those of the C library", (t) => {
	t.is(elementary.log(3), 1.0986122886681098);
	t.is(elementary.log(9) / elementary.log(3), 2);
	t.is(elementary.log10(1 / 7), -0.8450980400142569);
	t.deepEqual([1e-5, 0.1, 1, 1000, 1e15].map(elementary.log10), [-5, -1, 0, 3, 15]);
	// Angles of many turns keep all their bits.
	t.is(elementary.sin(1e22), -0.8522008497671888);
	t.is(elementary.cos(2 ** 40), -0.914004071991557);
	t.is(elementary.tan(-(2 ** 1000)), 0.16125837995065806);
});

test("the limits of the range are V8's", (t) => {
	const { exp, log, pow, sin, asin, atan, atan2 } = elementary;
	t.deepEqual(
		[exp(710), exp(-746), exp(0), log(0), log(-1), log(1), log(5e-324), pow(10, 400), pow(2, -1074), pow(0, 0)],
		[Infinity, 0, 1, -Infinity, Number.NaN, 0, Math.log(5e-324), Infinity, 5e-324, 1],
	);
	t.deepEqual(
		[pow(-8, 1 / 3), pow(-2, 3), pow(-2, 2), sin(Infinity), sin(1e-300), asin(1), asin(2), atan(Infinity)],
		[Number.NaN, -8, 4, Number.NaN, 1e-300, Math.PI / 2, Number.NaN, Math.PI / 2],
	);
	t.deepEqual([atan2(0, -1), atan2(-1, 0), atan2(1e-310, 1)], [Math.PI, -Math.PI / 2, 1e-310]);
	t.true(Object.is(sin(-0), -0));
});
