/**
 * Attacks by one expression: work within a value, and values of megabytes in every row.
 */
import type { Attack } from "./attack.ts";

const triples = "n a, n b, n c";
const heavy = "reverse(repeat(concat(a.a, b.a, c.a), 300000))";

export const expressionAttacks: readonly Attack[] = [
	{
		name: "BENCHMARK for ever",
		statements: ["select benchmark(18446744073709551615, 1 + 1)"],
		isEndless: true,
	},
	{
		name: "BENCHMARK of a long value",
		statements: ["select benchmark(1000000000, md5(repeat('a', 1000000)))"],
		isEndless: true,
	},
	{ name: "SLEEP in rows", statements: ["select sleep(1000) from n"], isEndless: true },
	{
		name: "LIKE of a long part",
		statements: ["select repeat('a', 4000000) like concat('%', repeat('a', 20000), 'b%')"],
		codes: [0],
	},
	{
		name: "LIKE of a long part, letter case folded",
		statements: ["select repeat('a', 1000000) collate utf8mb4_general_ci like concat('%', repeat('A', 20000), 'b%')"],
		codes: [0],
	},
	{
		name: "LIKE with wildcards in a long part",
		statements: ["select repeat('a', 400000) like concat('%', repeat('a_', 1000), 'b%')"],
		codes: [0],
	},
	{
		name: "REGEXP of nested repetitions",
		statements: ["select repeat('a', 300000) regexp concat(repeat('a{0,255}', 100), 'b')"],
		codes: [1139],
		slow: { boundMs: 500, why: "the expression of 25,500 instructions is compiled at once" },
	},
	{ name: "CONV of many digits", statements: ["select conv(repeat('9', 400000), 10, 2)"], codes: [0] },
	{ name: "OLD_PASSWORD of a long text", statements: ["select old_password(repeat('a', 200000))"], codes: [0] },
	{
		name: "XPath with nested predicates",
		statements: ["select extractvalue(concat('<r>', repeat('<a/>', 2000), '</r>'), '//a[//a[//a]]')"],
		codes: [0],
	},
	{
		name: "values of megabytes in a condition",
		statements: [`select count(*) from ${triples} where ${heavy} = 'x'`],
		isEndless: true,
	},
	{
		name: "warnings about values of 4 MB",
		setup: ["set global sql_mode = ''", "insert into trust.big (v) values (repeat('é', 2000000))"],
		statements: [
			"select repeat(x'00', 4000000) + 1",
			"select cast(repeat(x'ff', 4000000) as date), cast(repeat('é', 2000000) as signed)",
			"create table shown (a int, b date, c decimal(5, 2), d set('a'), e varbinary(3))",
			"insert into shown select v, v, v, v, v from big",
			"insert into shown select cast(v as binary), cast(v as binary), cast(v as binary), 'a', 'b' from big",
		],
		codes: [0],
	},
	{
		name: "values of megabytes in a sort",
		statements: [`select a.a from ${triples} order by ${heavy} limit 1`],
		isEndless: true,
	},
	{
		name: "values of megabytes in groups",
		statements: [`select a.a from ${triples} group by ${heavy}`],
		isEndless: true,
	},
	{
		name: "values of megabytes in an aggregate",
		statements: [`select sum(length(${heavy})) from ${triples}`],
		isEndless: true,
	},
	{
		name: "values of megabytes in an UPDATE",
		statements: [`update ${triples} set a.b = length(${heavy}) where ${heavy} <> 'x'`],
		isEndless: true,
	},
	{
		name: "a JSON document of megabytes in every row",
		statements: ["select json_length(concat('[', repeat('1,', 500000), a.a, b.a, ']')) from n a, n b"],
		codes: [0, 3141],
	},
	{
		name: "joins of thousands of equal keys",
		setup: [
			"create table equals (a int primary key, k int, s varchar(20))",
			"insert into equals select m.a + 1000 * n.a, 1, m.a from m, n where n.a < 3",
		],
		statements: [
			"select min(concat(x.s, y.s)) from equals x join equals y on y.k = x.k",
			"select x.s from equals x join equals y on y.k = x.k order by y.s, x.s limit 3",
			"select count(*) from equals x join equals y on y.k = x.k join equals z on z.k = y.k where x.a < 3",
			"select x.a, y.a, z.a from equals x join equals y on y.k = x.k join equals z on z.k = y.k limit 10",
		],
		codes: [0],
	},
	{
		name: "a product of equal keys",
		setup: [
			"create table equals (a int primary key, k int, s varchar(20))",
			"insert into equals select m.a + 1000 * n.a, 1, m.a from m, n where n.a < 3",
		],
		statements: ["select sum(x.a * y.a * z.a) from equals x join equals y on y.k = x.k join equals z on z.k = y.k"],
		isEndless: true,
	},
	{ name: "HEX of HEX of HEX of HEX", statements: ["select hex(hex(hex(hex(repeat('x', 2000000)))))"], codes: [0] },
	{
		name: "REPLACE that would make 10 GB",
		statements: ["select replace(repeat('a', 100000), 'a', repeat('b', 100000))"],
		codes: [0],
	},
	{ name: "rounding to a text", statements: ["select round(1.5, 'a')", "select truncate(1.5, 'b')"], codes: [0] },
	{ name: "rows within rows", statements: ["select (1, (1, 2)) = (select 1, 3)"], codes: [1241] },
];
