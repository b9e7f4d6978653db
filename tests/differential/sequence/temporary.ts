/**
 * Temporary tables: hiding tables of the same name, copied, filled, altered, renamed, in transactions.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function temporary(choice: Choice): readonly Piece[] {
	const name = (): string => choice.pick(["p", "w", "w", "q"]);
	const id = (): number => choice.between(1, 9);
	const forms = [
		() =>
			`create temporary table ${name()} (id int auto_increment primary key, a int, c varchar(5)` +
			`${choice.pick(["", ", unique (a)", ", key (c)"])})`,
		() => `create temporary table if not exists ${name()} (id int primary key, a int, c varchar(5))`,
		() => `create temporary table ${choice.pick(["w", "q"])} like p`,
		() => `create table ${choice.pick(["q", "w"])} like ${name()}`,
		() => `create temporary table ${choice.pick(["w", "q"])} select * from p where id > 1`,
		() =>
			`create temporary table ${choice.pick(["w", "q"])} (x int default 4, primary key (id)) select id, a, c from p`,
		() => `create table q select * from w`,
		() => "create temporary table w as select a, count(*) as id, max(c) as c from p group by a",
		() => "create temporary table p select 5 as id, 6 as a, 'p' as c",
		() => `insert into ${name()} (id, a, c) values (${id()}, ${id()}, 't')`,
		() => `insert ignore into ${name()} (id, a, c) values (${id()}, ${id()}, 't'), (${id()}, ${id()}, 'u')`,
		() => `insert into ${name()} (a) values (${id()})`,
		() => `insert into ${choice.pick(["w", "q"])} (id, a, c) select id + 10, a, c from p`,
		() => `replace into ${name()} (id, a) values (${id()}, ${id()})`,
		() => `insert into ${name()} (id, a) values (${id()}, ${id()}) on duplicate key update a = a + 20`,
		() => `update ${name()} set a = a + 1 where id > ${id()}`,
		() => `delete from ${name()} where a = ${id()}`,
		() => "update p join w on p.id = w.id set p.a = w.a, w.c = 'j'",
		() => "delete w from w join p on w.id = p.id",
		() => `truncate ${name()}`,
		() => `alter table ${name()} add d int not null default 3`,
		() => `alter table ${name()} add key (a), drop column c`,
		() => `alter table ${name()} modify a bigint, add unique (a)`,
		() => "alter table w rename to q",
		() => "alter table q rename w",
		() => "rename table w to q",
		() => `drop temporary table if exists ${name()}`,
		() => `drop temporary table ${name()}`,
		() => `drop table if exists ${choice.pick(["w", "q"])}`,
		() => `create index k on ${name()} (a)`,
		() => `drop index k on ${name()}`,
		() => "begin",
		() => "commit",
		() => "rollback",
		() => "set autocommit = 0",
		() => "savepoint s",
		() => "rollback to s",
		() => "set autocommit = 1",
		() => "create view v as select * from w",
		() => "alter table w add foreign key (a) references p (id)",
		() => "lock tables w write",
		() => "unlock tables",
	];
	const statements = [
		"create table p (id int primary key, a int, c varchar(5))",
		"insert into p values (1, 1, 'a'), (2, 2, 'b'), (3, 2, null)",
		choice.pick([
			"create temporary table w like p",
			"create temporary table w (id int auto_increment primary key, a int, c varchar(5))",
			"create temporary table w select * from p",
		]),
	];
	for (let at = 0; at < choice.between(6, 14); at++) {
		statements.push(choice.pick(forms)(), `select * from ${name()} order by id`);
		if (choice.oneIn(3)) {
			statements.push(
				choice.pick([
					"select p.id, w.id from p join w on p.a = w.a order by 1, 2",
					"select count(*) from w",
					"select id from w where a in (select a from p) order by id",
					"select id from p union select id from w order by 1",
					"select table_name from information_schema.tables where table_schema = 'seq' order by 1",
					"select max(id), min(a) from w",
				]),
			);
		}
	}
	return [
		...statements,
		"unlock tables",
		"rollback",
		"set autocommit = 1",
		"drop temporary table if exists w",
		"drop temporary table if exists q",
		"drop temporary table if exists p",
	].map(fixed);
}
