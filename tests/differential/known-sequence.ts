/**
 * Where MariaDB answers otherwise than MySQL 5.7 in what the sequences play: definitions, foreign keys, modes, types of results.
 *
 * In: a statement and both answers. Out: the reason. As in `known.ts`, each names the narrowest sign it can be told by.
 */
import type { Cell } from "../measured/wire.ts";
import { cellsDiffer, codesOf, type KnownDifference, mistake, sameBut } from "./known-difference.ts";

/** The same type but for how wide it shows: INT for BIGINT where the digits allow both, lengths of texts and decimals. */
function isSameKind(mine: Cell, other: Cell): boolean {
	const kind = (cell: Cell): string => String(cell).replaceAll(/\b(int|bigint)\b/g, "integer").replaceAll(/\b(var)?(char|binary)\b|\b(tiny|medium|long)?(text|blob)\b/g, "text").replaceAll(/\(\d+(,\d+)?\)/g, "");
	return kind(mine) === kind(other);
}

export const knownOfSequences: readonly KnownDifference[] = [
	mistake("A value for a generated column is error 3105 in MySQL, IGNORE or not.", /^(insert|replace|update) .*\bg\b/, "3105 1906", "3105 0"),
	mistake("A column that a generated one is computed from can't be dropped: 3108 in MySQL.", /^alter table p drop column/, "3108 1054"),
	mistake("A table that a foreign key leads to can't be dropped: 1217 in MySQL, 1451 in MariaDB.", /^drop table/, "1217 1451"),
	mistake("A second foreign key of a name is 1826 in MySQL, 1005 in MariaDB.", /^alter table .* add constraint/, "1826 1005"),
	mistake("A column that a foreign key leads to can't be dropped: 1829 in MySQL.", /^alter table .* drop column/, "1829 1553"),
	mistake("A key that a foreign key leads to can't be dropped: 1553 in MySQL; MariaDB looks for another one, or fails later.", /^alter table .* drop (primary key|index)/, "1553 0", "1553 1025"),
	mistake("Which table's rows a DELETE of several removes first is the optimizer's choice.", /^delete p, q from/, "1451 0", "0 1451"),
	mistake("TEXT and BLOB have no default in MySQL 5.7.", /^create table .* (text|blob) default/, "1101 0"),
	mistake("Text in front of nothing but a number is 1265 in a DOUBLE column of MySQL, 1366 in MariaDB.", /^(insert|replace|update) /, "1265 1366"),
	mistake("Text with a rest behind its number is 1366 in a DECIMAL column of strict MySQL, 1265 in MariaDB.", /^(insert|replace|update) /, "1366 1265"),
	mistake("Text that is no number is refused by ALTER TABLE as by INSERT in MySQL: 1265 and 1366; MariaDB casts it.", /^alter table p (change|add)/, "1265 1292", "1366 1292", "1264 1292"),
	mistake("A TIME becomes the year of today in a YEAR of MySQL, and is none in MariaDB.", /^(alter table p (change|add)|insert|replace|update)/, "0 1292"),
	mistake("In a transaction that only reads MySQL looks for tables first when it changes rows, and for leave first when it defines.", /^(insert|update|delete|replace|alter|truncate|drop|create) /, "1792 1146", "1146 1792"),
	mistake("An order of the one row that aggregates without groups make is left out by MySQL 5.7, and so is what is wrong with it.", /select (count|sum|avg|min|max)\(.* order by id$/, "0 1140"),
	mistake("HAVING without groups is a condition on rows in MySQL 5.7, ONLY_FULL_GROUP_BY or not.", / having a is null order by /, "0 1463"),
	mistake("The types of two latin1 or ASCII columns of a UNION meet in MySQL 5.7; MariaDB finds a draw between their collations.", / union /, "0 1271", "0 1267"),
	mistake("A zero date in a column is met as text by CHAR in MySQL, too long before it is wrong.", /^insert into p \(c\) select a/, "1406 1292"),
	{
		why: "ALTER TABLE counts the rows that it copied; MariaDB does more of them in place.",
		matches: (sql, ours, theirs) => sql.startsWith("alter table") && ours.ok !== undefined && theirs.ok !== undefined && ours.ok.affected * theirs.ok.affected === 0,
	},
	{
		why: "INSERT ... SELECT sets aside ids in growing groups in InnoDB, and those left are lost; verso loses none.",
		matches: (sql, ours, theirs, before) => /insert (ignore )?into p \(c\) select/.test(before) && /^select id, a, c from p/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	{
		why: "verso reads CHAR without the spaces that PAD_CHAR_TO_FULL_LENGTH asks for.",
		matches: (_sql, ours, theirs, before) => before.includes("PAD_CHAR_TO_FULL_LENGTH") && (sameBut(ours, theirs, (cell) => cell.trimEnd()) || cellsDiffer(ours, theirs, (mine, other) => `${mine}${other}` === "10")),
	},
	{
		why: "Which of equal texts stands for a group, or is the greatest, is nobody's promise.",
		matches: (sql, ours, theirs, before) => /_ci/.test(before) && /group by|distinct|(max|min)\(|union/.test(sql) && sameBut(ours, theirs, (cell) => cell.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "").toLowerCase().replaceAll("ss", "ß").trimEnd()),
	},
	{
		why: "DISTINCT over groups with more keys than are selected has each row once; MariaDB lets some stand twice.",
		matches: (sql, ours, theirs) => /^select distinct .* group by/.test(sql) && new Set(theirs.rows?.map((row) => JSON.stringify(row))).size === ours.rows?.length,
	},
	{
		why: "MariaDB counts the characters and digits of expressions anew since 10.2, and makes INT of ten digits; verso counts as MySQL 5.7.",
		matches: (sql, ours, theirs) => /column_type from information_schema/.test(sql) && cellsDiffer(ours, theirs, isSameKind),
	},
	{
		why: "A literal with an introducer before a REPLACE with NULL: text that has nothing to replace is itself in MySQL where it is compared by bytes.",
		matches: (sql, ours, theirs) => /replace\(.*null/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => mine !== null && other === null),
	},
	{
		why: "A number that goes through a DECIMAL into a DATE is read as YYMMDD or with zeros; MariaDB takes it for none.",
		matches: (sql, ours, theirs, before) => /modify c (date|timestamp)|change c c (date|timestamp)/.test(before) && /^select/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => /^\d{4}-(00-\d\d|\d\d-00)/.test(String(mine)) && /^0000-00-00/.test(String(other))),
	},
	{
		why: "VARBINARY that writes a number with an exponent is that number in MySQL; MariaDB's ALTER reads the digits alone.",
		matches: (sql, ours, theirs, before) => /'1e3'/.test(before) && /^select/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) === 1000 && Number(other) === 1),
	},
	mistake("Text that is too long for a BIT is 1406 in MySQL; MariaDB reads it as a number first.", /^alter table p .* bit\(/, "1406 1292"),
	mistake("A double beyond a whole-number column is 1264 in MySQL; MariaDB has a mistake of its own for what is beyond every one.", /^alter table p /, "1264 1916"),
	mistake("CREATE TABLE is refused in a transaction that only reads, of a temporary table or not, as MySQL's manual says of definitions.", /^create (temporary )?table /, "1792 0"),
	{
		why: "MySQL computes virtual columns when a row is inserted, and refuses what does not fit; MariaDB does so with REPLACE only where it needs them.",
		matches: (sql, ours, theirs, before) => /^replace /.test(sql) && / virtual/.test(before) && codesOf(ours, theirs) === "1264 0",
	},
	{
		why: "Text is cut at a character that its charset has not, as the product line does; MariaDB writes a question mark.",
		matches: (_sql, ours, theirs, before) => /insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) && cellsDiffer(ours, theirs, (mine, other) => typeof mine === "string" && typeof other === "string" && other.startsWith(mine) && /^(\?|3F)/.test(other.slice(mine.length))),
	},
	{
		why: "The collation that a charset has where none is named ends in _bin here, as in the product line.",
		matches: (_sql, ours, theirs, before) => /set names (latin1|utf8)$|set names (latin1|utf8);/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /_bin$/.test(String(mine)) && String(other).replace(/^utf8mb3/, "utf8") === String(mine).replace(/_bin$/, /^latin1/.test(String(mine)) ? "_swedish_ci" : "_general_ci")),
	},
	{
		why: "ALTER takes a DOUBLE to TIME by its digits as text in MySQL, so that 1e20 is one second; MariaDB finds it too great.",
		matches: (_sql, ours, theirs, before) => /1e(10|20)/.test(before) && / c time/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /^00:00:01/.test(String(mine)) && /^(00:00:00|838:59:59)/.test(String(other))),
	},
	{
		why: "A TIME with a fraction is rounded on its clock where it becomes a whole number in MySQL: 23:59:59.5 is 240000. MariaDB cuts it off.",
		matches: (sql, ours, theirs, before) => /c time/.test(before) && /^select /.test(sql) && cellsDiffer(ours, theirs, (mine, other) => [1, 41, 4041, 764041].includes(Math.abs(Number(mine) - Number(other)))),
	},
	{
		why: "verso stores a DECIMAL within a document as a double, and so without the zeros at its end.",
		matches: (_sql, ours, theirs, before) => /json_(set|insert|replace|array|array_append|array_insert|object)\(.*1\.50/.test(before) && sameBut(ours, theirs, (cell) => cell.replaceAll("1.50", "1.5")),
	},
	{
		why: "Which row stands for a group without ONLY_FULL_GROUP_BY is nobody's promise.",
		matches: (sql, ours, theirs) => sql === "select a, id from p group by a" && cellsDiffer(ours, theirs, (mine, other) => /^\d+$/.test(`${mine}${other}`)),
	},
	mistake("A NULL that ALTER meets in a column that takes none is 1138 in MySQL, or the truncation of 1265 in MariaDB.", /^alter table .* not null/, "1138 1265"),
	{
		why: "NULL in a TIMESTAMP that takes none any more is the zero date in MySQL's ALTER, and the present in MariaDB's.",
		matches: (_sql, ours, theirs, before) => /timestamp(\(\d\))? null not null/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /^0000-00-00/.test(String(mine)) && /^\d{4}/.test(String(other))),
	},
	mistake("A number with a day in front is no TIME: 1292 in MySQL; MariaDB takes it for midnight of that day.", /^(insert|replace|update) .*\b\d{8}\b/, "1292 0"),
	{
		why: "A number with a day in front, and text with an exponent, are read as far as they are a TIME in MySQL; MariaDB finds midnight.",
		matches: (_sql, ours, theirs, before) => /p \((id, )?a(, c)?\) values .*(\b\d{8}\b|'1e\d')/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /^(838:59:59|00:00:01)/.test(String(mine)) && /^00:00:00/.test(String(other))),
	},
	{
		why: "A row that IGNORE left out has taken an id in InnoDB; verso gives it to the next.",
		matches: (sql, ours, theirs, before) => /insert ignore into p \(a\) values/.test(before) && /^select id, a, c from p/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	{
		why: "The remainder of an unsigned number is unsigned in MariaDB, and so is ABS of it; in MySQL only where both are.",
		matches: (sql, ours, theirs) => /column_type from information_schema/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => `${mine} unsigned` === other),
	},
	{
		why: "The type of LEAST and GREATEST beside NULL, and of numbers of two lengths, is of the operands in MySQL; MariaDB makes a DOUBLE or DECIMAL of them, or keeps the shorter name.",
		matches: (sql, ours, theirs, before) => /column_type from information_schema/.test(sql) && /(least|greatest|truncate)\(/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /^(decimal|int|bigint)/.test(String(mine)) && /^(double|decimal|smallint)/.test(String(other))),
	},
	{
		why: "A product has 30 digits behind the point at most in MySQL, MariaDB has 38, or none of so many.",
		matches: (sql, ours, theirs) => /0\.0{20,}1/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => /\.\d{28,}$/.test(String(mine)) && /\.\d{28,}$/.test(String(other))),
	},
	{
		why: "verso sorts the members of a document that was given one, as MySQL does; MariaDB keeps the order.",
		matches: (sql, ours, theirs) => /json_keys\(/.test(sql) && sameBut(ours, theirs, (cell) => (cell.startsWith("[") ? [...cell].sort().join("") : cell)),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7, and what is made of it.",
		matches: (sql, ours, theirs, before) => /column_type from information_schema/.test(sql) && /time_to_sec\(/.test(before) && cellsDiffer(ours, theirs, (mine, other) => /^bigint/.test(String(mine)) && /^decimal/.test(String(other))),
	},
	{
		why: "A user variable that is a DECIMAL has its own digits beside text in MySQL; MariaDB shows 38 behind the point.",
		matches: (sql, ours, theirs) => /@/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) === Number(other) && /^-?\d+(\.\d+)?$/.test(`${other}`)),
	},
];
