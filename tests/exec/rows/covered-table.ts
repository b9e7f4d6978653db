/**
 * Table whose indexes hold values of many types, and queries that each of them covers.
 */
import fc from "fast-check";

export const coveredTable = `create table covered (u bigint unsigned, s smallint, k int, d decimal(20,4), h
	decimal(60,4), v varchar(10), day date, fine datetime(3), c time(2), y year, i bit(64), g double, stamp timestamp
	null, n bigint, primary key (s, u), key kdh (k, d, h), key vdf (v, day, fine, c), key yi (y, i), key gk (g, k), key st
	(stamp, n), key n (n), unique key hc (h, c))`;

const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 5, nil: null });
const near = fc.integer({ min: -3, max: 3 });
/** Values that need one more byte, and values beyond a safe number. */
const edges = [7, 8, 15, 16, 23, 24, 31, 32, 39, 40, 47, 48, 52, 53, 54, 55, 56, 62, 63].flatMap((bits) => [
	2n ** BigInt(bits) - 1n,
	2n ** BigInt(bits),
]);
const great = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: 2n ** 63n }));
const signed = fc
	.tuple(great, fc.boolean())
	.map(([value, isNegative]) => (isNegative ? -value : value))
	.map((value) => BigInt.asIntN(64, value));
const decimal = (digits: number) =>
	fc
		.tuple(
			fc.bigInt({ min: -(10n ** BigInt(digits)) + 1n, max: 10n ** BigInt(digits) - 1n }),
			fc.integer({ min: 0, max: 9999 }),
		)
		.map(([whole, part]) => `${whole}.${part}`);

export const coveredRow: fc.Arbitrary<readonly unknown[]> = fc.tuple(
	great,
	near,
	orNull(fc.oneof(near, fc.integer(), fc.constantFrom(127, 128, -128, -129, 2147483647, -2147483648))),
	orNull(fc.oneof(near, decimal(16))),
	orNull(fc.oneof(near, decimal(56))),
	orNull(fc.constantFrom("", "a", "b", "a b", "a\\0b", "zz")),
	orNull(fc.constantFrom("0001-01-01", "1999-12-31", "2020-02-29")),
	orNull(fc.constantFrom("2020-01-01", "9999-12-31 23:59:59.999", "1000-01-01 00:00:00.001")),
	orNull(fc.constantFrom("00:00:00", "-838:59:59", "12:34:56.78", "-00:00:00.01")),
	orNull(fc.constantFrom(1901, 2020, 2155)),
	orNull(great),
	orNull(fc.constantFrom(0, -1.5, 1e10)),
	orNull(fc.constantFrom("2020-06-01 12:00:00", "1971-01-01 00:00:00", "2020-10-25 00:30:00")),
	orNull(signed),
);

/** Rows of the same primary key are left out. */
export function insertCovered(rows: readonly (readonly unknown[])[]): string {
	const text = (value: unknown): string =>
		value === null ? "null" : typeof value === "string" && !/^-?\d+\.\d+$/.test(value) ? `'${value}'` : String(value);
	return `insert ignore into covered values ${rows.map((row) => `(${row.map(text).join(", ")})`).join(", ")}`;
}

const uses: readonly [index: string, columns: readonly string[], conditions: readonly string[]][] = [
	[
		"kdh",
		["k", "d", "h", "s", "u"],
		[
			"k > -3000000000",
			"k is null",
			"k in (0, 1, 127, 128)",
			"k between -129 and 5",
			"k = 1 and d < 1",
			"k > 0 and h is not null",
		],
	],
	[
		"vdf",
		["day", "fine", "c", "s", "u"],
		["v = 'a'", "v >= ''", "v is null", "v = 'zz' and day > '2000-01-01'", "v in ('b', 'a b') and c is not null"],
	],
	["yi", ["y", "i", "s"], ["y > 1900", "y is null", "y in (2020, 2155) and i > 5"]],
	["gk", ["k", "s"], ["g = 0", "g > -1e11", "g is null"]],
	["st", ["stamp", "n", "u"], ["stamp > '1970-01-02'", "stamp is null", "stamp = '2020-06-01 12:00:00'"]],
	["n", ["n", "u"], ["n > -9223372036854775808", "n is null", "n < 0"]],
	["hc", ["h", "c", "s"], ["h > -1e60", "h is null", "h between -5 and 5"]],
];

export interface CoveredUse {
	readonly index: string;
	readonly columns: readonly string[];
	readonly condition: string;
}

export const coveredUse: fc.Arbitrary<CoveredUse> = fc.constantFrom(...uses).chain(([index, columns, conditions]) =>
	fc.record({
		index: fc.constant(index),
		columns: fc.shuffledSubarray([...columns], { minLength: 1 }),
		condition: fc.constantFrom(...conditions),
	}),
);
