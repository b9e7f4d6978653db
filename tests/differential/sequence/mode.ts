/**
 * Effects of `sql_mode`: values, quotation marks, allowed groups.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const words = [
	"STRICT_TRANS_TABLES",
	"STRICT_ALL_TABLES",
	"NO_ZERO_DATE",
	"NO_ZERO_IN_DATE",
	"ERROR_FOR_DIVISION_BY_ZERO",
	"ALLOW_INVALID_DATES",
	"ANSI_QUOTES",
	"PIPES_AS_CONCAT",
	"NO_BACKSLASH_ESCAPES",
	"NO_UNSIGNED_SUBTRACTION",
	"HIGH_NOT_PRECEDENCE",
	"REAL_AS_FLOAT",
	"PAD_CHAR_TO_FULL_LENGTH",
	"ONLY_FULL_GROUP_BY",
	"NO_AUTO_VALUE_ON_ZERO",
	"IGNORE_SPACE",
];
const types = [
	"tinyint",
	"tinyint unsigned",
	"int",
	"decimal(5,2)",
	"float",
	"double",
	"varchar(4)",
	"char(4)",
	"binary(3)",
	"date",
	"datetime",
	"datetime(2)",
	"timestamp null",
	"time",
	"year",
	"enum('a','b')",
	"set('a','b')",
	"bit(4)",
	"text",
	"real",
];
const values = [
	"0",
	"1",
	"-1",
	"300",
	"-200",
	"99999.999",
	"1.005",
	"'abc'",
	"'abcdef'",
	"''",
	"'12abc'",
	"'a'",
	"'c'",
	"'a,b'",
	"'a,c'",
	"1e30",
	"'2020-02-30'",
	"'2020-00-10'",
	"'0000-00-00'",
	"'2020-02-29 25:00:00'",
	"'2020-13-01'",
	"0",
	"20200229",
	"'10:70:00'",
	"'900:00:00'",
	"1 / 0",
	"5 % 0",
	"cast(1 as unsigned) - 2",
	"'a' || 'b'",
	"not 1 between 0 and 0",
	"'x\\\\y'",
	"null",
	"'ab  '",
	"2156",
	"16",
	"'1e2'",
	"-0.4",
	"' 5 '",
	"'5 x'",
];
const queries = [
	"select 'a' || 'b', 1 || 0, not 1 between -5 and 5",
	"select cast(1 as unsigned) - 2",
	"select cast(0 as unsigned) - 1 < 0",
	'select "p" from p limit 1',
	"select 'a\\\\nb', length('a\\\\\\\\b'), 'x' 'y'",
	"select date_add('2020-01-31', interval 1 month), cast('2020-02-30' as date), cast('0000-00-00' as date)",
	"select 1 / 0, mod(5, 0), 5 div 0",
	"select length(c), concat('[', c, ']'), char_length(c) from p order by id",
	"select a, id from p group by a",
	"select a, max(id) from p group by a order by a",
	"select count (*) from p",
	"select str_to_date('2020-02-30', '%Y-%m-%d'), str_to_date('00/00/0000', '%m/%d/%Y')",
	"select cast('abc' as signed), '12x' + 1",
	"select c like 'a\\\\_', c like 'a%' from p order by id",
	"select date('2020-00-00'), last_day('2020-02-30'), dayofmonth('2020-02-00')",
	"select a from p where c = 'abc' order by id",
	"select id, a from p having a is null order by id",
	"select concat(c, 'x') = 'abcx' from p order by id",
	"select to_days('0000-00-00'), year('2020-00-00'), month('2020-00-00')",
	"select timestamp '2020-02-30 00:00:00'",
	"select date '0000-00-00'",
];

export function mode(choice: Choice): readonly Piece[] {
	const type = choice.pick(types);
	const statements = [`create table p (id int auto_increment primary key, a ${type}, c char(6))`];
	for (let at = 0; at < choice.between(2, 5); at++) {
		statements.push(`set session sql_mode = '${choice.some(words, 0).slice(0, 4).join(",")}'`);
		for (let step = 0; step < choice.between(2, 5); step++) {
			const value = choice.pick(values);
			statements.push(
				choice.pick([
					() => `insert into p (a, c) values (${value}, ${choice.pick(["'abc'", "'a'", "''", "null"])})`,
					() => `insert ignore into p (a) values (${value}), (${choice.pick(values)})`,
					() => `update p set a = ${value} where id < ${choice.between(2, 5)}`,
					() => `insert into p (id, a) values (${choice.pick(["0", "null", "7"])}, ${value})`,
					() => choice.pick(queries),
					() => choice.pick(queries),
					() => choice.pick(queries),
					() => `create table if not exists q (x ${choice.pick(types)} default ${value})`,
					() => "insert into p (c) select a from p",
					() => `update ignore p set a = ${value}`,
					() => `delete from p where a = ${value}`,
					() => `replace into p (id, a) values (2, ${value})`,
				])(),
			);
		}
		statements.push("select id, a, c from p order by id");
	}
	return statements.map(fixed);
}
