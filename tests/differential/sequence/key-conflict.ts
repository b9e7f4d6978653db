/**
 * Duplicate keys: INSERT IGNORE, REPLACE, ON DUPLICATE KEY, INSERT ... SELECT, with AUTO_INCREMENT.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function keyConflict(choice: Choice): readonly Piece[] {
	const number = (): string => (choice.oneIn(8) ? "null" : choice.oneIn(8) ? "default" : String(choice.between(1, 6)));
	// Ids are generated for single rows only: how many are reserved for several depends on the engine.
	const id = (): string => String(choice.between(1, 9));
	const row = (own: string): string => `(${own}, ${number()}, ${number()}, '${choice.pick(["a", "b", "c"])}')`;
	const rows = (): string => Array.from({ length: choice.between(1, 4) }, () => row(id())).join(", ");
	const update = (): string =>
		choice.pick([
			"b = b + 1",
			"a = values(a) + 10",
			"c = concat(c, values(c)), b = values(b)",
			"a = a + 1, b = a",
			"id = id + 20",
			"b = values(b), a = b",
			"a = a",
		]);
	const statements = [
		`create table p (id int auto_increment primary key, a int ` +
			`${choice.pick(["", "not null", "default 3"])}, b int, c varchar(10), ` +
			`${choice.pick(["unique (a)", "unique (a, b)", "unique (a), unique (b)", "key (a)"])})`,
		`create table q (id int primary key, a int, b int, c varchar(10)${choice.oneIn(2) ? ", unique (b)" : ""})`,
		`insert ignore into q values ` +
			Array.from({ length: choice.between(1, 6) }, (_, at) => {
				const [a, b] = [choice.between(1, 6), choice.oneIn(6) ? "null" : choice.between(1, 6)];
				return `(${at + 1}, ${a}, ${b}, '${choice.pick(["x", "y"])}')`;
			}).join(", "),
	];
	const forms = [
		() => `insert into p values ${row(choice.pick([id(), id(), "null", "0"]))}`,
		() => `insert ignore into p values ${rows()}`,
		() => `replace into p values ${rows()}`,
		() => `insert into p values ${rows()} on duplicate key update ${update()}`,
		() => `insert ignore into p select id + 3, a, b, c from q ${choice.pick(["", "where a > 2 "])}order by id`,
		() => "replace into p select id, a, b, c from q order by id",
		() =>
			`insert into p select id, b, a, c from q order by id on duplicate key update ` +
			choice.pick(["p.b = p.b + q.a", "p.c = q.c", "p.a = values(a) + 1", "b = values(b)"]).replace(/q\./g, "q."),
		() => `insert into p set a = ${number()}, c = 'set'`,
		() => `insert into p (a, b) values (${number()}, ${number()}) on duplicate key update ${update()}`,
		() =>
			`insert into p (id, b, a) select a + 30, a, max(b) from q group by a order by a on duplicate key update b = 77`,
		() => `update ignore p set a = a + 1 order by id`,
		() => `update p set a = a + 1 order by a desc, id`,
		() => `update ignore p, q set p.a = q.b where p.id = q.id`,
		() => `delete from p where a = ${choice.between(1, 6)}`,
		() => `replace into p (id, a) values (${choice.between(1, 9)}, ${choice.between(1, 6)})`,
		() => `insert into p (c) values ('only c')`,
		() => `insert into p () values ()`,
		() => `insert into p (id, a) values (${choice.between(1, 9)}, a + 1)`,
		() => `insert into p (a, b) values (${choice.between(1, 9)}, a + 1)`,
		() => "truncate p",
		() => "delete p from p join q on p.a = q.b",
		() => "insert into q select id + 10, a, b, c from p order by id on duplicate key update q.c = p.c",
	];
	for (let at = 0; at < choice.between(4, 10); at++) {
		const statement = choice.pick(forms)();
		statements.push(statement, "select * from p order by id");
	}
	return [...statements, "select * from q order by id"].map(fixed);
}
