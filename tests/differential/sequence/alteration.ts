/**
 * ALTER TABLE with several alterations and rows in place: columns, keys, defaults, names, collations, counters.
 *
 * After each statement the table's rows, columns and keys are compared.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const columns = ["a", "b", "c", "d", "e", "n1", "n2"];

export function alteration(choice: Choice): readonly Piece[] {
	const column = (): string => choice.pick(columns);
	const type = (): string =>
		choice.pick([
			"int",
			"bigint",
			"int not null",
			"varchar(20)",
			"varchar(20) not null",
			"varchar(10) default 'dd'",
			"decimal(8,2)",
			"date",
			"int not null default 3",
			"text",
			"char(8)",
			"tinyint unsigned",
			"int default null",
			"datetime default '2020-01-02 03:04:05'",
			"enum('x','y')",
			"int comment 'c'",
		]);
	const place = (): string => choice.pick(["", "", "", " first", ` after ${column()}`, " after id"]);
	const keyed = (): string => choice.pick([column(), column(), `${column()}, ${column()}`, `${column()} desc`, "b(3)"]);
	const part = (): string =>
		choice.pick([
			() => `add ${column()} ${type()}${place()}`,
			() => `add column ${choice.pick(["n1", "n2"])} ${type()}${place()}`,
			() => `drop ${column()}`,
			() => `drop column ${choice.pick(["n1", "n2", "e"])}`,
			() => `modify ${column()} ${type()}${place()}`,
			() => `change ${column()} ${column()} ${type()}${place()}`,
			() => `change ${column()} ${choice.pick(["n1", "n2"])} ${type()}`,
			() => `alter ${column()} set default ${choice.pick(["5", "'x'", "null"])}`,
			() => `alter ${column()} drop default`,
			() => `add key k1 (${keyed()})`,
			() => `add index (${keyed()})`,
			() => `add unique k2 (${keyed()})`,
			() => `add unique (${keyed()})`,
			() => `drop key ${choice.pick(["k1", "k2", column()])}`,
			() => "drop primary key",
			() => `add primary key (${choice.pick(["id", column(), "id, a"])})`,
			() => "rename to r",
			() => "rename p",
			() => `auto_increment = ${choice.between(1, 30)}`,
			() => "modify id bigint auto_increment",
			() => "modify id int",
			() => `add (n1 int default 1, n2 ${type()})`,
			() => `add n1 int as (${choice.pick(["a", "d"])} + 1)${choice.pick([" stored", " virtual", ""])}`,
			() => "add n2 varchar(40) as (concat(b, '-', id)) virtual",
			() => "convert to character set utf8mb4 collate utf8mb4_general_ci",
			() => "comment = 'x'",
			() => "order by a desc",
			() => "engine = innodb",
			() => "rename index k1 to k2",
			() => "disable keys",
			() => "force",
			() => "row_format = compact",
			() => "add key k1 (a)",
		])();
	const cell = (items: readonly string[]): string => choice.pick([...items, "null"]);
	let last = 0;
	const row = (): string =>
		`(${++last}, ${cell(["1", "2", "3", "200"])}, ${cell(["'x'", "'y'", "'12'", "'é'"])}, ` +
		`${cell(["1.50", "2.25", "99.99"])}, ${choice.pick(["1", "2", "300"])}, ${cell(["'2020-02-29'", "'1999-12-31'"])})`;
	const statements = [
		`create table p (id int ` +
			`${choice.pick(["primary key", "auto_increment primary key", "not null", "auto_increment, key (id)"])}, ` +
			`a int, b varchar(20), c decimal(6,2), d int not null default 3, e date` +
			`${choice.pick(["", ", key k1 (a)", ", unique k2 (id, b)", ", key k1 (d), key k2 (b(4))"])})`,
		`insert into p values ${Array.from({ length: choice.between(0, 4) + 1 }, row).join(", ")}`,
	];
	for (let at = 0; at < choice.between(3, 7); at++) {
		statements.push(
			`alter table ${choice.oneIn(8) ? "r" : "p"} ` +
				Array.from({ length: choice.pick([1, 2, 2, 3, 3, 4]) }, part).join(", "),
		);
		statements.push(
			"select * from p order by id",
			"select column_name, is_nullable, column_key, extra, character_set_name, column_comment, column_type " +
				"from information_schema.columns where table_schema = 'seq' and table_name = 'p' order by ordinal_position",
			"select index_name, seq_in_index, column_name, non_unique, sub_part from " +
				"information_schema.statistics where table_schema = 'seq' and table_name = 'p' order by index_name, " +
				"seq_in_index",
		);
		if (choice.oneIn(2)) {
			statements.push(
				choice.pick([
					`insert into p (id, a) values (${50 + at}, 7)`,
					`insert into p (a, d) values (${choice.between(1, 9)}, 4)`,
					"update p set a = 2 where id < 3",
					`insert ignore into p (id, b, c) values (${60 + at}, 'z', 1)`,
					"set session sql_mode = ''",
					"delete from p where id = 2",
					"insert into p () values ()",
					"rename table r to p",
					"update p set n1 = 5",
				]),
			);
		}
	}
	return [...statements, "select * from p order by id"].map(fixed);
}
