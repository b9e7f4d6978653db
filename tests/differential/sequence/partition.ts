/**
 * Partitioned tables: rows that have no partition or move to another, and ALTER of the partitions.
 *
 * Beside each, a plain table has the same columns.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

interface Kind {
	readonly clause: string;
	/** Alterations of this kind of partitions, besides those of all kinds. */
	readonly changes: readonly string[];
}

const ranges = [
	"add partition (partition p3 values less than (20))",
	"add partition (partition p3 values less than (5))",
	"drop partition p1",
	"drop partition p0, p2",
	"reorganize partition p1 into (partition n1 values less than (4), partition n2 values less than (6))",
	"reorganize partition p0, p1 into (partition p0 values less than (6))",
	"reorganize partition p2 into (partition p2 values less than (30))",
	"drop partition p9",
];
const lists = [
	"add partition (partition p3 values in (8, 9))",
	"add partition (partition p3 values in (1))",
	"drop partition p0",
	"drop partition p1",
	"reorganize partition p0 into (partition n0 values in (1), partition n1 values in (2))",
	"reorganize partition p1, p2 into (partition p1 values in (3, 4, 5, 6, null))",
];
const hashes = [
	"coalesce partition 1",
	"coalesce partition 3",
	"add partition partitions 2",
	"add partition (partition p7)",
	"drop partition p0",
];
const kinds: readonly Kind[] = [
	{
		clause:
			"range (a) (partition p0 values less than (3), partition p1 values less than (6), partition p2 " +
			"values less than (10))",
		changes: ranges,
	},
	{
		clause:
			"range (a) (partition p0 values less than (3), partition p1 values less than (6), partition p2 " +
			"values less than maxvalue)",
		changes: ranges,
	},
	{
		clause:
			"range (a * 2 - id) (partition p0 values less than (0), partition p1 values less than (6), partition " +
			"p2 values less than maxvalue)",
		changes: ["drop partition p0"],
	},
	{
		clause:
			"list (a) (partition p0 values in (1, 2), partition p1 values in (3, 4), partition p2 values in (5, 6, null))",
		changes: lists,
	},
	{ clause: "hash (a) partitions 3", changes: hashes },
	{ clause: "linear hash (a + id) partitions 4", changes: hashes },
	{ clause: "key (a) partitions 1", changes: ["coalesce partition 1", "drop partition p0"] },
	{
		clause:
			"range columns (a, id) (partition p0 values less than (2, 5), partition p1 values less than (5, " +
			"maxvalue), partition p2 values less than (maxvalue, maxvalue))",
		changes: ["drop partition p0", "drop partition p1"],
	},
	{
		clause:
			"list columns (a) (partition p0 values in (1, 2), partition p1 values in (3, 4), partition p2 values in (5, 6))",
		changes: lists,
	},
	{
		clause:
			"range (a) subpartition by hash (id) subpartitions 2 (partition p0 values less than (3), partition " +
			"p1 values less than (6), partition p2 values less than maxvalue)",
		changes: ["drop partition p1"],
	},
];

export function partition(choice: Choice): readonly Piece[] {
	const kind = choice.pick(kinds);
	const number = (): string => (choice.oneIn(9) ? "null" : String(choice.between(0, choice.oneIn(5) ? 25 : 7)));
	const row = (): string => `(${choice.between(1, 12)}, ${number()}, '${choice.pick(["x", "y", "z"])}')`;
	const rows = (): string => Array.from({ length: choice.between(1, 5) }, row).join(", ");
	const key = choice.pick([
		"",
		", key (a)",
		", key (c)",
		", unique (id, a)",
		", unique (a, id)",
		", primary key (id, a)",
		", unique (id)",
	]);
	const some = (): string => choice.pick(["p0", "p1", "p2", "p0, p1", "p1, p2", "p9", "n1"]);
	const test = (): string =>
		choice.pick([
			"a = 3",
			"a > 2",
			"a between 2 and 5",
			"a in (1, 5, 7)",
			"a is null",
			"a < 3 or a = 6",
			"id = 4",
			"a = 2 and id = 5",
			"c = 'x'",
			"a <> 4",
			"a + 0 = 3",
			"a >= 6 and id < 9",
		]);
	const forms = [
		() => `insert into p values ${row()}`,
		() => `insert into p values ${rows()}`,
		() => `insert ignore into p values ${rows()}`,
		() => `replace into p values ${rows()}`,
		() => `insert into p values ${row()} on duplicate key update a = a + 1`,
		() => `insert into p partition (${some()}) values ${row()}`,
		() => `insert into p select id + 10, a, c from q`,
		() => `insert ignore into p partition (${some()}) select * from q`,
		() => `update p set a = ${number()} where ${test()}`,
		() => `update ignore p set a = a + 2 where ${test()}`,
		() => "update p set a = a + 1 order by a desc, id desc",
		() => `update p partition (${some()}) set c = 'u'`,
		() => `update p partition (p0) set a = 4`,
		() => `update p join q on p.id = q.id set p.a = q.a`,
		() => `delete from p where ${test()}`,
		() => `delete from p partition (${some()})`,
		() => `delete from p partition (${some()}) where ${test()}`,
		() => "delete p from p join q using (id)",
		() => `alter table p ${choice.pick(kind.changes)}`,
		() => `alter table p ${choice.pick(kind.changes)}`,
		() => `alter table p ${choice.pick(kind.changes)}`,
		() => `alter table p truncate partition ${some()}`,
		() => "alter table p remove partitioning",
		() => `alter table p partition by ${choice.pick(kinds).clause}`,
		() => `alter table p exchange partition ${choice.pick(["p0", "p1", "p2"])} with table q`,
		() => "alter table p add d int default 4, add key (d)",
		() => "alter table p drop column a",
		() => "alter table p modify a bigint",
		() => "alter table p add unique (c)",
		() => "truncate p",
		() => "alter table p drop primary key, add primary key (a, id)",
		() => "alter table p rebuild partition all",
	];
	const statements = [
		`create table p (id int, a int, c varchar(5)${key}) partition by ${kind.clause}`,
		"create table if not exists p (id int, a int, c varchar(5))",
		`create table q (id int, a int, c varchar(5)${choice.oneIn(2) ? key : ""})`,
		`insert ignore into p values ${rows()}, ${rows()}`,
		`insert ignore into q values ${rows()}`,
	];
	for (let at = 0; at < choice.between(5, 12); at++) {
		statements.push(
			choice.pick(forms)(),
			"select id, a, c from p order by id, a, c",
			`select id, a from p where ${test()} order by id, a, c`,
		);
		if (choice.oneIn(3)) {
			statements.push(
				choice.pick([
					`select id, a from p partition (${some()}) order by id, a, c`,
					"select count(*), min(a), max(a) from p",
					"select a, count(*) from p group by a order by a",
					"select x.id, y.id from p x join q y on x.a = y.a order by 1, 2",
					"select partition_name, subpartition_name, partition_method from information_schema.partitions where " +
						"table_schema = 'seq' and table_name = 'p' order by 1, 2",
					"select a from p where a = (select max(a) from p) order by 1",
					"select id, a, c from q order by id, a, c",
					"select id from p order by a desc, id, c limit 3",
				]),
			);
		}
	}
	return statements.map(fixed);
}
