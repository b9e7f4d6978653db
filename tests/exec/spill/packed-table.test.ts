/**
 * Packed table: rows stored as bytes are found under the same keys as in a map.
 */
import test from "ava";
import fc from "fast-check";
import { NumberList } from "../../../core/exec/spill/number-list.ts";
import { PackedTable } from "../../../core/exec/spill/packed-table.ts";
import { RowHeap } from "../../../core/exec/spill/row-heap.ts";
import type { Row, Value } from "../../../core/types/value/value.ts";

const text = fc.string({
	unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
	maxLength: 40,
});
const value: fc.Arbitrary<Value> = fc.oneof(
	fc.constant(null),
	fc.integer(),
	fc.double({ noNaN: true }),
	fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
	text,
);
const row: fc.Arbitrary<Row> = fc.array(value, { maxLength: 4 });
/** Few distinct keys, so that several rows share one. */
const key: fc.Arbitrary<Value> = fc.oneof(
	fc.integer({ min: -3, max: 3 }),
	fc.constantFrom("", "a", "\0", "ab", 0.5, -0, 2n ** 64n, null),
	text,
);

test("a packed table equals a map of rows", (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(key, fc.option(row, { nil: undefined })), { maxLength: 60 }),
			fc.array(key),
			(entries, asked) => {
				const table = new PackedTable();
				const map = new Map<Value, Row[]>();
				for (const [at, values] of entries) {
					const rows = map.get(at) ?? [];
					map.set(at, rows);
					if (values === undefined) {
						table.mark(at);
					} else {
						table.add(at, values);
						rows.push(values);
					}
				}
				for (const at of [...asked, ...map.keys()]) {
					const rows = map.get(at) ?? [];
					t.is(table.has(at), map.has(at));
					t.deepEqual([...table.rows(at)], rows);
					t.deepEqual(table.few(at, 2), rows.length > 2 ? undefined : rows);
				}
				t.deepEqual(
					[...table.entries()],
					[...map].flatMap(([at, rows]) => (rows.length === 0 ? [[at, []]] : rows.map((each) => [at, each]))),
				);
			},
		),
	);
});

test("rows in many pieces are found by position", (t) => {
	const heap = new RowHeap();
	const rows = Array.from(
		{ length: 3000 },
		(_, at): Row => [at, "x".repeat(at % 200), at % 500 === 0 ? "long".repeat(40_000) : null],
	);
	const places = rows.map((each) => heap.add(each));
	t.deepEqual(
		places.map((place) => heap.row(place)),
		rows,
	);
});

test("a growing list of numbers keeps all", (t) => {
	const list = new NumberList();
	const numbers = Array.from({ length: 10_000 }, (_, at) => at / 3);
	numbers.forEach((number) => list.push(number));
	list.set(7000, -1);
	t.is(list.length, numbers.length);
	t.deepEqual(
		numbers.map((_, at) => list.at(at)),
		numbers.with(7000, -1),
	);
});
