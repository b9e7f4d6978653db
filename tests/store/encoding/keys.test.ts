/**
 * Keys compare as the values that they encode.
 */
import test from "ava";
import fc from "fast-check";
import { endOfKeyPart, keyPartDecoder, keyPartEncoder, type KeyKind } from "../../../core/store/encoding/key-part.ts";
import {
	afterPrefix,
	indexPrefix,
	maximumKeyBytes,
	rangeOf,
	rowPrefix,
	tableNameKey,
	tableNamePrefix,
	tupleKey,
} from "../../../core/store/encoding/keys.ts";
import { canonical, type Value } from "../../../core/types/value/value.ts";

const digits65 = 10n ** 65n - 1n;

const integers = fc
	.oneof(
		fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
		fc.bigInt({ min: -digits65, max: digits65 }),
		fc
			.tuple(fc.nat(215), fc.bigInt({ min: -2n, max: 2n }), fc.boolean())
			.map(([bits, near, negative]) => (negative ? -(2n ** BigInt(bits)) : 2n ** BigInt(bits)) + near),
		fc.bigInt({ min: -300n, max: 300n }),
	)
	.map(canonical);
const doubles = fc.oneof(
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(0, -1, 1, 5e-324, -5e-324, 1.7e308),
);
const byteStrings = fc.string({ unit: fc.constantFrom("\0", "\x01", "a", "\xfe", "\xff"), maxLength: 6 });
const values: Record<KeyKind, fc.Arbitrary<Value>> = {
	integer: fc.option(integers, { freq: 10 }),
	double: fc.option(doubles, { freq: 10 }),
	bytes: fc.option(byteStrings, { freq: 10 }),
};
const kinds = ["integer", "double", "bytes"] as const;

function compare(one: Value, other: Value): number {
	if (one === null || other === null) {
		return one === other ? 0 : one === null ? -1 : 1;
	}
	return one < other ? -1 : one > other ? 1 : 0;
}

for (const kind of kinds) {
	const encode = keyPartEncoder(kind);
	const decode = keyPartDecoder(kind);

	test(`${kind}: keys sort as values do`, (t) => {
		fc.assert(
			fc.property(values[kind], values[kind], (one, other) => {
				t.is(compare(encode(one), encode(other)), compare(one, other));
			}),
			{ numRuns: 3000 },
		);
	});

	test(`${kind}: keys are decoded`, (t) => {
		fc.assert(
			fc.property(values[kind], byteStrings, (value, rest) => {
				const cursor = { key: `x${encode(value)}${rest}`, at: 1 };
				t.is(endOfKeyPart(cursor.key, 1, kind), 1 + encode(value).length);
				t.is(decode(cursor), Object.is(value, -0) ? 0 : value);
				t.is(cursor.key.slice(cursor.at), rest);
			}),
			{ numRuns: 2000 },
		);
	});
}

test("tuples sort part by part, and a prefix's range holds exactly the keys with that prefix", (t) => {
	const encoders = kinds.map(keyPartEncoder);
	const tuple = fc
		.tuple(values.bytes, values.integer, values.double)
		.map(([text, integer, double]): Value[] => [integer, double, text]);
	fc.assert(
		fc.property(tuple, tuple, (one, other) => {
			const [a, b] = [one, other].map((parts) => tupleKey(rowPrefix(7), parts, encoders));
			const expected = compare(one[0], other[0]) || compare(one[1], other[1]) || compare(one[2], other[2]);
			t.is(compare(a, b), expected);
			const { from, to } = rangeOf(tupleKey(rowPrefix(7), one.slice(0, 2), encoders));
			t.is(b >= from && b < to, compare(one[0], other[0]) === 0 && compare(one[1], other[1]) === 0);
		}),
		{ numRuns: 2000 },
	);
});

test("ranges of a table's rows, its indexes and other tables are disjoint", (t) => {
	const prefixes = [
		rowPrefix(1),
		indexPrefix(1, 1),
		indexPrefix(1, 200),
		rowPrefix(2),
		rowPrefix(300),
		rowPrefix(70_000),
	];
	t.deepEqual([...prefixes].sort(), prefixes);
	for (const one of prefixes) {
		t.false(prefixes.some((other) => other !== one && other.startsWith(one)));
	}
	t.true(tableNameKey(3, "t\0x").startsWith(tableNamePrefix(3)));
	t.is(afterPrefix("a\xff\xff"), "b");
	t.is(afterPrefix(""), "\xff");
});

test("a key that is too long is error 1071", (t) => {
	const encoders = [keyPartEncoder("bytes")];
	t.is(tupleKey("", ["x".repeat(maximumKeyBytes - 2)], encoders).length, maximumKeyBytes);
	t.throws(() => tupleKey("", ["x".repeat(maximumKeyBytes)], encoders), { message: /max key length is 1978/ });
});
