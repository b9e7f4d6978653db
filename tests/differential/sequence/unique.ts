/**
 * Unique keys over collations and prefixes of texts, with rows that are duplicates, and queries that compare.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const columns = [
	"varchar(20) character set utf8mb4 collate utf8mb4_bin",
	"varchar(20) character set utf8mb4 collate utf8mb4_general_ci",
	"varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci",
	"char(20) character set utf8mb4 collate utf8mb4_general_ci",
	"varchar(20) character set utf8 collate utf8_general_ci",
	"varchar(20) character set utf8 collate utf8_unicode_ci",
	"varchar(20) character set latin1 collate latin1_swedish_ci",
	"varchar(20) character set latin1 collate latin1_bin",
	"varchar(20) character set latin1 collate latin1_general_ci",
	"varbinary(20)",
	"char(20) character set utf8 collate utf8_bin",
	"varchar(20) character set ascii collate ascii_bin",
];
const texts = [
	"'a'",
	"'A'",
	"'á'",
	"'Á'",
	"'ä'",
	"'ae'",
	"'ß'",
	"'ss'",
	"'s'",
	"'a '",
	"'a\\t'",
	"''",
	"' '",
	"'aa'",
	"'AB'",
	"'ab'",
	"'abc'",
	"'abd'",
	"'ABCD'",
	"'ñ'",
	"'n'",
	"'Å'",
	"'œ'",
	"'oe'",
	"'ÿ'",
	"'i'",
	"'İ'",
	"'ı'",
	"'Σ'",
	"'σ'",
	"'ς'",
	"'э'",
	"'Э'",
	"'1'",
	"'01'",
];

export function unique(choice: Choice): readonly Piece[] {
	const type = choice.pick(columns);
	const key = choice.pick(["unique (c)", "unique (c(1))", "unique (c(2))", "unique (c, d)", "unique (d, c(2))"]);
	let last = 0;
	const row = (): string => `(${++last}, ${choice.oneIn(10) ? "null" : choice.pick(texts)}, ${choice.between(1, 2)})`;
	const rows = (): string => Array.from({ length: choice.between(1, 4) }, row).join(", ");
	const statements = [`create table p (id int primary key, c ${type}, d int default 1, ${key})`];
	for (let at = 0; at < choice.between(3, 8); at++) {
		statements.push(
			choice.pick([
				() => `insert into p (id, c, d) values ${row()}`,
				() => `insert ignore into p (id, c, d) values ${rows()}`,
				() => `replace into p (id, c, d) values ${rows()}`,
				() => `insert into p (id, c, d) values ${rows()} on duplicate key update d = d + 10`,
				() => `insert into p (id, c, d) values ${row()} on duplicate key update c = concat(values(c), 'z')`,
				() => `update ignore p set c = ${choice.pick(texts)} where id = ${choice.between(1, 6)}`,
				() => `update p set c = upper(c), d = d + 1 order by id`,
				() => `delete from p where c = ${choice.pick(texts)}`,
			])(),
		);
	}
	statements.push("select id, c, d from p order by id");
	for (let at = 0; at < 3; at++) {
		statements.push(
			choice.pick([
				() => `select id from p where c = ${choice.pick(texts)} order by id`,
				() => `select id from p where c > ${choice.pick(texts)} order by id`,
				() => "select min(id), count(*) from p group by c order by 1",
				() => "select c, id from p order by c, d, id",
				() =>
					`select id from p where c like ` +
					`${choice.pick(["'a%'", "'A%'", "'s%'", "'_'", "'a_'", "'%b'", "'ß%'"])} order by id`,
				() => "select count(distinct c), min(c) = max(c) from p",
				() => "select x.id, y.id from p x join p y on x.c = y.c order by 1, 2",
				() => `select id from p where c in (${choice.pick(texts)}, ${choice.pick(texts)}) order by id`,
				() => `select id from p where c between ${choice.pick(texts)} and ${choice.pick(texts)} order by id`,
				() => "select hex(weight_string(c)) from p order by id",
			])(),
		);
	}
	if (choice.oneIn(2)) {
		const charset = /character set \w+/.exec(type)?.[0] ?? "varbinary";
		// A conversion between charsets depends on the release.
		statements.push(
			`alter table p modify c ${choice.pick(columns.filter((column) => column.includes(charset)))}`,
			"select id, c, d from p order by id",
			"select c, id from p order by c, d, id",
		);
	}
	return statements.map(fixed);
}
