/**
 * UPDATE and DELETE of several tables, of a table joined with itself, with subqueries, ORDER BY and LIMIT.
 *
 * A row that matches several others gets the same value from each: which of them is last is the optimizer's choice.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function joinedChange(choice: Choice): readonly Piece[] {
	const number = (): string => (choice.oneIn(7) ? "null" : String(choice.between(1, 7)));
	const text = (): string => choice.pick(["'x'", "'y'", "'X'", "null", "''"]);
	const rows = (count: number): string =>
		Array.from({ length: count }, (_, at) => `(${at + 1}, ${number()}, ${number()}, ${text()})`).join(", ");
	const key = (): string => choice.pick(["", ", key (a)", ", key (b, a)", ", unique (a)"]);
	const statements = [
		`create table p (id int primary key, a int, b int, c varchar(5)${key()})`,
		`create table q (id int primary key, a int${choice.oneIn(4) ? " not null default 9" : ""}, b int, c ` +
			`varchar(5)${key()})`,
		"create table r (id int, a int, b int, c varchar(5))",
		`insert ignore into p values ${rows(choice.between(2, 8))}`,
		`insert ignore into q values ${rows(choice.between(1, 8))}`,
		`insert into r values ${rows(choice.between(0, 5) + 1)}`,
	];
	const join = (): string =>
		choice.pick([
			"p join q on p.a = q.id",
			"p left join q on p.a = q.id",
			"p join q using (id)",
			"p, q",
			"p inner join q on q.id = p.b",
			"q right join p on p.a = q.id",
			"p straight_join q on p.a = q.id",
		]);
	const where = (): string =>
		choice.pick([
			"p.id = q.id",
			"p.a = q.id",
			"p.id = q.id and q.b > 2",
			"q.id = p.b and p.c = 'x'",
			"p.id = q.id and q.a is null",
		]);
	const test = (): string =>
		choice.pick([
			"p.b > 2",
			"q.id is null",
			"q.b is not null",
			"p.c = 'x'",
			"p.id in (1, 3, 5)",
			"p.a <=> q.a",
			"not (p.b > q.b)",
			"1",
		]);
	const value = (): string =>
		choice.pick(["q.b", "p.b + 1", "ifnull(q.b, 0)", "7", "null", "q.id * 10", "default", "p.a"]);
	const limited = (): string =>
		choice.pick([
			" order by a desc, id limit 2",
			" order by id limit 1",
			" where b > 1 order by b, id limit 3",
			" where c is null order by id",
			" order by id desc",
		]);
	const among = (): string =>
		choice.pick([
			"a in (select a from q)",
			"a not in (select a from q)",
			"exists (select 1 from q where q.id = p.id and q.b > 1)",
			"b > (select avg(b) from q)",
			"a = any (select id from r)",
			"(a, b) in (select a, b from q)",
			"a > all (select b from r)",
			"id = (select max(id) from q where q.a = p.a)",
			"b = (select b from q where q.a = 3)",
		]);
	const forms = [
		() => `update ${join()} set p.b = ${value()} where ${where()}`,
		() => `update ${join()} set p.b = 5, p.c = ${text()} where ${test()} and ${where()}`,
		() => `update p, q set p.b = 8, q.c = 'u' where ${where()}`,
		() => `update ignore p join q on p.id = q.id set p.a = q.b, q.a = 4`,
		() => `update p join q on p.id = q.id set p.id = p.id + 100, q.b = q.b + 1 where ${test()}`,
		() => `update p left join q on p.a = q.id set p.b = ${value()} where ${test()}`,
		() => "update p x join p y on x.a = y.id set x.b = y.id",
		() => "update p x left join p y on x.b = y.id set x.c = 'none' where y.id is null",
		() => "update p join (select a, max(b) as m, count(*) as n from q group by a) d on p.a = d.a set p.b = d.m + d.n",
		() => "update p join r on p.id = r.id join q on q.id = r.a set p.b = q.b, r.c = 'r'",
		() => `update p set b = (select max(b) from q where q.a = p.a)`,
		() => `update p set b = (select count(*) from q where q.b < p.id) where ${among()}`,
		() => `update p set a = ${number()}, b = a where ${among()}`,
		() => `update p set b = 3${limited()}`,
		() => `update p set b = b * 2, c = ${text()}${limited()}`,
		() => `update r set a = b, b = a${choice.pick(["", " where id > 2", " limit 10"])}`,
		() => `delete p from ${join()} where ${where()}`,
		() => `delete q from ${join()} where ${test()} and ${where()}`,
		() => `delete p, q from p join q on p.id = q.id where ${test()}`,
		() => "delete from p using p left join q on p.a = q.id where q.id is null",
		() => "delete x from p as x join p as y on x.a = y.a and x.id > y.id",
		() => "delete p.*, r.* from p, r where p.id = r.id",
		() => `delete from p where ${among()}`,
		() => `delete from r${limited()}`,
		() => `delete from p where id = ${number()} limit 1`,
		() => "delete a1, a2 from p as a1 join q as a2 using (id) where a2.b > 3",
		() => "delete p from p join r on r.a = p.id join q on q.id = p.id where r.b is not null",
		() => "delete from q, p using q join p on p.id = q.id where p.b is null",
		() => "delete r from r left join (select id from p where b > 2) d on d.id = r.id where d.id is null",
		() => "delete from r where not exists (select 1 from p join q on p.id = q.id where p.a = r.a)",
		() => `insert ignore into p select r.id + 3, q.a, r.b, q.c from r join q on q.id = r.id`,
		() => `replace into p select q.id, q.a, p.b, 'new' from q left join p on p.id = q.a`,
		() => `insert into q select * from p where p.id > 2 on duplicate key update q.b = p.b + 1, q.c = 'dup'`,
		() =>
			`insert into p (id, a) values (${choice.between(1, 9)}, ${number()}) on duplicate key update b = ` +
			`(select max(b) from q), a = values(a)`,
		() => `insert into r select * from r where id < 3`,
		() => `insert into r (id, a) select max(id) + 1, count(*) from r`,
		() => "update p join q on p.id = q.id set p.b = 1 order by p.id limit 1",
		() => "update p set a = (select max(a) from p)",
		() => "delete from p where id in (select id from p where b = 1)",
		() => "update p join q on p.id = q.id set z.b = 1",
		() => "delete z from p join q on p.id = q.id",
		() => "update p, q set a = 1 where p.id = q.id",
		() => "delete p from p as x",
		() => "update (select id from p) d join p on p.id = d.id set d.id = 3",
		() => "delete p from p join q on p.id = q.id limit 1",
		() => "update p set id = id + 1 order by id desc",
		() => "update p set id = id + 1 order by id",
		() => "update p set q.b = 1",
		() => "delete from p where b = (select b from q)",
		() => "update p set b = (select b from (select max(b) as b from p) d) where id < 4",
	];
	for (let at = 0; at < choice.between(4, 9); at++) {
		statements.push(
			choice.pick(forms)(),
			"select * from p order by id",
			"select * from q order by id",
			"select * from r order by id, a, b, c",
		);
	}
	return statements.map(fixed);
}
