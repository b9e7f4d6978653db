/**
 * Integers, decimals and floats: exact arithmetic, rounding, printing.
 */
import test from "ava";
import fc from "fast-check";
import {
	addDecimals,
	ceilingDecimal,
	clampDecimal,
	compareDecimals,
	decimalFromDouble,
	decimalToDouble,
	divideDecimals,
	fitsDecimal,
	floorDecimal,
	multiplyDecimals,
	parseDecimal,
	printDecimal,
	quotientDigits,
	remainderOfDecimals,
	rescaleDecimal,
	roundDecimal,
	truncateDecimal,
} from "../../core/types/numeric/decimal.ts";
import { parseDouble, printDouble, printFixed, printFloat } from "../../core/types/numeric/float.ts";
import {
	addIntegers,
	asSigned,
	asUnsigned,
	divideIntegers,
	fitsBigint,
	integerFromDouble,
	integerRange,
	multiplyIntegers,
	remainderOfIntegers,
	subtractIntegers,
} from "../../core/types/numeric/integer.ts";
import { sqlType } from "../../core/types/value/type.ts";
import { canonical } from "../../core/types/value/value.ts";

const big = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
const anyInteger = fc.oneof(
	big,
	fc.bigInt({ min: -100n, max: 100n }),
	fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
);

test("integer arithmetic equals that of bigints, in canonical form", (t) => {
	fc.assert(
		fc.property(anyInteger, anyInteger, (a, b) => {
			const x = canonical(a);
			const y = canonical(b);
			t.is(addIntegers(x, y), canonical(a + b));
			t.is(subtractIntegers(x, y), canonical(a - b));
			t.is(multiplyIntegers(x, y), canonical(a * b));
			t.is(divideIntegers(x, y), b === 0n ? null : canonical(a / b));
			t.is(remainderOfIntegers(x, y), b === 0n ? null : canonical(a % b));
		}),
		{ numRuns: 300 },
	);
	t.true(Object.is(multiplyIntegers(0, -5), 0));
	t.true(Object.is(remainderOfIntegers(-4, 2), 0));
});

test("ranges of integer types", (t) => {
	t.deepEqual(integerRange(sqlType("tinyint")), [-128, 127]);
	t.deepEqual(integerRange(sqlType("bigint", { unsigned: true })), [0, 18446744073709551615n]);
	t.deepEqual(integerRange(sqlType("bit", { length: 4 })), [0, 15]);
	t.false(fitsBigint(9223372036854775808n, false));
	t.is(asUnsigned(-1), 18446744073709551615n);
	t.is(asSigned(18446744073709551615n), -1);
	t.is(integerFromDouble(2.5), 2);
	t.is(integerFromDouble(-3.5), -4);
});

test("decimals print and parse", (t) => {
	t.is(printDecimal(-5, 2), "-0.05");
	t.is(printDecimal(12345, 2), "123.45");
	t.deepEqual(parseDecimal("-12.50"), { unscaled: -1250, scale: 2 });
	t.deepEqual(parseDecimal("1.5e3"), { unscaled: 1500, scale: 0 });
	t.deepEqual(parseDecimal(".5e-2"), { unscaled: 5, scale: 3 });
	fc.assert(
		fc.property(anyInteger, fc.nat(30), (a, scale) => {
			const value = canonical(a);
			t.deepEqual(parseDecimal(printDecimal(value, scale)), { unscaled: value, scale });
		}),
		{ numRuns: 200 },
	);
});

test("decimals round half away from zero", (t) => {
	t.is(rescaleDecimal(125, 2, 1), 13);
	t.is(rescaleDecimal(-125, 2, 1), -13);
	t.is(rescaleDecimal(124, 2, 1), 12);
	t.is(roundDecimal(15551, 2, -1, 0), 160);
	t.is(truncateDecimal(-15999, 2, 1, 1), -1599);
	t.is(floorDecimal(-15, 1), -2);
	t.is(ceilingDecimal(-15, 1), -1);
	t.is(floorDecimal(15, 1), 1);
	t.is(clampDecimal(123456, 3), 999);
	t.true(fitsDecimal(-999, 3));
	fc.assert(
		fc.property(anyInteger, fc.integer({ min: 1, max: 25 }), (a, drop) => {
			const unit = 10n ** BigInt(drop);
			const half = (a < 0n ? -a : a) * 2n + unit;
			const rounded = half / (unit * 2n);
			t.is(rescaleDecimal(canonical(a), drop, 0), canonical(a < 0n ? -rounded : rounded));
		}),
		{ numRuns: 300 },
	);
});

test("decimal arithmetic across scales", (t) => {
	t.is(addDecimals(15, 1, 25, 2), 175);
	t.is(multiplyDecimals(15, 1, 15, 1, 2), 225);
	t.is(divideDecimals(2, 0, 3, 0, 4), 6667);
	t.is(divideDecimals(1, 0, 0, 0, 4), null);
	t.is(divideDecimals(-1, 0, 3, 2, 4), -333333);
	t.is(remainderOfDecimals(-75, 1, 2, 0), -15);
	t.is(compareDecimals(10, 1, 100, 2), 0);
	t.is(quotientDigits(0, 0), 9);
	t.is(decimalToDouble(5, 1), 0.5);
	t.is(decimalFromDouble(1.005, 2), 101);
});

test("doubles print as MySQL prints them", (t) => {
	const cases: [number, string][] = [
		[0, "0"],
		[-0, "0"],
		[1.5, "1.5"],
		[1e14, "100000000000000"],
		[1e15, "1e15"],
		[1e20, "1e20"],
		[123456789012345680, "1.2345678901234568e17"],
		[0.00001, "0.00001"],
		[1e-7, "0.0000001"],
		[1e-15, "0.000000000000001"],
		[1e-16, "1e-16"],
		[-2.5e-20, "-2.5e-20"],
		[0.1 + 0.2, "0.30000000000000004"],
		[1.7976931348623157e308, "1.7976931348623157e308"],
	];
	for (const [value, text] of cases) {
		t.is(printDouble(value), text);
	}
	t.is(printFloat(Math.fround(1.1)), "1.1");
	t.is(printFloat(Math.fround(1234567)), "1234570");
	t.is(printFloat(Math.fround(1e20)), "1e20");
	t.is(printFixed(2.345, 2), "2.35");
	t.is(printFixed(-0.001, 2), "0.00");
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => Number(printDouble(value)) === value),
	);
});

test("the numeric prefix of a text", (t) => {
	t.is(parseDouble(" 12.5abc"), 12.5);
	t.is(parseDouble("abc"), 0);
	t.is(parseDouble("1e"), 1);
	t.is(parseDouble("-.5e1x"), -5);
	t.is(parseDouble("1e999"), Number.MAX_VALUE);
	t.is(parseDouble("."), 0);
});

test("a fraction of a million digits is cut, and rounds and compares as it would whole", (t) => {
	for (const [first, compared] of [
		["0.25", 1],
		["-0.25", -1],
	] as const) {
		const long = parseDecimal(`${first}${"0".repeat(1_000_000)}7`);
		t.true(printDecimal(long.unscaled, long.scale).length < 5000);
		t.is(compareDecimals(long.unscaled, long.scale, Math.sign(compared) * 25, 2), compared);
		t.is(rescaleDecimal(long.unscaled, long.scale, 1), 3 * compared);
	}
	const zeros = parseDecimal(`0.5${"0".repeat(1_000_000)}`);
	t.is(compareDecimals(zeros.unscaled, zeros.scale, 5, 1), 0);
});
