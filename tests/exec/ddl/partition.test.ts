/**
 * Ternary logic partitioning: a query's result equals the union of its parts where a condition is true, false and
 * NULL.
 *
 * Random joins, conditions with subqueries, groups. Rows that one plan loses or doubles show in the sum of the
 * others.
 */
import test from "ava";
import fc from "fast-check";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";

const froms = fc.constantFrom(
	"a join b on a.x = b.y",
	"a left join b on a.x = b.y",
	"a right join b on a.x = b.y and a.s = b.s",
	"a left join b on a.id = b.id and b.y > 1",
	"a cross join b",
	"a left join (b join c on b.id = c.p) on a.x = c.q",
	"(a join c on a.id = c.p) left join b on b.y = c.q",
	"a left join b on a.x = b.y left join c on c.p = b.id and c.q = a.id",
	"a join (select y, max(id) id, min(s) s from b group by y) b on a.x = b.y",
	"a left join (select distinct p id, q y, null s from c) b on a.id = b.id",
	"b straight_join a on a.id = b.y",
);

const column = fc.constantFrom("a.id", "a.x", "a.s", "b.id", "b.y", "b.s");
const constant = fc.constantFrom("0", "1", "2", "3", "null", "1.5", "'1'", "'b'", "''");
const operand = fc.oneof(
	{ weight: 3, arbitrary: column },
	constant,
	fc.tuple(column, constant).map(([c, k]) => `ifnull(${c}, ${k})`),
);
const comparison = fc
	.tuple(operand, fc.constantFrom("=", "<>", "<", ">=", "<=>"), operand)
	.map((parts) => parts.join(" "));

const subqueries = fc.constantFrom(
	"a.x in (select y from b b2)",
	"a.x in (select q from c where c.p = a.id)",
	"a.x not in (select y from b b2 where b2.s = a.s)",
	"exists (select 1 from c where c.p = b.id)",
	"not exists (select 1 from c where c.q = a.x and c.p > b.id)",
	"(a.id, a.x) in (select p, q from c)",
	"a.id > (select avg(p) from c where c.q = b.y)",
	"b.y = any (select q from c where c.p <> a.id)",
	"a.id <= all (select p from c where c.q = b.id)",
	"(select count(*) from c where c.p = a.id or c.q = b.id) > 1",
	"a.s = (select min(s) from b b2 where b2.y = (select max(q) from c where c.p = b2.id))",
);

const { predicate } = fc.letrec<{ predicate: string }>((tie) => ({
	predicate: fc.oneof(
		{ depthSize: "small" },
		{ weight: 4, arbitrary: comparison },
		{ weight: 2, arbitrary: subqueries },
		fc
			.tuple(column, fc.constantFrom("is null", "is not null", "between 1 and 2", "in (1, 2, null)", "like '%b'"))
			.map((parts) => parts.join(" ")),
		fc
			.tuple(tie("predicate"), fc.constantFrom("and", "or", "xor"), tie("predicate"))
			.map(([p, word, q]) => `(${p} ${word} ${q})`),
		tie("predicate").map((p) => `not (${p})`),
	),
}));

const small = fc.constantFrom("0", "1", "2", "3", "null");
const text = fc.constantFrom("'a'", "'b'", "'1'", "''", "null");
const rows = fc.array(fc.tuple(small, text), { maxLength: 6 });

function insert(name: string, all: readonly (readonly string[])[]): string {
	return all.length === 0
		? "do 1"
		: `insert into ${name} values ${all.map((values, at) => `(${at}, ${values.join(", ")})`).join(", ")}`;
}

test("rows where a condition is true, false and NULL make up the whole result", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const ask = async (sql: string): Promise<string[]> => {
		const answer = await answerOf(session, sql);
		t.false(answer.startsWith("ERROR"), `${sql}: ${answer}`);
		return answer === "ok" ? [] : answer.split("\n").slice(1);
	};
	try {
		await fc.assert(
			fc.asyncProperty(
				rows,
				rows,
				fc.array(fc.tuple(small, small), { maxLength: 6 }),
				fc.array(fc.tuple(froms, predicate), { minLength: 8, maxLength: 8 }),
				async (a, b, c, asked) => {
					await ask("drop table if exists a, b, c");
					await ask("create table a (id int primary key, x int, s varchar(4), key (x))");
					await ask("create table b (id int primary key, y int, s varchar(4), key (y, s))");
					await ask("create table c (k int primary key, p int, q int, key (p), key (q, p))");
					await ask(insert("a", a));
					await ask(insert("b", b));
					await ask(insert("c", c));
					for (const [from, condition] of asked) {
						const select = `select a.id, b.id from ${from}`;
						const whole = (await ask(select)).sort();
						const parts: string[] = [];
						for (const where of [condition, `not (${condition})`, `(${condition}) is null`]) {
							parts.push(...(await ask(`${select} where ${where}`)));
						}
						t.deepEqual(parts.sort(), whole, `${from} where ${condition}`);
						const counted = await ask(
							`select count(*), sum(n) from (select ${condition} z, count(*) n from ${from} group by z) g`,
						);
						t.is(
							counted[0]?.split("\t")[1],
							whole.length === 0 ? "NULL" : String(whole.length),
							`${from} by ${condition}`,
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
