/**
 * Known differences of MariaDB from MySQL 5.7 in sequences: definitions, foreign keys, SQL modes.
 *
 * Each entry has the narrowest condition that identifies its difference, as in `known.ts`.
 */
import { cellsDiffer, codesOf, mistake, sameBut, type KnownDifference } from "./known-difference.ts";
import { plainText, isASecondLater } from "./sequence-cell.ts";
import { knownTypes } from "./known-type.ts";
import { knownOfValues } from "./known-value.ts";

export const knownOfSequences: readonly KnownDifference[] = [
	...knownTypes,
	mistake(
		"A value for a generated column is error 3105 in MySQL, IGNORE or not.",
		/^(insert|replace|update) .*\bg\b/,
		"3105 1906",
		"3105 0",
	),
	mistake(
		"A column that a generated one is computed from can't be dropped: 3108 in MySQL.",
		/^alter table p drop column/,
		"3108 1054",
	),
	mistake(
		"A table that a foreign key leads to can't be dropped: 1217 in MySQL, 1451 in MariaDB.",
		/^drop table/,
		"1217 1451",
	),
	mistake(
		"A second foreign key of a name is 1826 in MySQL, 1005 in MariaDB.",
		/^alter table .* add constraint/,
		"1826 1005",
		"1826 1822",
	),
	mistake(
		"A column that a foreign key leads to can't be dropped: 1829 in MySQL.",
		/^alter table .* drop column/,
		"1829 1553",
	),
	mistake(
		"A key that a foreign key leads to can't be dropped: 1553 in MySQL; MariaDB looks for another one, or fails later.",
		/^alter table .* drop (primary key|index)/,
		"1553 0",
		"1553 1025",
	),
	mistake(
		"Which table's rows a DELETE of several removes first is the optimizer's choice.",
		/^delete p, q from/,
		"1451 0",
		"0 1451",
	),
	{
		why:
			"Which table's rows a DELETE of several removes first is the optimizer's choice, and so is how many " +
			"a foreign key removes before it.",
		matches: (sql, ours, theirs, before) =>
			/^delete p, q from/.test(sql) &&
			/on delete (cascade|set null)/.test(before) &&
			codesOf(ours, theirs) === "0 0" &&
			(ours.ok?.affected ?? 0) !== (theirs.ok?.affected ?? 0),
	},
	mistake("TEXT and BLOB have no default in MySQL 5.7.", /^create table .* (text|blob) default/, "1101 0"),
	mistake(
		"Text in front of nothing but a number is 1265 in a DOUBLE column of MySQL, 1366 in MariaDB.",
		/^(insert|replace|update) /,
		"1265 1366",
	),
	mistake(
		"Text with a rest behind its number is 1366 in a DECIMAL column of strict MySQL, 1265 in MariaDB.",
		/^(insert|replace|update) /,
		"1366 1265",
	),
	mistake(
		"Text that is no number is refused by ALTER TABLE as by INSERT in MySQL: 1265 and 1366; MariaDB casts it.",
		/^alter table p .*\b(change|add|modify)/,
		"1265 1292",
		"1366 1292",
		"1264 1292",
	),
	mistake(
		"A TIME becomes the year of today in a YEAR of MySQL, and is none in MariaDB.",
		/^(insert|replace|update)/,
		"0 1292",
	),
	mistake(
		"ALTER takes a moment to YEAR as the number of its digits in MySQL, which few times of a day are; " +
			"MariaDB takes its year, and refuses that.",
		/^alter table p .*\bc year/,
		"1264 1292",
		"0 1292",
	),
	{
		why:
			"ALTER takes a moment to YEAR as the number of its digits in MySQL, and MariaDB its year: what is " +
			"there afterwards.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/\bc (date|time).*; alter table p .*\bc year/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^(0+|30+|3230.*|0000.*)$/.test(String(mine)) || /^(0+|30+|0000.*)$/.test(String(other)),
			),
	},
	mistake(
		"In a transaction that only reads MySQL looks for tables first when it changes rows, and for leave " +
			"first when it defines.",
		/^(insert|update|delete|replace|alter|truncate|drop|create) /,
		"1792 1146",
		"1146 1792",
	),
	mistake(
		"An order of the one row that aggregates without groups make is left out by MySQL 5.7, and so is " +
			"what is wrong with it.",
		/select (count|sum|avg|min|max)\(.* order by id$/,
		"0 1140",
	),
	mistake(
		"HAVING without groups is a condition on rows in MySQL 5.7, ONLY_FULL_GROUP_BY or not.",
		/ having a is null order by /,
		"0 1463",
	),
	mistake(
		"The types of two latin1 or ASCII columns of a UNION meet in MySQL 5.7; MariaDB finds a draw between " +
			"their collations.",
		/ union /,
		"0 1271",
		"0 1267",
	),
	mistake(
		"A zero date in a column is met as text by CHAR in MySQL, too long before it is wrong.",
		/^insert into p \(c\) select a/,
		"1406 1292",
	),
	{
		why: "ALTER TABLE counts the rows that it copied; MariaDB does more of them in place.",
		matches: (sql, ours, theirs) =>
			sql.startsWith("alter table") &&
			ours.ok !== undefined &&
			theirs.ok !== undefined &&
			ours.ok.affected * theirs.ok.affected === 0,
	},
	{
		why: "Which of equal texts stands for a group, or is the greatest, is unspecified.",
		matches: (sql, ours, theirs, before) =>
			/_ci/.test(before) &&
			/group by|distinct|(max|min)\(|union/.test(sql) &&
			sameBut(ours, theirs, (cell) =>
				cell
					.normalize("NFD")
					.replaceAll(/[\u0300-\u036f]/g, "")
					.toLowerCase()
					.replaceAll("ss", "ß")
					.trimEnd(),
			),
	},
	{
		why: "DISTINCT over groups with more keys than are selected has each row once; MariaDB lets some stand twice.",
		matches: (sql, ours, theirs) =>
			/^select distinct .* group by/.test(sql) &&
			new Set(theirs.rows?.map((row) => JSON.stringify(row))).size === ours.rows?.length,
	},
	{
		why:
			"A literal with an introducer before a REPLACE with NULL: text that has nothing to replace is itself " +
			"in MySQL where it is compared by bytes.",
		matches: (sql, ours, theirs) =>
			/\breplace\(/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => mine !== null && other === null),
	},
	{
		why: "A number that goes through a DECIMAL into a DATE is read as YYMMDD or with zeros; MariaDB takes it for none.",
		matches: (sql, ours, theirs, before) =>
			/modify c (date|timestamp)|change c c (date|timestamp)/.test(before) &&
			/^select/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^\d{4}-(00-\d\d|\d\d-00)/.test(String(mine)) && /^0000-00-00/.test(String(other)),
			),
	},
	{
		why:
			"VARBINARY that writes a number with an exponent is that number in MySQL; MariaDB's ALTER reads the " +
			"digits alone.",
		matches: (sql, ours, theirs, before) =>
			/'1e3'/.test(before) &&
			/^select/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^(1000|3E8|4)(\.0+)?$/.test(String(mine)) && Number(other) === 1),
	},
	mistake(
		"A double beyond a whole-number column is 1264 in MySQL; MariaDB has a mistake of its own for what " +
			"is beyond every one.",
		/^alter table p /,
		"1264 1916",
	),
	mistake(
		"CREATE TABLE is refused in a transaction that only reads, of a temporary table or not, as MySQL's " +
			"manual says of definitions.",
		/^create (temporary )?table /,
		"1792 0",
	),
	{
		why:
			"MySQL computes virtual columns when a row is inserted, and refuses what does not fit; MariaDB does " +
			"so only where it needs them.",
		matches: (sql, ours, theirs, before) =>
			/^(replace|insert) /.test(sql) && / virtual/.test(before) && codesOf(ours, theirs) === "1264 0",
	},
	{
		why:
			"Text is cut at a character that its charset has not, as the product line does; MariaDB writes a " +
			"question mark.",
		matches: (_sql, ours, theirs, before) =>
			/insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					typeof mine === "string" &&
					typeof other === "string" &&
					other.startsWith(mine) &&
					/^(\?|3F)/.test(other.slice(mine.length)),
			),
	},
	{
		why: "The collation that a charset has where none is named ends in _bin here, as in the product line.",
		matches: (_sql, ours, theirs, before) =>
			/set names (latin1|utf8)$|set names (latin1|utf8);/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					/_bin$/.test(String(mine)) &&
					String(other).replace(/^utf8mb3/, "utf8") ===
						String(mine).replace(/_bin$/, /^latin1/.test(String(mine)) ? "_swedish_ci" : "_general_ci"),
			),
	},
	{
		why:
			"ALTER takes a DOUBLE to TIME by its digits as text in MySQL, so that 1e20 is one second; MariaDB " +
			"finds it too great.",
		matches: (_sql, ours, theirs, before) =>
			/1e(10|20)/.test(before) &&
			/ c time/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^00:00:01/.test(String(mine)) && /^(00:00:00|838:59:59)/.test(String(other)),
			),
	},
	{
		why:
			"A TIME or DATETIME with a fraction is rounded on its clock where it becomes a whole number in " +
			"MySQL: 23:59:59.5 is 240000. MariaDB cuts it off.",
		matches: (sql, ours, theirs, before) =>
			/(c|ti) (time|datetime)/.test(before) &&
			/^select /.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					[1, 41, 4041, 764041].includes(Math.abs(Number(mine) - Number(other))) || isASecondLater(mine, other),
			),
	},
	{
		why: "Which row stands for a group without ONLY_FULL_GROUP_BY is unspecified.",
		matches: (sql, ours, theirs) =>
			sql === "select a, id from p group by a" &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+$/.test(`${mine}${other}`)),
	},
	mistake(
		"A NULL that ALTER meets in a column that takes none is 1138 in MySQL, or the truncation of 1265 in MariaDB.",
		/^alter table .* (not null|add primary key)/,
		"1138 1265",
	),
	{
		why:
			"NULL in a TIMESTAMP that takes none any more is the zero date in MySQL's ALTER, and the present in " +
			"MariaDB's.",
		matches: (_sql, ours, theirs, before) =>
			/timestamp(\(\d\))? null not null/.test(before) &&
			cellsDiffer(ours, theirs, (mine, other) => /^0000-00-00/.test(String(mine)) && /^\d{4}/.test(String(other))),
	},
	mistake(
		"Text with an exponent is a TIME as far as it is one in MySQL, and midnight in MariaDB.",
		/^update (ignore )?p set a = '1e\d'/,
		"0 0",
	),
	{
		why:
			"ALTER takes a number to a date or TIME by its digits as text in MySQL, two for each part; MariaDB " +
			"takes the number.",
		matches: (sql, ours, theirs, before) =>
			/^select/.test(sql) &&
			/\bc (tinyint|smallint|mediumint|int|bigint|decimal|double|float)/.test(before) &&
			/; alter table p .*\bc (date|time)/.test(before) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					(/^-?\d+[-:]\d\d/.test(plainText(mine)) && /^-?\d+[-:]\d\d/.test(plainText(other))) ||
					(sql.startsWith("select c + 0 ") && /^-?\d+(\.\d+)? -?\d+(\.\d+)?$/.test(`${mine} ${other}`)),
			),
	},
	mistake(
		"A number with a day in front is no TIME, and ALTER says so in MySQL; MariaDB takes it for midnight of that day.",
		/^(alter table p .*\bc time|create table .* time default \d{8}\b)/,
		"1292 0",
		"1067 0",
	),
	mistake(
		"ALTER takes a number to a date by its digits as text in MySQL, and refuses it before it meets a NULL.",
		/^alter table p .*\bc (date|time).* not null/,
		"1292 1265",
	),
	mistake(
		"A number with a day in front is no TIME: 1292 in MySQL; MariaDB takes it for midnight of that day.",
		/^(insert|replace|update) .*\b\d{8}\b/,
		"1292 0",
	),
	{
		why:
			"A number with a day in front, and text with an exponent, are read as far as they are a TIME in " +
			"MySQL; MariaDB finds midnight.",
		matches: (sql, ours, theirs, before) =>
			(/^update ignore p set a = \d{8}\b/.test(sql) && /\ba time\b/.test(before) && codesOf(ours, theirs) === "0 0") ||
			(/p \((id, )?a(, c)?\) values .*(\b\d{8}\b|'1e\d')|\(id, ti\) values .*\b\d{8,}\*\//.test(before) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /^(838:59:59|00:00:01)/.test(String(mine)) && /^00:00:00/.test(String(other)),
				)),
	},
	{
		why: "A product has 30 digits behind the point at most in MySQL, MariaDB has 38, or none of so many.",
		matches: (sql, ours, theirs) =>
			/0\.0{20,}1/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					(/\.\d{28,}$|e-(2[89]|3\d)$/.test(String(mine)) && /\.\d{28,}$|e-(2[89]|3\d)$/.test(String(other))) ||
					(Number(mine ?? 0) === 0 && Math.abs(Number(other)) < 1e-29) ||
					(mine === null && Math.abs(Number(other)) > 1e29),
			),
	},
	...knownOfValues,
];
