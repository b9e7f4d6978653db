/**
 * Views over tables, views, joins and groups: updates through them, CHECK OPTION, and changes of their tables.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function view(choice: Choice): readonly Piece[] {
	const number = (): string => (choice.oneIn(7) ? "null" : String(choice.between(0, 8)));
	const option = (): string =>
		choice.pick(["", "", " with check option", " with local check option", " with cascaded check option"]);
	const algorithm = (): string => choice.pick(["", "", "", "algorithm = merge ", "algorithm = temptable "]);
	const test = (): string =>
		choice.pick([
			"a > 2",
			"b < 6",
			"a is not null",
			"id <= 5",
			"c = 'x'",
			"a in (1, 3, 5)",
			"a > b",
			"exists (select 1 from q where q.id = p.id)",
		]);
	const query = (): string =>
		choice.pick([
			() => `select id, a, b, c from p where ${test()}${option()}`,
			() => `select * from p where ${test()} and ${test()}${option()}`,
			() => `select id, a + 1 as a, b, c from p where ${test()}${option()}`,
			() => "select a, count(*) as id, max(b) as b, min(c) as c from p group by a",
			() => "select distinct id, a, b, c from p",
			() => `select p.id, p.a, q.b, q.c from p join q on p.id = q.id${option()}`,
			() => "select p.id, p.a, q.b, p.c from p left join q on p.a = q.id",
			() => "select id, a, b, c from p union select id, a, b, c from q",
			() => "select id, a, b, c from p order by a desc, id limit 3",
			() => "select id, a, b, (select max(b) from q) as c from p",
			() => "select 1 as id, 2 as a, 3 as b, 'x' as c",
			() => `select id, b as a, a as b, c from p where ${test()}${option()}`,
		])();
	const outer = (): string =>
		choice.pick([
			() => `select id, a, b, c from v where ${test().replaceAll("p.id", "v.id")}${option()}`,
			() => `select * from v${option()}`,
			() => "select a, sum(b) as b, count(*) as id, max(c) as c from v group by a",
			() => `select v.id, v.a, p.b, p.c from v join p on v.id = p.id${option()}`,
		])();
	const name = (): string => choice.pick(["v", "v", "w"]);
	const forms = [
		() => `insert into ${name()} (id, a, b, c) values (${choice.between(1, 14)}, ${number()}, ${number()}, 'x')`,
		() => `insert into ${name()} (id, a) values (${choice.between(6, 14)}, ${number()})`,
		() =>
			`insert ignore into ${name()} (id, a) values (${choice.between(1, 14)}, ${number()}), (` +
			`${choice.between(1, 14)}, ${number()})`,
		() => `insert into ${name()} values (${choice.between(6, 14)}, 1, 2, 'y')`,
		() => `insert into ${name()} (b, c) values (4, 'z')`,
		() => `insert into ${name()} select id + 7, a, b, c from q`,
		() => `replace into ${name()} (id, a, b) values (${choice.between(1, 8)}, ${number()}, ${number()})`,
		() =>
			`insert into ${name()} (id, a) values (${choice.between(1, 6)}, ${number()}) on duplicate key ` +
			`update a = ${number()}`,
		() => `update ${name()} set a = ${number()} where id = ${choice.between(1, 8)}`,
		() => `update ${name()} set b = b + 1`,
		() => `update ${name()} set c = 'u' where a > 2`,
		() => `update ignore ${name()} set a = a - 2`,
		() => `update ${name()} set id = id + 10 where id < 3`,
		() => `update ${name()} set a = 4, c = 'q' where id = 2`,
		() => {
			const one = name();
			return `update ${one} join q on q.id = 1 set ${one}.a = 6`;
		},
		() => `delete from ${name()} where a = ${number()}`,
		() => `delete from ${name()} where id = ${choice.between(1, 8)}`,
		() => `delete v from v join q on v.id = q.id`,
		() => `update ${name()} set a = 5 order by id limit 1`,
		() => `create or replace ${algorithm()}view v as ${query()}`,
		() => `create or replace view w as ${outer()}`,
		() => `alter ${algorithm()}view v as ${query()}`,
		() => "drop view if exists v",
		() => "drop view w",
		() => "create view v (x, y) as select id, a from p",
		() => "create or replace view v (id, a, b, c) as select id, a * 2, b, c from p",
		() => "alter table p drop column c",
		() => "alter table p add d int default 7",
		() => "alter table p modify a bigint",
		() => "rename table q to r",
		() => "create view v as select * from nowhere",
		() => "create or replace view v as select * from v",
		() => "create or replace view w as select * from w",
		() => "drop table v",
		() => "create table v (id int)",
		() => "alter table v add x int",
		() => "truncate v",
		() => "insert into p values (20, 3, 3, 'x')",
		() => "delete from p where id > 9",
	];
	const statements = [
		"create table p (id int primary key, a int, b int default 2, c varchar(5))",
		"create table q (id int primary key, a int, b int, c varchar(5))",
		"insert into p values (1, 1, 1, 'x'), (2, 3, 5, 'y'), (3, 5, 2, 'x'), (4, null, 4, null), (5, 8, 8, 'z')",
		"insert into q values (1, 2, 3, 'x'), (3, 4, null, 'y'), (5, 5, 5, 'q')",
		`create ${algorithm()}view v as ${query()}`,
		`create ${algorithm()}view w as ${outer()}`,
	];
	for (let at = 0; at < choice.between(5, 12); at++) {
		statements.push(choice.pick(forms)(), "select * from p order by id");
		if (choice.oneIn(2)) {
			statements.push(
				choice.pick([
					"select * from v order by id, a, b",
					"select * from w order by id, a, b",
					"select id, a from w where a > 2 order by id, a",
					"select count(*), max(a) from v",
					"select v.id, q.id from v join q on v.a = q.a order by 1, 2",
					"select table_name, check_option from information_schema.views where table_schema = 'seq' order by 1",
					"select is_nullable, column_name, column_type from information_schema.columns where table_schema = " +
						"'seq' and table_name = 'w' order by ordinal_position",
					"select a, count(*) from v group by a order by a",
					"select id from p where a in (select a from v) order by id",
					"select * from q order by id",
				]),
			);
		}
	}
	return statements.map(fixed);
}
