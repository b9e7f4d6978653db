/**
 * GROUP BY expressions and positions, WITH ROLLUP, HAVING, aggregates of distinct values, all forms of GROUP_CONCAT.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const keys = [
	"a",
	"b",
	"c",
	"d",
	"a + b",
	"left(c, 1)",
	"year(dt)",
	"dt",
	"a is null",
	"a % 2",
	"ifnull(c, 'none')",
	"date_format(dt, '%Y-%m')",
	"round(d)",
	"case when a > 2 then 'big' else 'small' end",
];
const operands = ["a", "b", "c", "d", "dt", "a + b", "a * d", "id", "f", "c", "u", "length(c)", "if(a > 2, d, null)"];

export function grouping(choice: Choice): readonly Piece[] {
	const operand = (): string => choice.pick(operands);
	const aggregate = (): string =>
		choice.pick([
			() => "count(*)",
			() => `count(${operand()})`,
			() => `count(distinct ${operand()})`,
			() => `count(distinct ${operand()}, ${operand()})`,
			() => `sum(${operand()})`,
			() => `sum(distinct ${choice.pick(["a", "b", "d", "u"])})`,
			() => `avg(${choice.pick(["a", "b", "d", "u", "f"])})`,
			() => `avg(distinct ${choice.pick(["a", "d"])})`,
			() => `min(${operand()})`,
			() => `max(${operand()})`,
			() => `group_concat(${operand()} order by id)`,
			() => `group_concat(distinct ${choice.pick(["a", "c", "b"])} order by 1 desc separator '/')`,
			() => "group_concat(c, '-', a order by a desc, id separator ';')",
			() => `bit_or(${choice.pick(["a", "b", "u"])})`,
			() => `bit_and(${choice.pick(["a", "u"])})`,
			() => `bit_xor(id)`,
			() => `round(stddev_pop(${choice.pick(["a", "d"])}), 3)`,
			() => "round(var_samp(a), 4)",
			() => "sum(a) / count(*)",
			() => "max(a) - min(a)",
			() => "sum(if(c = 'x', 1, 0))",
			() => "sum(c = 'x')",
			() => "ifnull(max(c), 'none')",
			() => "concat(min(c), max(c))",
			() => "sum(a) + sum(b) * 2",
			() => "group_concat(d order by d, id)",
			() => "avg(a) * 1.0",
		])();
	const cell = (items: readonly string[]): string => (choice.oneIn(6) ? "null" : choice.pick(items));
	const rows = Array.from(
		{ length: choice.between(1, 14) },
		(_, at) =>
			`(${at + 1}, ${cell(["1", "2", "3", "5"])}, ${cell(["1", "-2", "7"])}, ` +
			`${cell(["'x'", "'X'", "'y'", "'é'", "''"])}, ${cell(["1.50", "2.25", "-0.75", "10.00"])}, ` +
			`${cell(["'2020-01-05'", "'2020-02-29 10:00:00'", "'2019-12-31 23:59:59'"])}, ` +
			`${cell(["1.5", "0.1", "-3"])}, ${cell(["1", "18446744073709551615", "255"])})`,
	);
	const statements = [
		`create table p (id int primary key, a int, b smallint, c varchar(10)` +
			`${choice.oneIn(3) ? " collate utf8mb4_general_ci" : ""}, d decimal(8,2), dt datetime, f double, u ` +
			`bigint unsigned${choice.pick(["", ", key (a)", ", key (a, b)", ", key (c)", ", key (dt, a)"])})`,
		`insert into p values ${rows.join(", ")}`,
	];
	for (let at = 0; at < choice.between(5, 10); at++) {
		const by = choice.some(keys, 1).slice(0, choice.between(1, 3));
		const chosen = Array.from({ length: choice.between(1, 3) }, (_, item) => `${aggregate()} as s${item}`);
		const having = choice.oneIn(3)
			? ` having ${choice.pick(["count(*) > 1", "s0 is not null", "s0 > 1", "k0 is not null", "max(a) > 2", "count(distinct c) = 1", "min(id) < 5 and k0 <> 2"])}`
			: "";
		const names = by.map((key, item) => `${key} as k${item}`);
		const order = by.map((_, item) => item + 1).join(", ");
		const where = choice.oneIn(3)
			? ` where ${choice.pick(["a > 1", "c = 'x'", "dt >= '2020-01-01'", "id % 2 = 0", "d between 0 and 5", "a is not null and b is not " + "null", "id > 100"])}`
			: "";
		statements.push(
			choice.oneIn(4)
				? `select ${chosen.join(", ")} from p${where}${choice.oneIn(3) ? " having count(*) > 0" : ""}`
				: choice.oneIn(4)
					? `select ${[...names, ...chosen].join(", ")} from p${where} group by ` +
						`${choice.pick([by.join(", "), order, names.map((_, item) => `k${item}`).join(", ")])} with rollup` +
						having
					: choice.oneIn(6)
						? `select distinct ${[...names.slice(0, 1), chosen[0]!].join(", ")} from p${where} group by ` +
							`${by.join(", ")} order by 1, 2`
						: `select ${[...names, ...chosen].join(", ")} from p${where} group by ${choice.pick([by.join(", "), order, names.map((_, item) => `k${item}`).join(", ")])}${having} order by ${choice.pick(
								[
									order,
									order
										.split(", ")
										.map((one) => `${one} desc`)
										.join(", "),
									`${order}, s0`,
								],
							)}`,
		);
	}
	return statements.map(fixed);
}
