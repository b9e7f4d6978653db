/**
 * Covering index scans (`exec/operators/entry-decoder.ts`) return what rows hold: the same queries with and without
 * index.
 *
 * Keys of several types and parts, NULLs, unique entries, tables without a primary key, own writes.
 */
import test from "ava";
import fc from "fast-check";
import { playOnMemory } from "../../memory-kernel.ts";

const script = [
	`create table a (id bigint unsigned, s smallint, k int, d decimal(20,4), v varchar(10), day date, at datetime(3),
	stamp timestamp null, e enum('x', 'y'), b bit(9), f double, primary key (s, id), key k_d (k, d), key v_day (v, day),
	unique key d_at (d, at), key st (stamp), key e_b (e, b), key f_k (f, k), key v3 (v(3), k))`,
	`insert into a values (1, 1, 5, 1.5, 'abc', '2020-01-01', '2020-01-01 01:02:03.004', '2020-06-01 12:00:00', 'x', 5,
	0.5), (18446744073709551615, -7, 5, -99999.0001, 'abd', null, null, null, 'y', 511, -1e10), (3, 2, -128, null, 'ABC',
	'1999-12-31', '2020-01-01', '2020-10-25 00:30:00', null, null, null), (128, 300, 70000, 1234567890123456.7891, '',
	'0001-01-01', '9999-12-31 23:59:59.999', '1971-01-01', 'x', 0, 0), (0, 0, null, 0, null, '2020-02-29', '2020-01-02',
	'2020-10-25 01:30:00', 'y', 256, 0)`,
	"create table h (k int, u int, unique (u), key (k))",
	"insert into h values (1, 1), (1, 2), (null, null), (2, null)",
];
const uses: readonly [index: string, columns: readonly string[], conditions: readonly string[]][] = [
	[
		"k_d",
		["k", "d", "s", "id"],
		["k = 5", "k > -200", "k is null", "k = 5 and d < 1", "k in (5, 70000)", "k between -128 and 5"],
	],
	["v_day", ["day", "s", "id"], ["v = 'abc'", "v >= ''", "v is null", "v = 'abc' and day > '2000-01-01'"]],
	[
		"d_at",
		["d", "at", "id"],
		["d = 1.5", "d > -1000000", "d is null", "d = 0 and at = '2020-01-02'", "d in (0, 1.5, 7)"],
	],
	["st", ["stamp", "s", "id"], ["stamp > '1970-01-02'", "stamp is null", "stamp = '2020-06-01 12:00:00'"]],
	["e_b", ["b", "e", "s"], ["e = 'x'", "e is not null"]],
	["f_k", ["k", "s"], ["f = 0", "f > -1e11"]],
	["v3", ["k", "id"], ["v = 'abc'", "v > 'a'"]],
];

const query = fc
	.constantFrom(...uses)
	.chain(([index, columns, conditions]) =>
		fc
			.tuple(
				fc.shuffledSubarray([...columns], { minLength: 1 }),
				fc.constantFrom(...conditions),
				fc.constantFrom("", " desc"),
			)
			.map(([wanted, condition, by]) =>
				["ignore", "force"].map(
					(word) =>
						`select ${wanted.join(", ")} from a ${word} index (${index}) where ${condition} order by s${by}, id`,
				),
			),
	);

test("index entries decode to the values of rows", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(query, { minLength: 20, maxLength: 40 }), fc.boolean(), async (queries, changes) => {
			const begin = [
				"set time_zone = '+05:30'",
				...(changes
					? [
							"begin",
							"update a set k = 6, d = d + 1 where s > 0",
							"delete from a where s = 0",
							"insert into a (id, s, k, v) values (9, 9, 5, 'abc')",
						]
					: []),
			];
			const pairs = queries.flat();
			const answers = (await playOnMemory({ release: "2.1.7" }, [...script, ...begin, ...pairs])).slice(
				script.length + begin.length,
			);
			for (let at = 0; at < answers.length; at += 2) {
				t.is(answers[at]![1], answers[at + 1]![1], answers[at + 1]![0]);
			}
		}),
		{ numRuns: 25 },
	);
});

test("a table without a primary key, and a join without lookups in its inner table", async (t) => {
	const answers = await playOnMemory({ release: "2.1.7" }, [
		...script,
		"select k from h where k = 1",
		"select u from h where u = 2",
		"select u from h force index (u) where u is null",
		"select count(*), sum(k) from h where k >= 1",
		"select a.s, h.u from h join a on a.k = h.k + 4 order by 1, 2",
		"select h.k, other.k from h join h other on other.k = h.k order by 1, 2",
	]);
	t.deepEqual(
		answers.slice(script.length).map(([, answer]) => answer.split("\n").slice(1).join(" ").replaceAll("\t", ",")),
		["1 1", "2", "NULL NULL", "3,4", "-7,1 -7,2 1,1 1,2", "1,1 1,1 1,1 1,1 2,2"],
	);
});
