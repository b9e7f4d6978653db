/**
 * Known differences of MariaDB from MySQL 5.7 in values that sequences write and read.
 */
import {
	cellsDiffer,
	codesOf,
	countOf,
	isNear,
	isRecoded,
	mistake,
	rowsApart,
	sameBut,
	type KnownDifference,
} from "./known-difference.ts";
import { plainText, isSmallNumber, isElements, countOfCell } from "./sequence-cell.ts";

export const knownOfValues: readonly KnownDifference[] = [
	{
		why: "verso sorts the members of a document that was given one, as MySQL does; MariaDB keeps the order.",
		matches: (sql, ours, theirs) =>
			/json_keys\(/.test(sql) &&
			sameBut(ours, theirs, (cell) => (cell.startsWith("[") ? [...cell].sort().join("") : cell)),
	},
	{
		why:
			"A parameter that is a moment with a fraction shows six digits of it in MySQL; MariaDB shows as many " +
			"as a FLOAT or DOUBLE beside it has.",
		matches: (sql, ours, theirs) =>
			/^select \?\/\*(datetime|time) .* as k union select/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /\.\d{6}$/.test(String(mine)) && String(mine).startsWith(String(other)),
			),
	},
	mistake(
		"ALTER takes a number to ENUM or SET by its digits as text in MySQL, and as that of an element in MariaDB.",
		/^alter table p .*\b(enum|set)\(/,
		"0 1265",
		"1265 0",
		"1265 1916",
	),
	{
		why:
			"ALTER takes a number to ENUM or SET by its digits as text in MySQL, and as that of an element in " +
			"MariaDB: what is there afterwards.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/; alter table p .*\b(enum|set)\(/.test(before) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					(isElements(plainText(mine)) && isElements(plainText(other))) ||
					(sql.startsWith("select hex(c), length(c)") && isSmallNumber(mine) && isSmallNumber(other)),
			) ||
				(sql.startsWith("select c + 0 ") &&
					cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`)))),
	},
	mistake(
		"A virtual column is not made a stored one, nor the other way round: 3106 in MySQL, 1907 in MariaDB.",
		/^alter table p (.*, )?(modify|change) /,
		"3106 1907",
	),
	{
		why:
			"What CASE, COALESCE and MAKE_SET choose of text and bytes is sent to the client in its own charset " +
			"in MySQL and MariaDB; verso sends the bytes that it says it is.",
		matches: (sql, ours, theirs) => /(case |coalesce\(|make_set\()/.test(sql) && cellsDiffer(ours, theirs, isRecoded),
	},
	{
		why: "MAKE_SET of a moment and text is text in MySQL; MariaDB counts its bytes.",
		matches: (sql, ours, theirs) =>
			/char_length\(make_set\(id, date/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	mistake(
		"A virtual column of a row that did not fit is cut where the row is read in MySQL; MariaDB refuses " +
			"the statement that removes it.",
		/^replace into p /,
		"0 1264",
	),
	{
		why:
			"The collation of the connection is utf8_bin where its charset alone is named, as in the product " +
			"line, and meets another without a draw.",
		matches: (sql, ours, theirs, before) =>
			/set names (utf8|latin1)(;|$)/.test(before) &&
			/^select charset\(/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => `${mine} ${other}` === "2 1"),
	},
	{
		why:
			"The collation of the connection is utf8_bin where its charset alone is named, as in the product " +
			"line: capitals come before small letters.",
		matches: (sql, ours, theirs, before) =>
			/set names utf8(;|$)/.test(before) &&
			/^select cast\(\w+ as char\) (not )?between /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^(0 1|1 0)$/.test(`${mine} ${other}`)),
	},
	{
		why:
			"The collation of the connection is latin1_bin where its charset alone is named, as in the product " +
			"line, and tells more texts apart, or meets another without a draw.",
		matches: (sql, ours, theirs, before) =>
			/set names (utf8|latin1)(;|$)/.test(before) &&
			((/count\(distinct date_format\(/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other))) ||
				(/ as char\)/.test(sql) && ["0 1267", "0 1270"].includes(codesOf(ours, theirs)))),
	},
	{
		why:
			"Text that is no time is midnight where it becomes a TIME in MySQL, with a warning; MariaDB finds " +
			"none, and counts less.",
		matches: (sql, ours, theirs) =>
			/^select count\(cast\(char\(.* as time\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other)),
	},
	{
		why:
			"NULLIF of a text and a number is the text in MySQL 5.7; MariaDB answers a system variable as the " +
			"number that it was compared as.",
		matches: (sql, ours, theirs) =>
			/hex\(nullif\(@@\w+, id\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => mine === "2B30303A3030" && other === "30"),
	},
	{
		why:
			"LIKE reaches characters below the space by an index, too; MariaDB looks there from the beginning " +
			"on, padded with spaces.",
		matches: (sql, ours, theirs, before) =>
			/ c like '/.test(sql) && /a\\t/.test(before) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why:
			"MIN and MAX of SET and ENUM are those of their texts, says the manual; MariaDB finds the first and " +
			"last number in a key.",
		matches: (sql, ours, theirs, before) =>
			/^select count\(\*\), min\(c\), max\(c\) from p$/.test(sql) &&
			/c (set|enum)\([^;]*key \(c\)/.test(before) &&
			cellsDiffer(ours, theirs, (mine, other) => isElements(mine) && isElements(other)),
	},
	mistake(
		"A transaction that only reads defines nothing in MySQL, whatever it was refused before.",
		/^(alter|create|drop|truncate) /,
		"1792 0",
	),
	{
		why:
			"DATE_FORMAT takes the bytes of a format as they are in MySQL; MariaDB converts those of VARBINARY, " +
			"and counts more.",
		matches: (sql, ours, theirs) =>
			/length\(date_format\('[-0-9]+', (b|cast\(\w+ as binary\))\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	mistake(
		"GREATEST and LEAST of texts compare them in MySQL, and refuse those without a collation in common; " +
			"MariaDB takes the _bin one of the charset.",
		/(greatest|least)\(/,
		"1267 0",
		"1270 0",
		"1267 1253",
		"1270 1253",
	),
	{
		why:
			"Text that was cut at a character that its charset has not is equal to other text than MariaDB's " +
			"question mark.",
		matches: (sql, ours, theirs, before) =>
			/insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) &&
			/ join .* on | where /.test(sql) &&
			rowsApart(ours, theirs).every((row) => row.some((cell) => /^[5-9]$/.test(String(cell)))),
	},
	{
		why:
			"Text that was cut at a character that its charset has not counts as what is left, and not as " +
			"MariaDB's question mark.",
		matches: (sql, ours, theirs, before) =>
			/insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) &&
			((/count\(distinct /.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) === 1)) ||
				(/date_format\('[-0-9]+', /.test(sql) &&
					cellsDiffer(ours, theirs, (mine, other) => mine === null && /^(3F|\?)$/.test(String(other))))),
	},
	{
		why:
			"AVG is computed on with all its digits in MySQL; MariaDB rounds it where groups go through a " +
			"temporary table.",
		matches: (sql, ours, theirs) => /avg\(\w+\) \* .* group by /.test(sql) && cellsDiffer(ours, theirs, isNear(1e-4)),
	},
	{
		why:
			"A date with a zero in it that one mode let in is itself in the groups of another; MariaDB reads it " +
			"anew, and finds none.",
		matches: (sql, ours, theirs) =>
			/ group by a$/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^\d{4}-(00-\d\d|\d\d-00)/.test(String(mine)) && /^0000-00-00/.test(String(other)),
			),
	},
	{
		why:
			"A date with a zero in it that one mode let in is text as it is in another; MariaDB reads it anew, " +
			"and finds none.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/insert (ignore )?into p \(c\) select a from p/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					/^\d{4}-(0|0?0-\d*|\d\d-00.*)$/.test(String(mine)) &&
					other === "0000-00-00 00:00:00".slice(0, String(mine).length),
			),
	},
	mistake(
		"NULLIF of two texts has the collation of both in MySQL 5.7, and that of the first in MariaDB, which " +
			"may not meet a third.",
		/nullif\(user\(\)/,
		"0 1267",
	),
	mistake(
		"Texts without a collation in common are refused by BETWEEN in MySQL, though a date among them makes dates of all.",
		/ between .*date'/,
		"1270 0",
	),
	{
		why: "A date that some mode lets through is read from VARBINARY, too, by MySQL's ALTER.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/binary\(.*'2020-02-30'.*ALLOW_INVALID_DATES.*; alter table p .*\bc (date|timestamp)/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					/^(2020-?02-?30|323032302D?30322D?3330)/.test(String(mine)) &&
					/^(0000-00-00|0$|303030302D30302D3030)/.test(String(other)),
			),
	},
	{
		why:
			"Text between text and a number is compared as numbers; where a key has its order MariaDB, and MySQL " +
			"perhaps, look no further than the first text leads.",
		matches: (sql, ours, theirs) =>
			/\b[cv] between \?\/\*(text|blob) .* and \?\/\*(unsigned )?(tiny|short|long|longlong|decimal|double|float) /.test(
				sql,
			) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why:
			"A TIME meets a number that is none as a number; MariaDB takes the number for a TIME, and loses " +
			"rows, or finds more.",
		matches: (sql, ours, theirs) =>
			/\bti <=? \?\/\*.*\d{8,}\*\//.test(sql)
				? countOf(ours) > countOf(theirs)
				: /\bti >=? \?\/\*.*\d{8,}\*\//.test(sql) && countOf(ours) < countOf(theirs),
	},
	mistake(
		"Text with digits behind its point is rounded to a whole number by ALTER, as by INSERT; MariaDB refuses it.",
		/^alter table p (modify|change) .*int/,
		"0 1292",
	),
	{
		why:
			"An INSERT from the table itself that both refuse, for different mistakes, has counted as many rows " +
			"as it met.",
		matches: (sql, ours, theirs, before) =>
			/insert into p \(c\) select a from p/.test(before) &&
			/^select id, /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`) && Number(mine) > Number(other)),
	},
	{
		why:
			"A moment with a fraction is rounded where ALTER makes a whole number of it, and a number below zero " +
			"fills a BIT; MariaDB cuts off, and is 0.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/(; alter table p .*\bc bit\(|(time\(\d\)|'[^']*:\d\d\.\d+').*; alter table p .*\bc \w*int\b)/.test(before) &&
			cellsDiffer(ours, theirs, (mine, other) =>
				[1, 2].includes(Math.abs(countOfCell(mine, sql) - countOfCell(other, sql))),
			),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7, in a variable, too.",
		matches: (sql, ours, theirs, before) =>
			/@b/.test(sql) &&
			/@b := .*time_to_sec\(/.test(before) &&
			cellsDiffer(ours, theirs, (mine, other) => String(other).replace(/2E35|(?<=\d)\.5/, "") === mine),
	},
	{
		why: "Which of equal texts a group shows is unspecified, and so is the order in which it adds up its doubles.",
		matches: (sql, ours, theirs) =>
			/ group by .*\bc\b/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => String(mine).toLowerCase() === String(other).toLowerCase() || isNear(1e-9)(mine, other),
			),
	},
	{
		why: "INSERT() into a number has the charset of what is inserted in MySQL; MariaDB says so, and hands on bytes.",
		matches: (sql, ours, theirs) =>
			/\binsert\(id, /.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					isRecoded(mine, other) ||
					isRecoded(other, mine) ||
					(sql.includes("char_length(insert(") && Number(mine) < Number(other)),
			),
	},
	{
		why: "A parameter that is a TIME is stored in a YEAR as the year of today in MySQL.",
		matches: (sql, ours, theirs, before) =>
			/^select \*/.test(sql) &&
			/set y = \?\/\*time /.test(before) &&
			cellsDiffer(ours, theirs, (mine, other) => /^20\d\d 0000$/.test(`${mine} ${other}`)),
	},
	{
		why:
			"A column of a foreign key may get another type where foreign keys are not checked in MySQL, but not " +
			"in MariaDB.",
		matches: (sql, ours, theirs, before) =>
			/^alter table \w+ modify a bigint$/.test(sql) &&
			/set foreign_key_checks = 0/.test(before) &&
			codesOf(ours, theirs) === "0 1832",
	},
	mistake(
		"A foreign key that can't be is 1215 in MySQL, 1005 in MariaDB.",
		/^alter table .* add (constraint|foreign key)/,
		"1215 1005",
	),
	mistake(
		"ALTER takes a number to a date by its digits as text in MySQL, where fewer than three parts are none.",
		/^alter table p .*\bc date/,
		"1292 0",
	),
	mistake(
		"ALTER takes a number to BIT as a whole number in MySQL: one below zero that rounds to zero is zero, " +
			"one beyond BIGINT is 1292.",
		/^alter table p .*\bc bit\(/,
		"0 1264",
		"1406 1264",
		"1292 1916",
	),
	mistake(
		"A row that UPDATE IGNORE of two tables leaves out does not count in MySQL, but in MariaDB.",
		/^update ignore p(,| join) q /,
		"0 0",
	),
	{
		why:
			"A DECIMAL beyond BIGINT is the greatest one where its bits are computed with in MySQL; MariaDB " +
			"keeps what fits an unsigned one.",
		matches: (sql, ours, theirs) =>
			/(&|\||\^|<<|>>) \?\/\*decimal \d{19,}|\?\/\*decimal \d{19,}[^*]*\*\/ (&|\||\^|<<|>>)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`)),
	},
	{
		why:
			"A user variable that is a DECIMAL has its own digits beside text in MySQL; MariaDB shows 38 behind " +
			"the point.",
		matches: (sql, ours, theirs) =>
			/@/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) === Number(other) && /^-?\d+(\.\d+)?$/.test(`${other}`)),
	},
];
