/**
 * Attacks on memory: plans, variables, transactions and results that no one takes back.
 */
import type { Attack } from "./attack.ts";

/** Other numbers each time, so that no plan is found again. */
function ids(seed: number, count: number): string {
	let state = seed;
	return Array.from({ length: count }, () => {
		state = (state * 1103515245 + 12345) & 0x7fffffff;
		return state;
	}).join(", ");
}

function many(count: number, statement: (at: number) => string): readonly string[] {
	return Array.from({ length: count }, (_, at) => statement(at));
}

function manyParts(value: string): string {
	return many(10_000, (at) => `${value} > -${at}`).join(" and ");
}

/** 14 tables behind `t0`, each joined with the one before. */
function joined(column: string): string {
	return many(14, (at) => `join wide t${at + 1} on t${at + 1}.${column} = t${at}.${column}`).join(" ");
}

const longText = "each statement has kilobytes of text that come once";

const columns = (column: (at: number) => string): string => many(600, column).join(", ");

/** A number made of a megabyte that the statement's text does not hold. */
const megabyte = (at: number): string => `length(reverse(concat(repeat('a', 1000000), ${at})))`;

export const memoryAttacks: readonly Attack[] = [
	{
		name: "IN of 1,200 other numbers each time",
		statements: many(400, (at) => `select count(*) from n where a in (${ids(at, 1200)})`),
		codes: [0],
		mostBytes: 600_000_000,
		slowOften: { boundMs: 60, why: longText },
	},
	{
		name: "sums of 450 terms, another each time",
		statements: many(1200, (at) => `select ${Array(450).fill("1").join("+")} as c${at}`),
		codes: [0],
		// Their plans would be 670 MB.
		mostBytes: 500_000_000,
		slow: { boundMs: 500, why: longText },
		slowOften: { boundMs: 100, why: longText },
	},
	{
		name: "OR of 600 other terms each time",
		statements: many(
			100,
			(at) => `select count(*) from n where ${many(600, (term) => `a = ${at * 600 + term}`).join(" or ")}`,
		),
		codes: [0],
		slowOften: { boundMs: 100, why: longText },
	},
	{
		name: "rows IN of 400 other rows each time",
		statements: many(
			100,
			(at) => `select count(*) from n where (a, b) in (${many(400, (row) => `(${at}, ${row})`).join(", ")})`,
		),
		codes: [0],
		slowOften: { boundMs: 100, why: longText },
	},
	{
		name: "user variables of 4 MB without end",
		// HEX makes the bytes at once, REPEAT may leave them unmade.
		statements: many(800, (at) => `set @a${at} = hex(repeat('x', 2000000))`),
		codes: [0, 1041],
	},
	{
		name: "three transactions that write 4 MB a row",
		statements: [
			"begin",
			...many(30, () => "insert into big (v) select repeat('x', 4000000) from n limit 10"),
			"rollback",
		],
		connections: 3,
		codes: [0, 1041, 1197, 1213],
	},
	{
		name: "short parts of long texts",
		statements: [
			"select left(concat(a, repeat('x', 3000000)), 20) as k, count(*) from m group by k",
			"select v from (select right(concat(repeat('x', 3000000), 'some twenty letters, ', a), 24) as v from m) t order by 1",
			...many(200, (at) => `set @part${at} = mid(concat(${at}, repeat('x', 12000000)), 1, 20)`),
			...many(200, (at) => `select json_extract('{}', concat('$.', repeat('a', ${12_000_000 + at})))`),
		],
		codes: [0],
		mostBytes: 800_000_000,
		slowOften: { boundMs: 60, why: "each value has megabytes" },
	},
	{
		name: "LIKE of a pattern of 1 MB, another each time",
		statements: many(60, (at) => `select a like concat('%', repeat('a', ${1_000_000 + at}), '%') from n limit 1`),
		codes: [0],
		mostBytes: 800_000_000,
		slowOften: { boundMs: 100, why: "a pattern of a megabyte is prepared in one piece" },
	},
	{
		name: "constants of 1 MB, others each time",
		statements: many(2500, (at) =>
			at % 2 === 0
				? `select length(reverse(concat(repeat('a', 1000000), ${at})))`
				: `select count(*) from n where a < ${at} and b <=> reverse(concat(repeat('b', 1000000), ${at}))`,
		),
		codes: [0],
		mostBytes: 1_200_000_000,
		slowOften: { boundMs: 60, why: "each value has a megabyte" },
	},
	{
		name: "600 constants of 1 MB in a statement",
		setup: [
			`create table trust.wide (id int primary key, ${columns((at) => `c${at} int`)})`,
			"insert into trust.wide (id) values (1), (2)",
		],
		statements: [
			`select id, ${columns((at) => `${megabyte(at)} + id`)} from wide`,
			`insert into wide values (3, ${columns(megabyte)})`,
			`update wide set ${columns((at) => `c${at} = ${megabyte(at)}`)}`,
			`set ${columns((at) => `@c${at} = ${megabyte(at)}`)}`,
			`do ${columns(megabyte)}`,
			"create table computed (id int primary key, " +
				`${many(50, (at) => `c${at} int as (${megabyte(at)} + id)`).join(", ")})`,
			"insert into computed (id) values (1), (2)",
		],
		codes: [0],
		mostBytes: 800_000_000,
		slowOften: { boundMs: 60, why: "each value has a megabyte" },
	},
	{ name: "a result of a thousand values of 3 MB", statements: ["select repeat(a, 1000000) from m"], codes: [0] },
	{
		name: "a join of 15 tables of 900 columns",
		setup: [
			`create table wide (a int primary key, k int, ${Array.from({ length: 900 }, (_, at) => `c${at} int`).join(", ")})`,
			"insert into wide (a, k) select m.a, m.a % 9 from m where m.a <= 800",
		],
		statements: [
			`select sum(t14.c1) from wide t0 ${joined("a")}`,
			`select /*+ max_execution_time(2000) */ t0.a from wide t0 ${joined("k")} order by t14.c3, t0.a limit 5`,
		],
		codes: [0, 3024],
		slowOften: { boundMs: 100, why: "each row has 13,500 values, which are copied and collected" },
	},
	{
		name: "partitions without number",
		statements: [
			"create table p (id int) partition by hash (id) partitions 20000000",
			"create table p (id int) partition by hash (id) partitions 18446744073709551615",
		],
		codes: [1499],
	},
	{
		name: "a table of 5,000 columns",
		statements: [`create table wide (${many(5000, (at) => `c${at} int`).join(", ")})`],
		codes: [1117],
	},
	{
		name: "statements of megabytes",
		statements: [
			`select count(*) from m where ${many(200_000, (at) => `a = ${at}`).join(" or ")}`,
			`select count(*) from m where a in (${many(500_000, String).join()})`,
			`select count(*) from n where (a, b) in (${many(200_000, (at) => `(${at},1)`).join()})`,
			`select case a ${many(100_000, (at) => `when ${at} then 'x${at}'`).join(" ")} end from n`,
			`select case ${many(30_000, (at) => `when a = ${at} then 'x${at}'`).join(" ")} end from n`,
			`select count(*) from m where ${many(200_000, (at) => `a <> ${at}`).join(" and ")}`,
			`select count(*) from n where ${many(30_000, (at) => `a > -${at}`).join(" and ")}`,
			`insert into big (v) values ${many(200_000, (at) => `('x${at}')`).join()}`,
			`insert into big (v) values ${many(100_000, (at) => `(concat('x', ${at}))`).join()}`,
		],
		codes: [0],
		slow: { boundMs: 1500, why: "a list of hundreds of thousands is one part of the plan, which is made at once" },
		slowOften: { boundMs: 500, why: "each statement has megabytes of text that come once" },
	},
	{
		name: "statements of 12 MB, four at once",
		setup: ["set global max_allowed_packet = 16777216"],
		connections: 4,
		statements: [
			`select count(*) from n where ${many(800_000, (at) => `a > -${at}`).join(" and ")}`,
			`select case a ${many(500_000, (at) => `when ${at} then 'x${at}'`).join(" ")} end from n`,
			many(700_000, (at) => `select ${at}`).join(" union all "),
		],
		codes: [0, 1041],
		slow: { boundMs: 1500, why: "a text of megabytes is read and answered with an error in one piece each" },
		slowOften: { boundMs: 500, why: longText },
	},
	{
		name: "thousands of parts in every clause",
		statements: [
			`select ${many(4000, (at) => `sum(a + ${at})`).join()} from n`,
			`select count(*) from n group by ${many(20_000, (at) => `a + ${at}`).join()}`,
			`select a from n order by ${many(10_000, (at) => `a + ${at}`).join()}`,
			`select count(*) from n group by a having ${many(5000, (at) => `sum(a) > -${at}`).join(" and ")}`,
			`select a from n where (a, b) in (${many(10_000, (at) => `(b, ${at})`).join()})`,
			`select (case a ${many(30_000, (at) => `when ${at} then ${at}.5`).join(" ")} end) / 3 from n`,
			`select count(*) from n where ${many(1000, (at) => `exists(select 1 from m where a = ${at})`).join(" or ")}`,
			`select count(*) from n where ${many(5000, (at) => `(select max(a) from m where a>${at}) > 0`).join(" and ")}`,
			many(5000, (at) => `select a from n where a = ${at}`).join(" union "),
			`set ${many(20_000, (at) => `@u${at % 100} = ${at}`).join()}`,
			`update n set b = b where ${many(10_000, (at) => `abs(a) > -${at}`).join(" and ")}`,
		],
		codes: [0],
		slow: { boundMs: 750, why: "what is found of all parts together is found at once" },
		slowOften: { boundMs: 500, why: "each statement has kilobytes of text that come once" },
	},
	{
		name: "a condition of 10,000 parts wherever one may stand",
		statements: [
			`insert ignore into m select a from n where ${manyParts("a")}`,
			`select (select count(*) from n where ${manyParts("a")})`,
			`select count(*) from m where m.a in (select n.a from n where n.a = m.a and ${manyParts("n.a")})`,
			`select count(*) from n join m on n.a = m.a and ${manyParts("n.a")}`,
			`create or replace view long_view as select a from n where ${manyParts("a")}`,
			"select count(*) from long_view x join long_view y on x.a = y.a",
			"drop view long_view",
			`create table long_table as select a from n where ${manyParts("a")}`,
			"drop table long_table",
			`set @x = (select count(*) from n where ${manyParts("a")})`,
			`do (${manyParts("@x")})`,
			`show variables where ${manyParts("value")}`,
			`delete n, m from n join m on n.a = m.a where ${manyParts("n.a").replaceAll("> -", "> 9")}`,
		],
		codes: [0],
		slow: { boundMs: 500, why: "what is found of all parts together is found at once" },
		slowOften: { boundMs: 250, why: longText },
	},
	{
		name: "100,000 statements in one text",
		statements: ["set @n = 1;".repeat(100_000)],
		codes: [0],
	},
];
