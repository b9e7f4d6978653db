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
	mistake("A TIME becomes the year of today in a YEAR of MySQL, and is none in MariaDB.", /^(alter table p (change|add)|insert|update)/, "0 1292"),
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
		matches: (sql, ours, theirs, before) => /modify c date|change c c date/.test(before) && /^select/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => /^\d{4}-00-00/.test(String(mine)) && /^0000-00-00/.test(String(other))),
	},
	{
		why: "VARBINARY that writes a number with an exponent is that number in MySQL; MariaDB's ALTER reads the digits alone.",
		matches: (sql, ours, theirs, before) => /'1e3'/.test(before) && /^select/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) === 1000 && Number(other) === 1),
	},
	{
		why: "A parameter that is a TIME meets a YEAR as the year of today in MySQL.",
		matches: (sql, ours, theirs) => /\by\b.*\?\/\*time/.test(sql) && codesOf(ours, theirs) === "0 0",
	},
	{
		why: "A whole-number column meets a moment as a moment here, and as the moment's digits in MariaDB and MySQL.",
		matches: (sql, ours, theirs) => /\b[iu]\b.*\?\/\*(datetime|date)/.test(sql) && (ours.error?.code === 1292 || cellsDiffer(ours, theirs, () => false) || ours.rows !== undefined) && theirs.error === undefined,
	},
	{
		why: "GREATEST and LEAST of a moment and text that is none compare texts in MySQL; MariaDB leaves what is none out.",
		matches: (sql, ours, theirs) => /(greatest|least)\(.*(\?\/\*date|date')/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "GREATEST and LEAST of a number and a TIME compare doubles in MySQL, and times in MariaDB.",
		matches: (sql, ours, theirs) => /(greatest|least)\(.*\?\/\*time/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
];
