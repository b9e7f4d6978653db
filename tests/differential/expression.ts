/**
 * Random expressions of a wanted sort.
 *
 * In: choices, the columns at hand, and how deep to go. Out: pieces. Each rule is a template with the sorts of its parts, so that
 * almost every statement means something; a part is now and then of another sort, so that conversions are met, too.
 */
import type { Choice } from "./choice.ts";
import { literal } from "./literal.ts";
import type { Piece, Sort } from "./piece.ts";
import type { Column } from "./schema.ts";

/** `$integer` asks for a part of that sort; `#3` for a small whole number from 0. */
const templates: Partial<Record<Sort, readonly string[]>> = {
	integer: [
		"($integer + $integer)", "($integer - $integer)", "($integer * #9)", "($integer div $integer)", "($integer % $integer)", "(-$integer)", "abs($integer)", "sign($decimal)",
		"($integer & $integer)", "($integer | $integer)", "($integer ^ $integer)", "($integer << #9)", "($integer >> #9)", "bit_count($integer)",
		"length($text)", "char_length($text)", "locate($text, $text)", "instr($text, $text)", "ascii($text)", "ord($text)", "strcmp($text, $text)", "field($integer, $integer, $integer)", "find_in_set($text, 'a,b,c')", "crc32($text)",
		"year($date)", "month($date)", "day($date)", "dayofweek($date)", "dayofyear($date)", "week($date, #7)", "weekday($date)", "quarter($date)", "to_days($date)", "datediff($date, $date)", "yearweek($date)", "last_day($date) + 0",
		"hour($time)", "minute($time)", "second($datetime)", "microsecond($datetime)", "time_to_sec($time)", "extract(day from $date)", "extract(hour_minute from $datetime)", "timestampdiff(day, $date, $date)", "timestampdiff(month, $date, $datetime)",
		"floor($decimal)", "ceiling($decimal)", "round($decimal)", "truncate($integer, 0)", "cast($decimal as signed)", "cast($integer as unsigned)", "cast($text as signed)", "mod($integer, $integer)", "interval($integer, 1, 5, 10)",
		"if($boolean, $integer, $integer)", "ifnull($integer, $integer)", "nullif($integer, $integer)", "coalesce($integer, $integer, $integer)", "case when $boolean then $integer else $integer end", "case $integer when 1 then $integer when 2 then $integer end", "greatest($integer, $integer)", "least($integer, $integer, $integer)",
		"inet_aton('10.0.5.9')", "isnull($text)", "json_length('[1,2,3]')", "json_extract('{\"a\": 5}', '$.a') + 0", "uncompressed_length(compress('abc'))", "period_add(202001, #20)",
		"period_diff(202001, 2019#9 + 1)", "to_seconds($date)", "unix_timestamp($datetime)", "weekofyear($date)", "extract(year_month from $date)", "extract(day_second from $datetime)", "extract(week from $date)", "timestampdiff(second, $datetime, $datetime)", "timestampdiff(quarter, $date, $date)",
		"position($text in $text)", "bit_length($text)", "octet_length($text)", "cast($time as signed)", "cast($date as unsigned)", "($integer xor $integer)", "(~$integer)", "($boolean + $integer)", "length(sha2($text, 256))", "length(aes_encrypt($text, 'key'))", "inet_aton(inet_ntoa($integer))",
		"json_length('{\"a\": 1, \"b\": [1, 2]}', '$.b')", "json_depth('[[1], 2]')", "json_valid($text)", "json_extract('[10, 20, [30]]', '$[#2]') + 0", "json_contains_path('{\"a\": 1, \"c\": {\"d\": 4}}', 'one', '$.c.d', '$.z')",
	],
	decimal: [
		"($decimal + $decimal)", "($decimal - $integer)", "($decimal * #9)", "($decimal / $integer)", "($integer / #9)", "round($decimal, #4)", "truncate($decimal, #4)", "cast($decimal as decimal(12,3))", "cast($text as decimal(10,2))", "cast($integer as decimal(20,4))",
		"abs($decimal)", "(-$decimal)", "mod($decimal, $decimal)", "if($boolean, $decimal, $decimal)", "ifnull($decimal, $integer)", "coalesce($decimal, $decimal)", "case when $boolean then $decimal end", "greatest($decimal, $decimal)", "least($decimal, $integer)", "nullif($decimal, $decimal)",
		"($decimal div $decimal)", "round($decimal, -#3)", "truncate($decimal, -#2)", "cast($time as decimal(12,3))", "cast($datetime as decimal(30,6))", "cast($double as decimal(20,5))", "($decimal + $boolean)", "case $integer when 1 then $decimal else $integer end", "ifnull($integer, $decimal)",
	],
	double: ["round($double, #3)", "($double + $integer)", "($double * $decimal)", "sqrt(abs($integer))", "abs($double)", "floor($double)", "radians(#9)", "pow(#9, #5)", "if($boolean, $double, $double)", "coalesce($double, $double)", "($double - $double)", "cast($integer as decimal(10,2)) + 0e0", "round(exp(#5), 6)", "round(ln(1 + #40), 6)", "round(log(2, 1 + #60), 6)", "round(log10(1 + #90), 6)", "round(sin($integer), 6)", "round(atan($decimal, 2), 6)", "($text + 0)", "round(degrees(#7), 5)", "sign($double)", "truncate($double, #3)", "ceiling($double)", "($double div $integer)", "nullif($double, $double)"],
	text: [
		"concat($text, $text)", "concat_ws('-', $text, $text, $text)", "upper($text)", "lower($text)", "substring($text, #4)", "substring($text, #4, #5)", "substring_index($text, ' ', #3)", "left($text, #5)", "right($text, #5)", "trim($text)", "ltrim($text)", "rtrim($text)", "trim(both 'a' from $text)",
		"replace($text, 'a', $text)", "repeat($text, #3)", "reverse($text)", "lpad($text, #9, 'xy')", "rpad($text, #9, '*')", "insert($text, #4, #3, 'Z')", "elt(#4, $text, $text)", "space(#4)", "hex($text)", "hex($integer)", "unhex('4142')", "bin($integer)", "oct($integer)", "conv($integer, 10, 16)", "char(65, 66 using utf8mb4)", "quote($text)", "md5($text)", "sha1($text)", "soundex($text)", "to_base64($text)",
		"date_format($datetime, '%Y-%m-%d %H:%i:%s.%f')", "date_format($date, '%a %b %e %j %U %u %w %y %M %W %D')", "time_format($time, '%H:%i:%s')", "dayname($date)", "monthname($date)", "cast($integer as char)", "cast($decimal as char(6))", "cast($date as char)", "format($decimal, #4)", "make_set(#7, 'a', 'b', 'c')", "export_set(#9, 'Y', 'N', ',', 4)",
		"if($boolean, $text, $text)", "ifnull($text, $integer)", "nullif($text, $text)", "coalesce($text, $text)", "case when $boolean then $text else $text end", "greatest($text, $text)", "least($text, $text)", "inet_ntoa(167773449)", "convert($text using utf8mb4) collate utf8mb4_bin", "cast($text as binary)", "mid($text, 2)", "json_unquote(json_extract('{\"k\": \"v\"}', '$.k'))", "json_type('[1]')",
		"sha2($text, 224)", "cast(aes_decrypt(aes_encrypt($text, 'k'), 'k') as char)", "hex(aes_encrypt($text, 'key'))", "from_base64(to_base64($text))", "inet6_ntoa(inet6_aton('fe80::1'))", "hex(inet6_aton('10.0.5.9'))", "lcase($text)", "ucase($text)", "trim(leading ' ' from $text)", "trim(trailing 'c' from $text)", "concat($text, $integer, $decimal)", "concat_ws(',', $integer, $date)", "replace($text, $text, $text)", "left($text, $integer)", "right($text, -#3)", "substring($text, -#4)", "substring($text, -#5, #3)", "substring_index($text, 'a', -#3)", "lpad($integer, 6, '0')",
		"date_format($datetime, '%c/%d/%Y %h:%i %p %k %l %r %T %s %S %f %v %V %x %X %I %y %%')", "date_format($datetime, $text)", "time_format($time, '%k %l %p %f')", "cast($time as char)", "cast($datetime as char)", "cast($double as char)", "char($integer)", "hex(char($integer))", "hex($decimal)", "hex($text)", "conv($text, 16, 10)", "conv($integer, 10, -#36)", "bin($decimal)", "cast($integer as binary(4))", "cast($text as char(3))",
		"cast(json_array($integer, $decimal, $text) as char)", "cast(json_object('k', $integer, 'v', $text) as char)", "json_quote($text)", "json_unquote(json_quote($text))", "cast(json_extract('{\"a\": 1, \"b\": [1, 2, {\"c\": \"x\"}]}', '$.b[#2]') as char)", "cast(json_keys('{\"a\": 1, \"b\": 2}') as char)", "cast(json_set('{\"a\": 1}', '$.b', $integer) as char)", "cast(json_remove('[1, 2, 3]', '$[#2]') as char)", "cast(json_array_append('[1, 2]', '$', $integer) as char)", "cast(json_search('[\"abc\", \"xyz\"]', 'one', 'a%') as char)",
		"elt($integer, 'x', 'y')", "make_set($integer, 'a', 'b', 'c')", "case $text when 'a' then $text when $text then 'z' end", "nullif($text, $integer)", "if($boolean, $text, $integer)", "coalesce($integer, $text)", "concat($boolean, $time)", "md5($integer)", "repeat('ab', $integer % 4)", "format($double, 2)", "format($integer, #3)", "quote(null)",
	],
	date: ["date_add($date, interval #40 day)", "date_sub($date, interval #20 month)", "($date + interval #5 year)", "last_day($date)", "date($datetime)", "from_days(737000 + #900)", "makedate(2020, 1 + #300)", "str_to_date('31.12.2019', '%d.%m.%Y')", "if($boolean, $date, $date)", "coalesce($date, $date)", "cast($datetime as date)", "greatest($date, $date)", "case when $boolean then $date end", "adddate($date, #60)", "date_add($date, interval $integer % 50 day)", "date_add($date, interval '1-2' year_month)", "date_sub($date, interval 1 quarter)", "cast($text as date)", "str_to_date($text, '%Y-%m-%d')", "subdate($date, interval 2 week)", "nullif($date, $date)", "ifnull($date, $date)", "cast(20200101 + #28 as date)", "least($date, $date)", "makedate($integer, $integer)"],
	datetime: ["date_add($datetime, interval #90 minute)", "($datetime - interval #9 week)", "timestamp($date, '10:00:00')", "timestampadd(hour, #50, $datetime)", "cast($date as datetime)", "str_to_date('2019-05-06 07:08:09', '%Y-%m-%d %H:%i:%s')", "if($boolean, $datetime, $datetime)", "coalesce($datetime, $datetime)", "from_unixtime(1500000000 + #9999)", "convert_tz($datetime, '+00:00', '+05:30')", "least($datetime, $datetime)", "date_add($datetime, interval '1:30' minute_second)", "date_sub($datetime, interval '2 3:04:05' day_second)", "date_add($datetime, interval 1.5 second)", "date_add($datetime, interval '10.25' second_microsecond)", "($datetime + interval $integer microsecond)", "addtime($datetime, '01:00:00.5')", "timestampadd(month, #30, $datetime)", "cast($text as datetime)", "cast($datetime as datetime(2))", "timestamp($datetime)", "timestamp($date, $time)", "nullif($datetime, $datetime)", "greatest($datetime, $datetime)", "from_unixtime(1500000000.25 + #99)"],
	time: ["sec_to_time(#9999)", "maketime(#20, #50, #50)", "time($datetime)", "timediff($datetime, $datetime)", "addtime($time, '01:00:00')", "subtime($time, '00:10:00')", "if($boolean, $time, $time)", "coalesce($time, $time)", "cast($datetime as time)", "cast($text as time)", "cast($time as time(1))", "cast(101112 + #40 as time)", "date_add($time, interval #90 minute)", "timediff($time, $time)", "addtime($time, $time)", "greatest($time, $time)", "nullif($time, $time)", "str_to_date('10:11:12.5', '%H:%i:%s.%f')", "sec_to_time($decimal)"],
	boolean: [
		"($integer = $integer)", "($integer < $integer)", "($decimal >= $decimal)", "($decimal <> $integer)", "($text = $text)", "($text < $text)", "($text <=> $text)", "($date < $date)", "($datetime >= $datetime)", "($double > $double)", "($time <= $time)", "($integer <=> $integer)",
		"($boolean and $boolean)", "($boolean or $boolean)", "($boolean xor $boolean)", "(not $boolean)", "($integer is null)", "($text is not null)", "($boolean is true)", "($boolean is not false)", "($integer in ($integer, $integer, $integer))", "($text not in ($text, $text))", "($decimal in ($integer, $decimal))",
		"($integer between $integer and $integer)", "($date between $date and $date)", "($text not between $text and $text)", "($text like '%a%')", "($text like 'a_%')", "($text not like $text)", "($text regexp '[a-c]+')", "(($integer, $text) = ($integer, $text))", "(($integer, $integer) < ($integer, $integer))", "json_contains('[1,2]', '1')", "($integer = $decimal)",
		"($text = $integer)", "($date = $text)", "($datetime > $text)", "($time = $text)", "($decimal = $text)", "($date <= $datetime)", "($text rlike '^a')", "($text sounds like $text)", "($text like binary $text)", "($decimal between $integer and $decimal)", "($datetime not between $date and $datetime)", "($integer not in ($decimal, $text))", "($date in ($text, $date))", "(($integer, $text) in (($integer, $text), ($integer, $text)))", "(($date, $integer) <> ($date, $integer))", "(($integer, $integer) >= ($integer, $integer))", "($boolean is unknown)", "(!$integer)", "($integer && $text)", "($text || $integer)", "($double between $integer and $decimal)", "strcmp($text, $integer)", "($time between $time and $time)", "($text like '%\\_%')", "($text like 'a|%%' escape '|')", "coalesce($boolean, $integer)",
	],
};

const neighbours: Partial<Record<Sort, readonly Sort[]>> = { integer: ["decimal", "integer", "boolean"], decimal: ["integer"], text: ["integer", "text"], boolean: ["integer"], datetime: ["date"], double: ["integer", "decimal"] };

export interface Scope {
	/** Columns by how they are to be named. */
	readonly columns: readonly Column[];
}

export function expression(choice: Choice, sort: Sort, { columns }: Scope, depth: number): Piece {
	const own = columns.filter((column) => column.sort === sort);
	if (depth <= 0 || choice.oneIn(4)) {
		return own.length > 0 && !choice.oneIn(4) ? { sort, optional: false, parts: [choice.pick(own).name] } : choice.oneIn(12) ? { sort, optional: false, parts: ["null"] } : literal(choice, sort);
	}
	return filled(choice, sort, choice.pick(templates[sort]!), { columns }, depth);
}

function filled(choice: Choice, sort: Sort, template: string, scope: Scope, depth: number): Piece {
	const parts: (string | Piece)[] = [];
	for (const part of template.split(/(\$[a-z]+|#\d+)/)) {
		if (part.startsWith("$") && part.slice(1) in templates) {
			const wanted = part.slice(1) as Sort;
			const given = choice.oneIn(25) ? choice.pick(neighbours[wanted] ?? [wanted]) : wanted;
			parts.push(expression(choice, given, scope, depth - 1));
		} else if (part.startsWith("#")) {
			parts.push(String(choice.between(0, Number(part.slice(1)))));
		} else if (part !== "") {
			parts.push(part);
		}
	}
	return { sort, optional: false, parts };
}
