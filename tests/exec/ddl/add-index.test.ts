/**
 * Index builds on existing rows equal the same indexes filled row by row, also in the first row and error refused.
 *
 * On a store that answers at once, on one that answers with promises, and on one with blocks.
 */
import test from "ava";
import fc from "fast-check";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { storePath } from "../../store/directory.ts";
import { slowStore } from "../slow-store.ts";

const columns =
	"n int, b bigint, d decimal(30,3) not null, f double, s varchar(900) collate utf8mb4_general_ci, x " +
	"varbinary(9), at timestamp null";
const indexes = [
	"key (n)",
	"key (b, n)",
	"unique key (n, b)",
	"unique key (d, n)",
	"unique key (s(3), n)",
	"key (s(700), b)",
	"unique key (x, f)",
	"key (at, d)",
	"unique key (at, b, n)",
	"unique key (b)",
	"key (f, x)",
];

const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 5, nil: null });
const integer = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -70000, max: 70000 }), fc.integer());
const row = fc.tuple(
	orNull(integer),
	orNull(
		fc.oneof(
			integer,
			fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
			fc.constantFrom(2 ** 32, 2 ** 48 - 1, -(2 ** 40), 255, 256),
		),
	),
	fc.oneof(
		integer.map(String),
		fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }).map((value) => `${value}.125`),
	),
	orNull(fc.constantFrom(0, 1.5, -2.25, 1e300)),
	orNull(fc.constantFrom("'a'", "'A'", "'ab'", "'abc'", "'abcd'", "''", "'é'", "repeat('x', 880)")),
	orNull(fc.constantFrom("''", "x'00'", "x'00ff'", "x'01'", "'a'")),
	orNull(fc.constantFrom("'2020-01-01 10:00:00'", "'2021-07-01 00:00:00'")),
);
const wish = fc.record({
	rows: fc.array(row, { maxLength: 60 }),
	keyed: fc.constantFrom("id int primary key", "id int not null", "id varchar(9) primary key"),
	indexes: fc.uniqueArray(fc.constantFrom(...indexes), { minLength: 1, maxLength: 3 }),
});

for (const [name, runs, open] of [
	["memory", 150, () => openMemoryStore()],
	["a slow store", 40, () => slowStore(openMemoryStore())],
	["blocks", 60, (path: string) => openLmdbStore({ path })],
] as const) {
	test(`indexes built in bulk equal those filled row by row: ${name}`, async (t) => {
		const kernel = await openMemoryKernel({}, (open as (path: string) => FastStore)(storePath(t)));
		const session = await connectRoot(kernel);
		const ask = (sql: string): Promise<string> => answerOf(session, sql);
		await fc.assert(
			fc.asyncProperty(wish, async ({ rows, keyed, indexes: chosen }) => {
				await ask("drop table if exists one, other");
				t.is(await ask(`create table one (${keyed}, ${columns})`), "ok");
				t.is(await ask(`create table other (${keyed}, ${columns}, ${chosen.join(", ")})`), "ok");
				const values = rows.map((cells, at) => `(${[100 + at, ...cells].map((cell) => cell ?? "null").join(", ")})`);
				if (values.length > 0) {
					t.is(await ask(`insert into one values ${values.join(", ")}`), "ok");
				}
				let expected = "ok";
				for (let at = 0; at < values.length && expected === "ok"; at++) {
					expected = await ask(`insert into other values ${values[at]}`);
				}
				t.is(await ask(`alter table one ${chosen.map((index) => `add ${index}`).join(", ")}`), expected);
				t.true((await ask("check table one")).includes("status\tOK"), await ask("check table one"));
				t.is(await ask("select count(*) from one"), `count(*)\n${values.length}`);
			}),
			{ numRuns: runs },
		);
		await kernel.close();
	});
}
