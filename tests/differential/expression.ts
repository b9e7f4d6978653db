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
	],
	decimal: [
		"($decimal + $decimal)", "($decimal - $integer)", "($decimal * #9)", "($decimal / $integer)", "($integer / #9)", "round($decimal, #4)", "truncate($decimal, #4)", "cast($decimal as decimal(12,3))", "cast($text as decimal(10,2))", "cast($integer as decimal(20,4))",
		"abs($decimal)", "(-$decimal)", "mod($decimal, $decimal)", "if($boolean, $decimal, $decimal)", "ifnull($decimal, $integer)", "coalesce($decimal, $decimal)", "case when $boolean then $decimal end", "greatest($decimal, $decimal)", "least($decimal, $integer)", "nullif($decimal, $decimal)",
	],
	double: ["round($double, #3)", "($double + $integer)", "($double * $decimal)", "sqrt(abs($integer))", "abs($double)", "floor($double)", "radians(#9)", "pow(#9, #5)", "if($boolean, $double, $double)", "coalesce($double, $double)", "($double - $double)", "cast($integer as decimal(10,2)) + 0e0"],
	text: [
		"concat($text, $text)", "concat_ws('-', $text, $text, $text)", "upper($text)", "lower($text)", "substring($text, #4)", "substring($text, #4, #5)", "substring_index($text, ' ', #3)", "left($text, #5)", "right($text, #5)", "trim($text)", "ltrim($text)", "rtrim($text)", "trim(both 'a' from $text)",
		"replace($text, 'a', $text)", "repeat($text, #3)", "reverse($text)", "lpad($text, #9, 'xy')", "rpad($text, #9, '*')", "insert($text, #4, #3, 'Z')", "elt(#4, $text, $text)", "space(#4)", "hex($text)", "hex($integer)", "unhex('4142')", "bin($integer)", "oct($integer)", "conv($integer, 10, 16)", "char(65, 66 using utf8mb4)", "quote($text)", "md5($text)", "sha1($text)", "soundex($text)", "to_base64($text)",
		"date_format($datetime, '%Y-%m-%d %H:%i:%s.%f')", "date_format($date, '%a %b %e %j %U %u %w %y %M %W %D')", "time_format($time, '%H:%i:%s')", "dayname($date)", "monthname($date)", "cast($integer as char)", "cast($decimal as char(6))", "cast($date as char)", "format($decimal, #4)", "make_set(#7, 'a', 'b', 'c')", "export_set(#9, 'Y', 'N', ',', 4)",
		"if($boolean, $text, $text)", "ifnull($text, $integer)", "nullif($text, $text)", "coalesce($text, $text)", "case when $boolean then $text else $text end", "greatest($text, $text)", "least($text, $text)", "inet_ntoa(167773449)", "convert($text using utf8mb4) collate utf8mb4_bin", "cast($text as binary)", "mid($text, 2)", "json_unquote(json_extract('{\"k\": \"v\"}', '$.k'))", "json_type('[1]')",
	],
	date: ["date_add($date, interval #40 day)", "date_sub($date, interval #20 month)", "($date + interval #5 year)", "last_day($date)", "date($datetime)", "from_days(737000 + #900)", "makedate(2020, 1 + #300)", "str_to_date('31.12.2019', '%d.%m.%Y')", "if($boolean, $date, $date)", "coalesce($date, $date)", "cast($datetime as date)", "greatest($date, $date)", "case when $boolean then $date end", "adddate($date, #60)"],
	datetime: ["date_add($datetime, interval #90 minute)", "($datetime - interval #9 week)", "timestamp($date, '10:00:00')", "timestampadd(hour, #50, $datetime)", "cast($date as datetime)", "str_to_date('2019-05-06 07:08:09', '%Y-%m-%d %H:%i:%s')", "if($boolean, $datetime, $datetime)", "coalesce($datetime, $datetime)", "from_unixtime(1500000000 + #9999)", "convert_tz($datetime, '+00:00', '+05:30')", "least($datetime, $datetime)"],
	time: ["sec_to_time(#9999)", "maketime(#20, #50, #50)", "time($datetime)", "timediff($datetime, $datetime)", "addtime($time, '01:00:00')", "subtime($time, '00:10:00')", "if($boolean, $time, $time)", "coalesce($time, $time)", "cast($datetime as time)"],
	boolean: [
		"($integer = $integer)", "($integer < $integer)", "($decimal >= $decimal)", "($decimal <> $integer)", "($text = $text)", "($text < $text)", "($text <=> $text)", "($date < $date)", "($datetime >= $datetime)", "($double > $double)", "($time <= $time)", "($integer <=> $integer)",
		"($boolean and $boolean)", "($boolean or $boolean)", "($boolean xor $boolean)", "(not $boolean)", "($integer is null)", "($text is not null)", "($boolean is true)", "($boolean is not false)", "($integer in ($integer, $integer, $integer))", "($text not in ($text, $text))", "($decimal in ($integer, $decimal))",
		"($integer between $integer and $integer)", "($date between $date and $date)", "($text not between $text and $text)", "($text like '%a%')", "($text like 'a_%')", "($text not like $text)", "($text regexp '[a-c]+')", "(($integer, $text) = ($integer, $text))", "(($integer, $integer) < ($integer, $integer))", "json_contains('[1,2]', '1')", "($integer = $decimal)",
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
