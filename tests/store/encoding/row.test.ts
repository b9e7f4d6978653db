/**
 * Rows are decoded as they were encoded, and columns can be left out.
 */
import test from "ava";
import fc from "fast-check";
import { findColumn, rowDecoder } from "../../../core/store/encoding/row-decoder.ts";
import { rowEncoder } from "../../../core/store/encoding/row-encoder.ts";
import type { RowColumn } from "../../../core/store/encoding/row.ts";
import { sqlType } from "../../../core/types/value/type.ts";
import { canonical, type Row, type Value } from "../../../core/types/value/value.ts";

const types = {
	bigint: sqlType("bigint"),
	decimal: sqlType("decimal", { length: 65, scale: 30 }),
	double: sqlType("double"),
	text: sqlType("text", { charset: "utf8mb4", collation: "utf8mb4_bin" }),
};
const integers = fc.oneof(
	fc.integer(),
	fc.maxSafeInteger(),
	fc.bigInt({ min: -(10n ** 65n), max: 10n ** 65n }).map(canonical),
	fc.tuple(fc.nat(215), fc.bigInt({ min: -2n, max: 2n })).map(([bits, near]) => canonical(2n ** BigInt(bits) + near)),
	fc
		.tuple(fc.nat(215), fc.bigInt({ min: -2n, max: 2n }))
		.map(([bits, near]) => canonical(-(2n ** BigInt(bits)) + near)),
);
const values: Record<keyof typeof types, fc.Arbitrary<Value>> = {
	bigint: integers,
	decimal: integers,
	double: fc.double({ noNaN: true, noDefaultInfinity: true }),
	text: fc.oneof(
		fc.string({ unit: "binary-ascii", maxLength: 40 }),
		fc.string({ unit: fc.constantFrom("\xff", "\x00"), minLength: 300, maxLength: 700 }),
	),
};

/** A column of any id with a value of its type. */
const cell = fc
	.constantFrom<keyof typeof types>("bigint", "decimal", "double", "text")
	.chain((name) => fc.record({ name: fc.constant(name), value: fc.option(values[name], { freq: 5 }) }));
const table = fc
	.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 600 })), {
		minLength: 1,
		maxLength: 12,
	})
	.chain((ids) => fc.tuple(...ids.map((id) => cell.map((made) => ({ ...made, id })))));

function columnOf({ id, name }: { id: number; name: keyof typeof types }): RowColumn {
	return { id, type: types[name], originDefault: null };
}

test("rows are decoded, whole and in part, whatever columns were dropped and added", (t) => {
	fc.assert(
		fc.property(table, fc.nat(), (cells, chosen) => {
			const columns = cells.map(columnOf);
			const bytes = rowEncoder(columns)(cells.map(({ value }) => value));
			const whole: Row = [];
			rowDecoder(
				columns,
				columns.map((_, slot) => slot),
			)(bytes, whole);
			t.deepEqual(
				whole,
				cells.map(({ value }) => value),
			);

			const one = cells[chosen % cells.length];
			const added: RowColumn = { id: 1000, type: types.text, originDefault: "new" };
			const part: Row = [null, null, null];
			rowDecoder([added, columnOf(one)], [2, 1])(bytes, part);
			t.deepEqual(part, [null, one.value, "new"]);

			const span = { start: -1, end: -1 };
			t.is(findColumn(bytes, 1000, span), "missing");
			t.is(findColumn(bytes, one.id, span), one.value === null ? "null" : "value");
			if (typeof one.value === "string") {
				t.is(Buffer.from(bytes.subarray(span.start, span.end)).toString("latin1"), one.value);
			}
		}),
		{ numRuns: 2000 },
	);
});

test("rows have the layout drawn in the folder's README", (t) => {
	const columns = [1, 2, 3].map((id) => ({
		id,
		type: [types.bigint, types.text, types.double][id - 1],
		originDefault: null,
	}));
	const encode = rowEncoder(columns);
	t.is(Buffer.from(encode([200, "abc", 0])).toString("hex"), "0003020505c800616263");
	t.is(Buffer.from(encode([-1, null, 1.5])).toString("hex"), "0403020105ff0000c03f");
	t.is(Buffer.from(encode([null, null, null])).toString("hex"), "040307");
	t.is(encode([1, "x".repeat(300), 0])[0], 1);
});

test("a row of more than 64 KB, and one of 1,000 columns", (t) => {
	const columns = Array.from({ length: 1000 }, (_, at) => ({
		id: at + 1,
		type: at % 2 === 0 ? types.bigint : types.text,
		originDefault: null,
	}));
	const row: Row = columns.map((_, at) => (at % 7 === 0 ? null : at % 2 === 0 ? at * 12345 : "y".repeat(at)));
	const into: Row = [];
	rowDecoder(
		columns,
		columns.map((_, slot) => slot),
	)(rowEncoder(columns)(row), into);
	t.deepEqual(into, row);
});
