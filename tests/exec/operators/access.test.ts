/**
 * Index scans find what full table scans find, and joins do in any order: random conditions over random rows.
 */
import test from "ava";
import fc from "fast-check";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";

/** `~` is replaced by the table's name and dot, where there are several tables. */
const columns = ["~i", "~u", "~d", "~n", "~b", "~t", "~f"] as const;

const literal = fc.oneof(
	fc.integer({ min: -3, max: 6 }).map(String),
	fc.constantFrom("null", "1.5", "2.0", "-0.5", "2e0", "99999999999", "-99999999999", "18446744073709551615"),
	fc.constantFrom("'1'", "'2'", "'a'", "'A'", "'ab'", "'b '", "''", "'2x'", "'1.5'", "'é'"),
	fc.constantFrom("'2020-01-01'", "'2020-01-02 10:00'", "date '2020-01-02'", "20200101", "'2020-13-01'"),
);

const test1 = fc
	.tuple(fc.constantFrom(...columns), fc.constantFrom("=", "<", "<=", ">", ">=", "<=>", "<>"), literal)
	.map(([column, operator, value]) => `${column} ${operator} ${value}`);

const condition = fc.oneof(
	{ weight: 4, arbitrary: test1 },
	fc.tuple(literal, fc.constantFrom("=", "<", ">="), fc.constantFrom(...columns)).map((parts) => parts.join(" ")),
	fc
		.tuple(fc.constantFrom(...columns), fc.array(literal, { minLength: 1, maxLength: 4 }))
		.map(([column, list]) => `${column} in (${list.join(", ")})`),
	fc
		.tuple(fc.constantFrom(...columns), literal, literal)
		.map(([column, low, high]) => `${column} between ${low} and ${high}`),
	fc
		.tuple(fc.constantFrom("~n", "~b", "~i"), fc.constantFrom("'a%'", "'A_'", "'%b'", "'b'", "'a\\\\%'", "'é%'", "''"))
		.map(([column, pattern]) => `${column} like ${pattern}`),
	fc.tuple(fc.constantFrom(...columns), fc.constantFrom("is null", "is not null")).map((parts) => parts.join(" ")),
	fc.tuple(test1, test1).map(([a, b]) => `(${a} or ${b})`),
	fc
		.tuple(fc.constantFrom("~i", "~u"), literal, literal)
		.map(([column, a, b]) => `(${column} = ${a} or ${column} = ${b})`),
);

const conditions = fc.array(condition, { minLength: 1, maxLength: 2 }).map((all) => all.join(" and "));

const value = <T extends string>(...values: T[]) =>
	fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, fc.constant("null"));

const row = fc
	.tuple(
		value("-2", "0", "1", "2", "3", "2147483647"),
		value("0", "1", "2", "4294967295"),
		value("-0.50", "1.50", "2.00", "9.99"),
		value("'a'", "'A'", "'ab'", "'abc'", "'b'", "'b '", "'B'", "''", "'é'", "'2x'"),
		value("'a'", "'A'", "'ab'", "'b '", "''", "0x00", "0xff"),
		value("'2020-01-01'", "'2020-01-02 10:00'", "'2020-02-03 04:05:06'", "'1999-12-31'"),
		value("-0.5", "0.1", "1.5", "2", "3e10"),
	)
	.map((parts) => `(${parts.join(", ")})`);

const table = (
	name: string,
): string => `create table ${name} (id int auto_increment primary key, i int, u int unsigned, d decimal(6, 2),
	n varchar(8) collate utf8mb4_general_ci, b varbinary(8), t datetime, f double,
	key i (i, u), key u (u), key d (d, n(2)), key n (n), key n_2 (n(1), i), key b (b), key t (t, f), key f (f))`;

const joins = fc.constantFrom(
	"k.i = l.i",
	"k.id = l.i",
	"k.n = l.n and k.i > l.i",
	"k.u = l.i and l.d > 1",
	"k.i <=> l.u",
	"k.d = l.f",
	"k.t > l.t",
	"k.n = l.b",
);

test("index scans equal full table scans", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	try {
		await fc.assert(
			fc.asyncProperty(
				fc.array(row, { minLength: 1, maxLength: 25 }),
				fc.array(row, { minLength: 1, maxLength: 6 }),
				fc.array(fc.tuple(conditions, joins), { minLength: 15, maxLength: 15 }),
				async (rows, others, asked) => {
					await ask("drop table if exists k, l");
					await ask(table("k"));
					await ask(table("l"));
					t.is(await ask(`insert into k (i, u, d, n, b, t, f) values ${rows.join(", ")}`), "ok");
					t.is(await ask(`insert into l (i, u, d, n, b, t, f) values ${others.join(", ")}`), "ok");
					for (const [asking, on] of asked) {
						const [alone, joined] = [asking.replaceAll("~", ""), asking.replaceAll("~", "k.")];
						const found = await ask(`select id from k where ${alone} order by id`);
						t.false(found.startsWith("ERROR"), `${alone}: ${found}`);
						t.is(
							found,
							await ask(
								`select id from k ignore index (primary, i, u, d, n, n_2, b, t, f) where ${alone} order by id + 0`,
							),
							alone,
						);
						t.is(
							await ask(`select id from k where ${alone} order by i, u, id`),
							await ask(`select id from k ignore index (i) where ${alone} order by i + 0, u + 0, id`),
							alone,
						);
						const pairs = await ask(`select k.id, l.id from k join l on ${on} where ${joined} order by 1, 2`);
						t.false(pairs.startsWith("ERROR"), `${on}: ${pairs}`);
						t.is(
							pairs,
							await ask(
								`select k.id, l.id from l straight_join k ignore index (primary, i, u, d, n, n_2, b, t, f) where ` +
									`${on} and ${joined} order by 1, 2`,
							),
							`${on} and ${joined}`,
						);
					}
				},
			),
			{ numRuns: 25 },
		);
	} finally {
		await kernel.close();
	}
});
