/**
 * Counts of index entries (`exec/point/count-read.ts`) equal the general path's, which SQL_CALC_FOUND_ROWS chooses.
 *
 * Ranges that overlap, touch, are empty or inverted, with values of other types and NULLs.
 */
import test from "ava";
import fc from "fast-check";
import { playOnMemory } from "../../memory-kernel.ts";

function rowText(at: number): string {
	const n = at % 5 === 0 ? "null" : at % 9;
	const stamp = at % 4 === 0 ? "null" : `'2020-03-01' + interval ${at} minute`;
	return `(${at}, ${(at * 7) % 50}, ${n}, ${at / 8}, 'v${at % 20}', '2020-01-01' + interval ${at} hour, ${stamp})`;
}

const script = [
	"create table a (id int primary key, k int not null, n int, d decimal(6,2), v varchar(10), at datetime, " +
		"stamp timestamp null, key (k), key (n, k), key (d), key (v), key (at), unique (stamp))",
	`insert into a values ${Array.from({ length: 120 }, (_, at) => rowText(at)).join(", ")}`,
	"create table empty (k int not null, key (k))",
];

const number = fc.constantFrom(
	"0",
	"1",
	"5",
	"7",
	"10",
	"20",
	"20.5",
	"'12'",
	"'12x'",
	"49",
	"50",
	"-1",
	"null",
	"99999999999999999999",
	"1e1",
);
const simple = fc.oneof(
	fc
		.tuple(fc.constantFrom("k", "id", "n", "d"), number, number)
		.map(([column, low, high]) => `${column} between ${low} and ${high}`),
	fc
		.tuple(fc.constantFrom("k", "id", "n", "d"), fc.constantFrom("=", "<", "<=", ">", ">=", "<=>", "<>"), number)
		.map(([column, sign, value]) => `${column} ${sign} ${value}`),
	fc
		.tuple(fc.constantFrom("k", "n"), fc.array(number, { minLength: 1, maxLength: 4 }))
		.map(([column, values]) => `${column} in (${values.join(", ")})`),
	fc.constantFrom(
		"n is null",
		"n = 3 and k > 10",
		"n = 3 and k between 5 and 20",
		"v = 'v3'",
		"v like 'v1%'",
		"at between '2020-01-02' and '2020-01-03'",
		"at >= '2020-01-04'",
		"stamp > '2020-03-01 01:00:00'",
		"k > n",
		"not k = 3",
	),
);
const condition = fc.oneof(
	{ weight: 3, arbitrary: simple },
	{ weight: 1, arbitrary: fc.tuple(simple, simple).map(([one, other]) => `${one} and ${other}`) },
	{ weight: 3, arbitrary: fc.array(simple, { minLength: 2, maxLength: 6 }).map((sides) => sides.join(" or ")) },
	{
		weight: 2,
		arbitrary: fc
			.array(fc.tuple(number, number), { minLength: 2, maxLength: 6 })
			.map((bounds) => bounds.map(([low, high]) => `k between ${low} and ${high}`).join(" or ")),
	},
);
const items = fc.constantFrom(
	"count(*)",
	"count(k)",
	"count(k), count(*) + 1",
	"count(n)",
	"count(distinct k)",
	"count(1), 'x'",
	"concat('n', count(id))",
	"count(*), sum(k)",
	"count(n, k)",
);
const query = fc.oneof(
	{ weight: 20, arbitrary: fc.tuple(items, condition).map(([what, where]) => `${what} from a where ${where}`) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"count(*) from a",
			"count(*) from empty",
			"count(k) from empty where k > 3",
			"count(*) from a limit 0",
			"count(*) from a having count(*) > 3",
			"count(*) from a where id > 3 for update",
		),
	},
);

test("the same counts on both paths", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(query, { minLength: 30, maxLength: 60 }), fc.boolean(), async (queries, changes) => {
			const begin = changes
				? [
						"begin",
						"delete from a where k between 10 and 20",
						"update a set n = 2 where id < 30",
						"insert into a values (500, 12, null, 1, '', null, null)",
					]
				: [];
			const pairs = queries.flatMap((sql) => [`select ${sql}`, `select sql_calc_found_rows ${sql}`]);
			const answers = (await playOnMemory({ release: "2.1.7" }, [...script, ...begin, ...pairs])).slice(
				script.length + begin.length,
			);
			for (let at = 0; at < answers.length; at += 2) {
				t.is(answers[at]![1], answers[at + 1]![1], answers[at]![0]);
			}
		}),
		{ numRuns: 30 },
	);
});
