/**
 * Columns of several charsets in one table: comparisons, collations of results, refused combinations.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const columns = ["l", "lb", "u", "ub", "m", "mg", "mu", "b", "asc_", "n", "d", "g"];
const texts = ["'a'", "'A'", "'é'", "'É'", "'ß'", "''", "'z'", "'abc'", "'12'", "'ÿ'", "'a '"];

export function charset(choice: Choice): readonly Piece[] {
	const texted = (): string =>
		choice.pick([
			...columns,
			...columns,
			choice.pick(texts),
			`_latin1${choice.pick(["'a' collate latin1_swedish_ci", "0xE9 collate latin1_bin", "'A' collate latin1_bin"])}`,
			`_utf8mb4${choice.pick(["'a' collate utf8mb4_bin", "'A' collate utf8mb4_general_ci", "'é' collate utf8mb4_bin"])}`,
			`_binary'a'`,
			"id",
			"null",
			"user()",
			"convert(l using utf8mb4) collate utf8mb4_bin",
			"cast(m as char)",
			"cast(u as binary)",
			"convert(m using latin1) collate latin1_bin",
			"upper(l)",
			"hex(m)",
			"date'2020-02-03'",
			"@@time_zone",
			`${choice.pick(columns)} collate ` +
				choice.pick(["utf8mb4_bin", "utf8mb4_unicode_ci", "latin1_bin", "utf8_general_ci"]),
		]);
	const joint = (): string =>
		choice.pick([
			() => `concat(${texted()}, ${texted()})`,
			() => `ifnull(${texted()}, ${texted()})`,
			() => `coalesce(${texted()}, ${texted()}, ${texted()})`,
			() => `if(id > 2, ${texted()}, ${texted()})`,
			() => `case when id = 1 then ${texted()} else ${texted()} end`,
			() => `concat_ws(${texted()}, ${texted()}, ${texted()})`,
			() => `replace(${texted()}, ${texted()}, ${texted()})`,
			() => `lpad(${texted()}, 4, ${texted()})`,
			() => `greatest(${texted()}, ${texted()})`,
			() => `insert(${texted()}, 1, 1, ${texted()})`,
			() => `nullif(${texted()}, ${texted()})`,
			() => `elt(id, ${texted()}, ${texted()})`,
			() => `left(${texted()}, 2)`,
			() => `trim(${texted()} from ${texted()})`,
			() => `substring_index(${texted()}, ${texted()}, 1)`,
			() => `repeat(${texted()}, 2)`,
			() => `quote(${texted()})`,
			() => `export_set(id, ${texted()}, ${texted()})`,
			() => `make_set(id, ${texted()}, ${texted()})`,
			() => `date_format('2020-02-03', ${texted()})`,
		])();
	const test = (): string =>
		choice.pick([
			() => `${texted()} = ${texted()}`,
			() => `${texted()} < ${texted()}`,
			() => `${texted()} like ${texted()}`,
			() => `${texted()} in (${texted()}, ${texted()})`,
			() => `${texted()} between ${texted()} and ${texted()}`,
			() => `${joint()} = ${texted()}`,
			() => `${texted()} <=> ${joint()}`,
			() => `strcmp(${texted()}, ${texted()})`,
			() => `locate(${texted()}, ${texted()})`,
			() => `find_in_set(${texted()}, ${texted()})`,
			() => `instr(${texted()}, ${texted()})`,
			() => `(${texted()}, id) = (${texted()}, 2)`,
			() => `field(${texted()}, ${texted()}, ${texted()})`,
		])();
	const cells = [
		["'a'", "'é'", "'z'"],
		["'A'", "'É'", "'z '"],
		["'ß'", "'ÿ'", "''"],
		["null", "'12'", "'abc'"],
	];
	const rows = cells.map(
		(cell, at) =>
			`(${at + 1}, ` +
			`${columns.map((_, column) => (column === 8 ? choice.pick(["'a'", "'A'", "'z'"]) : column === 10 ? choice.pick(["'a'", "'b'"]) : choice.pick(cell))).join(", ")})`,
	);
	const statements = [
		(
			`create table p (id int primary key, l varchar(10) character set latin1 collate latin1_swedish_ci, ` +
			`lb varchar(10) character set latin1 collate latin1_bin, u varchar(10) character set utf8 collate ` +
			`utf8_general_ci, ub char(10) character set utf8 collate utf8_bin, m varchar(10) character set ` +
			`utf8mb4 collate utf8mb4_bin, mg varchar(10) character set utf8mb4 collate utf8mb4_general_ci, mu ` +
			`text character set utf8mb4 collate utf8mb4_unicode_ci, b varbinary(10), asc_ varchar(10) character ` +
			`set ascii collate ascii_bin, n varchar(10) character set utf8 collate utf8_unicode_ci, d enum('a','b') character set latin1 collate latin1_bin, g varchar(10) as (concat(l, 'x')) virtual)`
		).replace(
			", g varchar(10) as (concat(l, 'x')) virtual",
			", g varchar(10) character set latin1 collate latin1_general_ci",
		),
		`insert into p values ${rows.join(", ")}`,
	];
	if (choice.oneIn(4)) {
		statements.push(
			choice.pick([
				"set names latin1",
				"set names utf8",
				"set names utf8mb4 collate utf8mb4_unicode_ci",
				"set collation_connection = latin1_bin",
			]),
		);
	}
	for (let at = 0; at < choice.between(6, 14); at++) {
		statements.push(
			choice.pick([
				() => `select ${joint()} from p order by id`,
				() => `select id from p where ${test()} order by id`,
				() => `select ${test()} from p order by id`,
				() => `select charset(${joint()}), collation(${joint()}) from p limit 1`,
				() => {
					const one = joint();
					return `select charset(${one}), collation(${one}), coercibility(${one}) from p limit 1`;
				},
				() => `select ${texted()} as k from p union select ${texted()} from p order by k`,
				() => `select count(distinct ${joint()}), group_concat(${texted()} order by id) from p`,
				() => `select max(${texted()}), min(${texted()}) from p`,
				() =>
					`select x.id, y.id from p x join p y on x.${choice.pick(columns)} = y.${choice.pick(columns)} order by 1, 2`,
				() => `select hex(${joint()}) from p order by id`,
				() => `update p set ${choice.pick(columns)} = ${texted()} where id = ${choice.between(1, 4)}`,
				() =>
					`insert ignore into p (id, ${choice.pick(columns)}) values (${choice.between(5, 9)}, ` +
					`${choice.pick([...texts, "'🌀'", "0xE9", "0xC3A9", "'э'"])})`,
				() => `select length(${joint()}), char_length(${joint()}) from p order by id`,
			])(),
		);
	}
	return [...statements, `select ${columns.map((column) => `hex(${column})`).join(", ")} from p order by id`].map(
		fixed,
	);
}
