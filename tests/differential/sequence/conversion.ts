/**
 * ALTER of a column's type with rows in place, strict and not; the converted rows are compared.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const integers = [
	"0",
	"1",
	"-1",
	"7",
	"42",
	"100",
	"127",
	"128",
	"-128",
	"255",
	"256",
	"32767",
	"65536",
	"2147483647",
	"4294967296",
	"-9223372036854775808",
	"20200131",
	"101112",
];
const decimals = ["0.0", "1.5", "-1.5", "2.5", "99.995", "-0.04", "123456.789", "0.000001", "9999999.999"];
const doubles = ["0e0", "1.5e0", "-2.5e0", "1e10", "1e-3", "123456789.125e0", "1e20"];
const texts = [
	"''",
	"'a'",
	"'A'",
	"'12'",
	"'12abc'",
	"'-3.75'",
	"' 7 '",
	"'1e3'",
	"'2020-02-29'",
	"'2020-02-30'",
	"'2020-02-29 10:11:12.75'",
	"'10:11:12'",
	"'-01:02:03.5'",
	"'2020'",
	"'é'",
	"'x,y'",
	"'x'",
	"'long text that is cut'",
	"'true'",
	"'0'",
];
const dates = ["'2020-02-29'", "'1999-12-31'", "'1970-01-01'", "'2038-01-19'", "'1000-01-01'", "'9999-12-31'"];
const datetimes = [
	"'2020-02-29 23:59:59'",
	"'1999-12-31 23:59:59.999999'",
	"'2019-03-28 12:00:00.5'",
	"'2001-02-03 04:05:06.123456'",
];
const times = ["'00:00:00'", "'12:34:56'", "'-01:30:00'", "'23:59:59.5'", "'100:00:01.25'", "'838:59:59'"];
const bits = ["0", "1", "5", "b'1010'", "200", "65"];

interface Kind {
	readonly types: readonly string[];
	readonly values: readonly string[];
}

const kinds: readonly Kind[] = [
	{ types: ["tinyint", "smallint", "mediumint", "int", "bigint"], values: integers },
	{
		types: ["tinyint unsigned", "smallint unsigned", "int unsigned", "bigint unsigned", "int(6) zerofill"],
		values: integers,
	},
	{
		types: ["decimal(10,2)", "decimal(5,0)", "decimal(20,6)", "decimal(4,3)", "decimal(8,2) unsigned"],
		values: decimals,
	},
	{ types: ["double", "float", "double unsigned"], values: doubles },
	{ types: ["varchar(30)", "char(30)", "text", "varchar(5)", "char(3)", "mediumtext", "tinytext"], values: texts },
	{ types: ["varbinary(30)", "binary(8)", "blob"], values: texts },
	{ types: ["date"], values: dates },
	{ types: ["datetime", "datetime(3)", "datetime(6)", "timestamp null", "timestamp(2) null"], values: datetimes },
	{ types: ["time", "time(1)", "time(6)"], values: times },
	{ types: ["year"], values: ["2020", "1999", "0", "70", "1901", "2155", "'99'"] },
	{ types: ["bit(8)", "bit(1)", "bit(16)"], values: bits },
	{ types: ["enum('a','b','x','12')", "set('a','b','x','y','12')"], values: ["'a'", "'x'", "'12'", "1", "2", "'b'"] },
];

export function conversion(choice: Choice): readonly Piece[] {
	const from = choice.pick(kinds);
	const rows = Array.from(
		{ length: choice.between(1, 6) },
		(_, at) => `(${at + 1}, ${choice.oneIn(7) ? "null" : choice.pick(from.values)})`,
	);
	const key = choice.oneIn(4) && !/text|blob/.test(from.types[0]!) ? ", key (c)" : "";
	const statements = [
		`create table p (id int primary key, c ` +
			`${choice.pick(from.types.filter((type) => key === "" || !/text|blob/.test(type)))}${key})`,
		`insert ignore into p values ${rows.join(", ")}`,
		"select * from p order by id",
	];
	for (let at = 0; at < choice.between(1, 3); at++) {
		if (choice.oneIn(3)) {
			statements.push(
				`set session sql_mode = '` +
					`${choice.pick(["", "STRICT_TRANS_TABLES", "NO_ZERO_DATE,NO_ZERO_IN_DATE,STRICT_TRANS_TABLES", "ALLOW_INVALID_DATES"])}'`,
			);
		}
		statements.push(change(choice, key !== ""), "select * from p order by id");
		statements.push(
			choice.pick([
				"select c from p where c is not null order by c, id",
				"select count(*), min(c), max(c) from p",
				"select c + 0 from p order by id",
				"select hex(c), length(c) from p order by id",
			]),
		);
	}
	return statements.map(fixed);
}

function change(choice: Choice, isKey: boolean): string {
	const to = choice.pick(kinds);
	const type = choice.pick(
		to.types
			.filter((type) => !isKey || !/text|blob/.test(type))
			.concat(to.types.every((type) => /text|blob/.test(type)) ? ["int"] : []),
	);
	const rest = choice.oneIn(6) ? " not null" : choice.oneIn(8) ? " first" : "";
	return choice.oneIn(6)
		? `alter table p add d int not null default 5, modify c ${type}${rest}, add key (d)`
		: `alter table p change c c ${type}${rest}`;
}
