/**
 * Rows that meet rows with the same key: INSERT IGNORE, REPLACE, ON DUPLICATE KEY, INSERT ... SELECT, and AUTO_INCREMENT beside them.
 *
 * In: choices. Out: statements over two tables.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function keyConflict(choice: Choice): readonly Piece[] {
	const number = (): string => (choice.oneIn(8) ? "null" : choice.oneIn(8) ? "default" : String(choice.between(1, 6)));
	const row = (): string => `(${choice.pick(["null", "default", "0", String(choice.between(1, 9))])}, ${number()}, ${number()}, '${choice.pick(["a", "b", "c"])}')`;
	const rows = (): string => Array.from({ length: choice.between(1, 4) }, row).join(", ");
	const update = (): string => choice.pick(["b = b + 1", "a = values(a) + 10", "c = concat(c, values(c)), b = values(b)", "a = a + 1, b = a", "id = id + 20", "b = values(b), a = b", "id = last_insert_id(id), c = 'dup'", "a = a"]);
	const statements = [
		`create table p (id int auto_increment primary key, a int ${choice.pick(["", "not null", "default 3"])}, b int, c varchar(10), ${choice.pick(["unique (a)", "unique (a, b)", "unique (a), unique (b)", "key (a)"])})${choice.oneIn(4) ? " auto_increment = 5" : ""}`,
		`create table q (id int primary key, a int, b int, c varchar(10)${choice.oneIn(2) ? ", unique (b)" : ""})`,
		`insert ignore into q values ${Array.from({ length: choice.between(1, 6) }, (_, at) => `(${at + 1}, ${choice.between(1, 6)}, ${choice.oneIn(6) ? "null" : choice.between(1, 6)}, '${choice.pick(["x", "y"])}')`).join(", ")}`,
	];
	const forms = [
		() => `insert into p values ${row()}`, () => `insert ignore into p values ${rows()}`, () => `replace into p values ${rows()}`, () => `insert into p values ${rows()} on duplicate key update ${update()}`,
		() => `insert ignore into p select null, a, b, c from q ${choice.pick(["", "where a > 2 "])}order by id`, () => "replace into p select id, a, b, c from q order by id", () => `insert into p select id, b, a, c from q order by id on duplicate key update ${choice.pick(["p.b = p.b + q.a", "p.c = q.c", "p.a = values(a) + 1", "b = values(b)"]).replace(/q\./g, "q.")}`,
		() => `insert into p set a = ${number()}, c = 'set'`, () => `insert into p (a, b) values (${number()}, ${number()}) on duplicate key update ${update()}`, () => `insert into p (b, a) select a, max(b) from q group by a order by a on duplicate key update b = 77`,
		() => `update ignore p set a = a + 1 order by id`, () => `update p set a = a + 1 order by a desc, id`, () => `update ignore p, q set p.a = q.b where p.id = q.id`, () => `delete from p where a = ${choice.between(1, 6)}`, () => `replace into p (id, a) values (${choice.between(1, 9)}, ${choice.between(1, 6)})`,
		() => `insert into p (c) values ('only c')`, () => `insert into p () values ()`, () => `insert into p (id, a) values (${choice.between(1, 9)}, a + 1)`, () => `insert into p (a, b) values (${choice.between(1, 9)}, a + 1)`, () => "truncate p", () => `alter table p auto_increment = ${choice.between(1, 40)}`,
		() => `set insert_id = ${choice.between(20, 30)}`, () => `set auto_increment_increment = ${choice.pick([1, 1, 5])}`, () => "delete p from p join q on p.a = q.b", () => "insert into q select id + 10, a, b, c from p order by id on duplicate key update q.c = p.c",
	];
	for (let at = 0; at < choice.between(4, 10); at++) {
		const statement = choice.pick(forms)();
		statements.push(statement, ...(/^(insert|replace) .*p\b/.test(statement) && choice.oneIn(2) ? ["select last_insert_id()"] : /^(insert|update|replace|delete)/.test(statement) && choice.oneIn(2) ? ["select row_count()"] : []), "select * from p order by id");
	}
	return [...statements, "select * from q order by id", "set auto_increment_increment = 1"].map(fixed);
}
