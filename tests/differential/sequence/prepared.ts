/**
 * Prepared statements with parameters of all types of the protocol, NULL and unsigned ones included.
 */
import type { Parameter } from "../../measured/parameter.ts";
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const parameters: readonly Parameter[] = [
	...["0", "1", "-1", "7", "127", "-128"].map((value): Parameter => ({ type: "tiny", value })),
	{ type: "tiny", unsigned: true, value: "255" },
	...["3", "-32768", "1000"].map((value): Parameter => ({ type: "short", value })),
	{ type: "short", unsigned: true, value: "65535" },
	...["2", "-2147483648", "123456"].map((value): Parameter => ({ type: "long", value })),
	{ type: "long", unsigned: true, value: "4294967295" },
	...["5", "-9223372036854775808", "9223372036854775807"].map((value): Parameter => ({ type: "longlong", value })),
	{ type: "longlong", unsigned: true, value: "18446744073709551615" },
	{ type: "longlong", unsigned: true, value: "4" },
	...["1.5", "-2.25", "0"].map((value): Parameter => ({ type: "float", value })),
	...["1.5", "-0.1", "1e10", "0", "3"].map((value): Parameter => ({ type: "double", value })),
	...["1.50", "-99.999", "12345678901234567890.123", "0"].map((value): Parameter => ({ type: "decimal", value })),
	...["", "a", "A", "abc", "12", "12abc", "-1.5", "2020-02-29", "é", "a%"].map(
		(value): Parameter => ({ type: "text", value }),
	),
	{ type: "blob", value: "abc" },
	{ type: "blob", value: "1" },
	...["2020-02-29", "1999-12-31"].map((value): Parameter => ({ type: "date", value })),
	...["2020-02-29 23:59:59", "2019-03-28 12:00:00.5", "2020-02-29 00:00:00"].map(
		(value): Parameter => ({ type: "datetime", value }),
	),
	...["12:34:56", "-01:30:00", "100:00:01", "00:00:00.25"].map((value): Parameter => ({ type: "time", value })),
	{ type: "null", value: null },
	{ type: "long", value: null },
	{ type: "text", value: null },
];

const columns = ["i", "u", "d", "f", "c", "v", "da", "dt", "ti", "y", "b", "e"];
const templates = [
	"select id from p where $ = ? order by id",
	"select id from p where $ < ? order by id",
	"select id from p where $ >= ? order by id",
	"select id from p where $ <=> ? order by id",
	"select id from p where $ in (?, ?) order by id",
	"select id from p where $ between ? and ? order by id",
	"select id from p where $ <> ? order by id",
	"select id from p where $ like ? order by id",
	"select id from p where id > ? and $ is not null order by id limit #",
	"select ?",
	"select ?, ?",
	"select ? + 1",
	"select ? + ?",
	"select ? - $ from p order by id",
	"select concat(?, '-', ?)",
	"select ifnull(?, $) from p order by id",
	"select coalesce(?, ?)",
	"select if(?, $, ?) from p order by id",
	"select ? = ?",
	"select ? < ?",
	"select ? is null",
	"select -?",
	"select not ?",
	"select abs(?), round(?, 1)",
	"select length(?), upper(?)",
	"select cast(? as signed)",
	"select cast(? as char)",
	"select cast(? as decimal(20,4))",
	"select cast(? as datetime)",
	"select date_add(?, interval 1 day)",
	"select date(?), year(?)",
	"select case ? when 1 then 'one' when 'a' then 'text' else ? end",
	"select greatest(?, ?)",
	"select $ + ? from p order by id",
	"select $ * ? from p order by id",
	"select concat($, ?) from p order by id",
	"select sum($ + ?) from p",
	"select count(*) from p where $ = ? or $ = ?",
	"select max(?) from p",
	"select $, count(*) from p where $ > ? group by $ order by 1",
	"insert into p (id, $) values (#, ?)",
	"insert ignore into p (id, $) values (#, ?)",
	"update p set $ = ? where id = #",
	"update ignore p set $ = ? where id = #",
	"replace into p (id, $) values (#, ?)",
	"insert into p (id, $) values (#, ?) on duplicate key update $ = ?",
	"delete from p where $ = ?",
	"update p set $ = ? where $ = ?",
	"select * from p order by id",
	"select id, $ from p order by id",
	"select id from p order by id limit ?",
	"select ? as k union select $ from p order by 1",
	"select $ div ? from p order by id",
	"select $ % ? from p order by id",
	"select $ & ? from p order by id",
	"select hex(?)",
	"select time(?), hour(?)",
	"select exists (select 1 from p where $ = ?)",
	"select (select max($) from p where id < ?)",
	"select id from p where (id, $) = (?, ?) order by id",
	"select truncate(?, 1), floor(?)",
	"select bit_count(?)",
	"select ? / ?",
	"select sec_to_time(?)",
	"select quote(?)",
	"select str_to_date(?, '%Y-%m-%d')",
];

export function prepared(choice: Choice): readonly Piece[] {
	const placed = (template: string): Piece => {
		const parts: (string | Piece)[] = [];
		const column = choice.pick(columns);
		const filled = template
			.replace(/\$/g, () => (template.includes("group by") ? column : choice.pick(columns)))
			.replace(/#/g, () => String(choice.between(1, 9)));
		filled
			.split(/(\?)/)
			.forEach((part) =>
				parts.push(
					part === "?" ? { sort: "fixed", optional: false, parts: ["?"], parameter: choice.pick(parameters) } : part,
				),
			);
		return { sort: "fixed", optional: false, parts };
	};
	return [
		fixed(
			`create table p (id int primary key, i int, u bigint unsigned, d decimal(12,3), f double, c ` +
				`char(12), v varchar(20), da date, dt datetime(3), ti time(2), y year, b varbinary(12), e ` +
				`enum('a','abc','12')${choice.oneIn(2) ? ", key (i), key (v), key (dt), key (d), key (u)" : ""})`,
		),
		fixed(
			"insert into p values (1, 1, 1, 1.5, 1.5, 'a', 'a', '2020-02-29', '2020-02-29 23:59:59', '12:34:56', " +
				"2020, 'a', 'a'), (2, -1, 18446744073709551615, -99.999, -0.1, 'abc', '12', '1999-12-31', " +
				"'2019-03-28 12:00:00.5', '-01:30:00', 1999, '12', 'abc'), (3, null, null, null, null, null, null, " +
				"null, null, null, null, null, null), (4, 12, 12, 12, 12, '12', '12abc', '2020-01-01', '2020-01-01', " +
				"'00:00:12', 2012, '', '12')",
		),
		...Array.from({ length: choice.between(8, 20) }, () => placed(choice.pick(templates))),
		fixed("select * from p order by id"),
	];
}
