/**
 * Generated columns, stored and virtual, in keys and in queries.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const made = [
	"int as (a + b)",
	"int as (a * 2)",
	"varchar(30) as (concat(c, '-', a))",
	"decimal(12,3) as (a / 3)",
	"varchar(5) as (upper(c))",
	"int as (length(c))",
	"bigint as (ifnull(a, 0) + ifnull(b, 0))",
	"tinyint as (a > b)",
	"date as (date_add('2020-01-01', interval a day))",
	"varchar(20) as (if(a is null, 'none', c))",
	"tinyint as (a * 100)",
	"int as (case when b then a else b end)",
	"char(2) as (left(c, 2))",
	"double as (a * 1.5)",
	"year as (2000 + a)",
];

export function generated(choice: Choice): readonly Piece[] {
	const kind = (): string => choice.pick(["virtual", "stored"]);
	const cell = (): string => (choice.oneIn(6) ? "null" : String(choice.between(-3, 9)));
	const text = (): string => choice.pick(["'abc'", "'A'", "'x y'", "''", "null", "'éa'"]);
	const key = choice.pick(["", ", key (g)", ", unique (g)", ", key (g, h)", ", key (h)"]);
	const statements = [
		`create table p (id int primary key, a int, b int, c varchar(20), g ${choice.pick(made)} ${kind()}, ` +
			`h ${choice.pick(made)} ${kind()}${key})`,
	];
	const row = (at: number): string => `(${at}, ${cell()}, ${cell()}, ${text()})`;
	const forms = [
		() => `insert into p (id, a, b, c) values ${row(choice.between(1, 9))}`,
		() => `insert ignore into p (id, a, b, c) values ${[1, 2, 3, 4, 5].map(row).join(", ")}`,
		() => `update p set a = a + 1, c = concat(c, 'z') where id < ${choice.between(1, 9)}`,
		() =>
			`insert into p (id, a, b, c) values ${row(choice.between(1, 9))} on duplicate key update a = values(b), b = g`,
		() => `replace into p (id, a, b, c) values ${row(choice.between(1, 9))}`,
		() => `insert into p (id, g) values (${choice.between(1, 9)}, 5)`,
		() => `insert into p values (${choice.between(10, 19)}, 1, 2, 'v', default, default)`,
		() => `update p set g = 7`,
		() => `update p set b = g where id > 2`,
		() => `delete from p where g = ${cell()}`,
		() => "alter table p modify a bigint",
		() => `alter table p add e ${choice.pick(made)} ${kind()}`,
		() => "alter table p drop column e",
		() => "alter table p add unique (h)",
		() => "alter table p drop column a",
		() => `alter table p modify g ${choice.pick(made)} ${kind()}`,
		() => "update ignore p set a = a * 50",
		() => `insert ignore into p (id, a, g) values (${choice.between(1, 9)}, 3, 5)`,
	];
	for (let at = 0; at < choice.between(3, 8); at++) {
		statements.push(choice.pick(forms)(), "select * from p order by id");
	}
	statements.push(
		`select id, g from p where g > ${cell()} order by id`,
		"select g, count(*) from p group by g order by g",
		`select id from p where h = ${choice.pick(["3", "'ABC'", "'abc-1'"])} order by id`,
		"select column_name, extra from information_schema.columns where table_schema = 'seq' and table_name " +
			"= 'p' order by ordinal_position",
	);
	return statements.map(fixed);
}
