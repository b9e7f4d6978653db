/**
 * Point lookup (`exec/point/point-lookup.ts`) answers as the general path does, which SQL_CALC_FOUND_ROWS chooses.
 *
 * Keys of all types, compared with values of any.
 */
import test from "ava";
import fc from "fast-check";
import { playOnMemory } from "../../memory-kernel.ts";

const tables = [
	"create table a (id int primary key, v varchar(20), n int)",
	"create table b (id bigint unsigned primary key, v varchar(20), n int)",
	"create table c (id varchar(10) primary key, v varchar(20), n int)",
	"create table d (x int, id datetime, v varchar(20), n int, primary key (x, id))",
	"create table e (h int primary key, id decimal(6,2), v varchar(20), n int, unique (id))",
	"create table f (h int, id varchar(10) charset latin1, v varchar(20), n int, unique (id))",
];
const rows = [
	"insert into a values (1, 'one', 1), (2, 'two', 2), (-3, 'three', null)",
	"insert into b values (1, 'one', 1), (18446744073709551615, 'most', 2)",
	"insert into c values ('1', 'one', 1), ('abc', 'letters', 2), ('', 'none', 3)",
	"insert into d values (1, '2019-01-02', 'day', 1), (1, '2019-01-02 03:04:05', 'second', 2)",
	"insert into e values (1, 1.5, 'half', 1), (2, 2, 'two', 2), (3, null, 'null', 3)",
	"insert into f values (1, 'é', 'accent', 1), (2, '1', 'one', 2), (3, null, 'null', 3)",
];

const table = fc.constantFrom("a", "b", "c", "d", "e", "f");
const value = fc.constantFrom(
	"1",
	"2",
	"-3",
	"1.5",
	"1.500",
	"1.005",
	"'1'",
	"'abc'",
	"'ABC'",
	"'abc '",
	"'é'",
	"''",
	"null",
	"18446744073709551615",
	"99999999999999999999",
	"'2019-01-02'",
	"20190102",
	"true",
	"1e0",
	"x'31'",
	"1 + 1",
	"@unset",
);
const items = fc.constantFrom("*", "v", "n + 1, v", "'x' as w", "id, (select count(*) from a)", "count(*)");
const more = fc.constantFrom(
	"",
	" and n = 1",
	" and v like 't%'",
	" and n in (1, 2)",
	" limit 1",
	" order by n",
	" for update",
);

const query = fc
	.tuple(items, table, fc.constantFrom("=", "<=>"), value, more)
	.map(
		([what, name, sign, key, rest]) =>
			[what, `from ${name} where ${name === "d" ? "x = 1 and " : ""}id ${sign} ${key}${rest}`] as const,
	);

test("the same row on both paths", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(query, { minLength: 30, maxLength: 60 }), async (queries) => {
			const pairs = queries.flatMap(([what, rest]) => [
				`select ${what} ${rest}`,
				`select sql_calc_found_rows ${what} ${rest}`,
			]);
			const answers = (await playOnMemory({ release: "2.1.7" }, [...tables, ...rows, ...pairs])).slice(
				tables.length + rows.length,
			);
			for (let at = 0; at < answers.length; at += 2) {
				t.is(answers[at]![1], answers[at + 1]![1], answers[at]![0]);
			}
		}),
		{ numRuns: 30 },
	);
});
