/**
 * Foreign keys with all actions, in chains and cycles over a parent, a child and a grandchild.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

export function foreignKey(choice: Choice): readonly Piece[] {
	const action = (): string =>
		choice.pick([
			"",
			" on delete cascade",
			" on update cascade",
			" on delete set null",
			" on update set null",
			" on delete cascade on update cascade",
			" on delete set null on update cascade",
			" on delete restrict on update no action",
		]);
	const number = (): string => (choice.oneIn(7) ? "null" : String(choice.between(1, 6)));
	const row = (): string => `(${choice.between(1, 8)}, ${number()}, ${number()})`;
	const rows = (): string => Array.from({ length: choice.between(1, 4) }, row).join(", ");
	const itself = choice.oneIn(4) ? `, foreign key (b) references p (id)${action()}` : "";
	const statements = [
		`create table p (id int primary key, a int${choice.oneIn(3) ? " not null" : ""}, b int, unique (a)${itself})`,
		`create table q (id int primary key, a int, b int, ` +
			`${choice.pick(["constraint fq foreign key (a) references p (id)", "constraint fq foreign key (a) references " + "p (a)"])}` +
			`${action()})`,
		`create table r (id int primary key, a int, b int, constraint fr foreign key (a) references q (id)` +
			`${action()}${choice.oneIn(3) ? `, foreign key (b) references p (id)${action()}` : ""})`,
		`insert ignore into p values ${[1, 2, 3, 4, 5].map((at) => `(${at}, ${at}, null)`).join(", ")}`,
	];
	const forms = [
		() => `insert into q values ${row()}`,
		() => `insert ignore into q values ${rows()}`,
		() => `insert into r values ${row()}`,
		() => `insert ignore into r values ${rows()}`,
		() => `replace into p values ${row()}`,
		() => `replace into q values ${row()}`,
		() => `delete from p where id = ${choice.between(1, 6)}`,
		() => `delete ignore from p where id < ${choice.between(1, 6)}`,
		() => `delete from q where id > ${choice.between(1, 6)}`,
		() => `update p set id = id + 10 where id = ${choice.between(1, 6)}`,
		() => `update p set a = ${number()} where id = ${choice.between(1, 6)}`,
		() => `update q set id = id + 10 where id = ${choice.between(1, 6)}`,
		() => `update q set a = ${number()} where id < ${choice.between(2, 8)}`,
		() => `update ignore p set id = id + 20`,
		() => `insert into p values ${row()} on duplicate key update id = id + 30`,
		() => "set foreign_key_checks = 0",
		() => "set foreign_key_checks = 1",
		() => `insert into q select id + 1, a, b from p on duplicate key update q.a = 1`,
		() => "truncate p",
		() => "drop table p",
		() => "alter table q drop foreign key fq",
		() => `alter table q add constraint fq foreign key (a) references p (id)${action()}`,
		() => "delete p, q from p join q on p.id = q.a",
		() => "alter table p drop column a",
		() => "alter table q modify a bigint",
		() => "alter table p drop primary key",
		() => `update p, q set p.id = p.id + 50, q.b = 9 where p.id = q.a`,
	];
	for (let at = 0; at < choice.between(5, 12); at++) {
		statements.push(choice.pick(forms)());
		statements.push("select * from p order by id", "select * from q order by id", "select * from r order by id");
	}
	return [...statements, "set foreign_key_checks = 1"].map(fixed);
}
