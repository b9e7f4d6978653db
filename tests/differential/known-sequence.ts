/**
 * Where MariaDB answers otherwise than MySQL 5.7 in what the sequences play: definitions, foreign keys, modes, types
 * of results.
 *
 * In: a statement and both answers. Out: the reason. As in `known.ts`, each names the narrowest sign it can be told
 * by.
 */
import type { Cell } from "../measured/wire.ts";
import {
	bitDigits,
	cellsDiffer,
	codesOf,
	countOf,
	isNear,
	isRecoded,
	type KnownDifference,
	mistake,
	rowsApart,
	sameBut,
} from "./known-difference.ts";

/**
 * The same type but for how wide it shows: INT for BIGINT where the digits allow both, lengths of texts and decimals.
 */
function isSameKind(mine: Cell, other: Cell): boolean {
	const kind = (cell: Cell): string =>
		String(cell)
			.replaceAll(/\b(int|bigint)\b/g, "integer")
			.replaceAll(/\b(var)?(char|binary)\b|\b(tiny|medium|long)?(text|blob)\b/g, "text")
			.replaceAll(/\(\d+(,\d+)?\)/g, "");
	return kind(mine) === kind(other);
}

/** What HEX shows, or the cell itself. */
const plainText = (cell: Cell): string =>
	/^([0-9A-F]{2})+$/.test(String(cell)) ? Buffer.from(String(cell), "hex").toString("utf8") : String(cell);
const isSmallNumber = (cell: Cell): boolean => /^\d{1,2}$/.test(String(cell));
/** Both are whole numbers that show a moment, and the first is a second later. */
function isASecondLater(mine: Cell, other: Cell): boolean {
	const [later, sooner] = [mine, other].map((cell) =>
		Date.parse(String(cell).replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z")),
	) as [number, number];
	return later - sooner === 1000;
}
const isElements = (cell: Cell): boolean => /^(([abxy]|abc|12)(,(?=.)|$))*$/.test(String(cell));

/** A whole number by its digits, those of its HEX(), or the bits of a BIT. */
const countOfCell = (cell: Cell, sql: string): number =>
	Number(sql.startsWith("select hex(") ? `0x${String(cell)}` : /^\d+$/.test(String(cell)) ? cell : bitDigits(cell));

/** How the type of a result differs; a table may show several of these at once. */
const differingTypes: readonly {
	readonly why: string;
	readonly made: RegExp;
	readonly differs: (mine: Cell, other: Cell) => boolean;
}[] = [
	{
		why: "The remainder of an unsigned number is unsigned in MariaDB, and so is ABS of it; in MySQL only where both are.",
		made: /%|mod\(|abs\(/,
		differs: (mine, other) => `${mine} unsigned` === other,
	},
	{
		why: "The type of LEAST and GREATEST beside NULL, and of numbers of two lengths, is of the operands in MySQL; MariaDB makes a DOUBLE or DECIMAL of them, or keeps the shorter name.",
		made: /(least|greatest|truncate)\(/,
		differs: (mine, other) =>
			/^(decimal|\w*int)/.test(String(mine)) && /^(double|decimal|smallint)/.test(String(other)),
	},
	{
		why: "A CASE between NULL and a whole number is one in MySQL, and so is what is added to it; MariaDB makes a DECIMAL of the sum with an unsigned one.",
		made: /then null else [tus] end/,
		differs: (mine, other) => /^\w*int\(\d+\)/.test(String(mine)) && /^decimal\(\d+,0\)/.test(String(other)),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7, and what is made of it.",
		made: /time_to_sec\(/,
		differs: (mine, other) => /^bigint/.test(String(mine)) && /^decimal/.test(String(other)),
	},
	{
		why: "What is rounded to a whole number is INT or BIGINT in MySQL; MariaDB keeps the shorter name of a whole number.",
		made: /(ceiling|floor|round|truncate)\(/,
		differs: (mine, other) => /^(big)?int/.test(String(mine)) && /^(tiny|small|medium)int/.test(String(other)),
	},
	{
		why: "A moment without a fraction is a whole number where it is computed with in MySQL 5.7, and a DECIMAL in MariaDB.",
		made: /\b(da|dt|ti)\b|date|time|last_day/,
		differs: (mine, other) => /^(big)?int/.test(String(mine)) && /^decimal\(\d+,0\)/.test(String(other)),
	},
	{
		why: "What an interval is added to is text where it is NULL, and GREATEST and LEAST of text and a moment are text in MySQL 5.7.",
		made: /(greatest|least)\(.*\(null [-+] interval/,
		differs: (mine, other) => mine === "varchar(29)" && /^(date|time)/.test(String(other)),
	},
	{
		why: "MariaDB counts the characters and digits of expressions anew since 10.2, and makes INT of ten digits; verso counts as MySQL 5.7.",
		made: /./,
		differs: isSameKind,
	},
];

/** Each cell differs in one of these ways, and one of them in the way named. */
const knownTypes: readonly KnownDifference[] = differingTypes.map((way) => ({
	why: way.why,
	matches: (sql, ours, theirs, before) => {
		let isMet = false;
		return (
			/column_type from information_schema/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => {
				const found = differingTypes.find(({ made, differs }) => made.test(before) && differs(mine, other));
				isMet ||= found === way;
				return found !== undefined;
			}) &&
			isMet
		);
	},
}));

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
		why: "Which table's rows a DELETE of several removes first is the optimizer's choice, and so is how many a foreign key removes before it.",
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
		"ALTER takes a moment to YEAR as the number of its digits in MySQL, which few times of a day are; MariaDB takes its year, and refuses that.",
		/^alter table p .*\bc year/,
		"1264 1292",
		"0 1292",
	),
	{
		why: "ALTER takes a moment to YEAR as the number of its digits in MySQL, and MariaDB its year: what is there afterwards.",
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
		"In a transaction that only reads MySQL looks for tables first when it changes rows, and for leave first when it defines.",
		/^(insert|update|delete|replace|alter|truncate|drop|create) /,
		"1792 1146",
		"1146 1792",
	),
	mistake(
		"An order of the one row that aggregates without groups make is left out by MySQL 5.7, and so is what is wrong with it.",
		/select (count|sum|avg|min|max)\(.* order by id$/,
		"0 1140",
	),
	mistake(
		"HAVING without groups is a condition on rows in MySQL 5.7, ONLY_FULL_GROUP_BY or not.",
		/ having a is null order by /,
		"0 1463",
	),
	mistake(
		"The types of two latin1 or ASCII columns of a UNION meet in MySQL 5.7; MariaDB finds a draw between their collations.",
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
		why: "Which of equal texts stands for a group, or is the greatest, is nobody's promise.",
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
		why: "A literal with an introducer before a REPLACE with NULL: text that has nothing to replace is itself in MySQL where it is compared by bytes.",
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
		why: "VARBINARY that writes a number with an exponent is that number in MySQL; MariaDB's ALTER reads the digits alone.",
		matches: (sql, ours, theirs, before) =>
			/'1e3'/.test(before) &&
			/^select/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^(1000|3E8|4)(\.0+)?$/.test(String(mine)) && Number(other) === 1),
	},
	mistake(
		"A double beyond a whole-number column is 1264 in MySQL; MariaDB has a mistake of its own for what is beyond every one.",
		/^alter table p /,
		"1264 1916",
	),
	mistake(
		"CREATE TABLE is refused in a transaction that only reads, of a temporary table or not, as MySQL's manual says of definitions.",
		/^create (temporary )?table /,
		"1792 0",
	),
	{
		why: "MySQL computes virtual columns when a row is inserted, and refuses what does not fit; MariaDB does so only where it needs them.",
		matches: (sql, ours, theirs, before) =>
			/^(replace|insert) /.test(sql) && / virtual/.test(before) && codesOf(ours, theirs) === "1264 0",
	},
	{
		why: "Text is cut at a character that its charset has not, as the product line does; MariaDB writes a question mark.",
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
		why: "ALTER takes a DOUBLE to TIME by its digits as text in MySQL, so that 1e20 is one second; MariaDB finds it too great.",
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
		why: "A TIME or DATETIME with a fraction is rounded on its clock where it becomes a whole number in MySQL: 23:59:59.5 is 240000. MariaDB cuts it off.",
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
		why: "Which row stands for a group without ONLY_FULL_GROUP_BY is nobody's promise.",
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
		why: "NULL in a TIMESTAMP that takes none any more is the zero date in MySQL's ALTER, and the present in MariaDB's.",
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
		why: "ALTER takes a number to a date or TIME by its digits as text in MySQL, two for each part; MariaDB takes the number.",
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
		why: "A number with a day in front, and text with an exponent, are read as far as they are a TIME in MySQL; MariaDB finds midnight.",
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
	{
		why: "verso sorts the members of a document that was given one, as MySQL does; MariaDB keeps the order.",
		matches: (sql, ours, theirs) =>
			/json_keys\(/.test(sql) &&
			sameBut(ours, theirs, (cell) => (cell.startsWith("[") ? [...cell].sort().join("") : cell)),
	},
	{
		why: "A parameter that is a moment with a fraction shows six digits of it in MySQL; MariaDB shows as many as a FLOAT or DOUBLE beside it has.",
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
		why: "ALTER takes a number to ENUM or SET by its digits as text in MySQL, and as that of an element in MariaDB: what is there afterwards.",
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
		why: "What CASE, COALESCE and MAKE_SET choose of text and bytes is sent to the client in its own charset in MySQL and MariaDB; verso sends the bytes that it says it is.",
		matches: (sql, ours, theirs) => /(case |coalesce\(|make_set\()/.test(sql) && cellsDiffer(ours, theirs, isRecoded),
	},
	{
		why: "MAKE_SET of a moment and text is text in MySQL; MariaDB counts its bytes.",
		matches: (sql, ours, theirs) =>
			/char_length\(make_set\(id, date/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	mistake(
		"A virtual column of a row that did not fit is cut where the row is read in MySQL; MariaDB refuses the statement that removes it.",
		/^replace into p /,
		"0 1264",
	),
	{
		why: "The collation of the connection is utf8_bin where its charset alone is named, as in the product line, and meets another without a draw.",
		matches: (sql, ours, theirs, before) =>
			/set names (utf8|latin1)(;|$)/.test(before) &&
			/^select charset\(/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => `${mine} ${other}` === "2 1"),
	},
	{
		why: "The collation of the connection is utf8_bin where its charset alone is named, as in the product line: capitals come before small letters.",
		matches: (sql, ours, theirs, before) =>
			/set names utf8(;|$)/.test(before) &&
			/^select cast\(\w+ as char\) (not )?between /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^(0 1|1 0)$/.test(`${mine} ${other}`)),
	},
	{
		why: "The collation of the connection is latin1_bin where its charset alone is named, as in the product line, and tells more texts apart, or meets another without a draw.",
		matches: (sql, ours, theirs, before) =>
			/set names (utf8|latin1)(;|$)/.test(before) &&
			((/count\(distinct date_format\(/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other))) ||
				(/ as char\)/.test(sql) && ["0 1267", "0 1270"].includes(codesOf(ours, theirs)))),
	},
	{
		why: "Text that is no time is midnight where it becomes a TIME in MySQL, with a warning; MariaDB finds none, and counts less.",
		matches: (sql, ours, theirs) =>
			/^select count\(cast\(char\(.* as time\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other)),
	},
	{
		why: "NULLIF of a text and a number is the text in MySQL 5.7; MariaDB answers a system variable as the number that it was compared as.",
		matches: (sql, ours, theirs) =>
			/hex\(nullif\(@@\w+, id\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => mine === "2B30303A3030" && other === "30"),
	},
	{
		why: "LIKE reaches characters below the space by an index, too; MariaDB looks there from the beginning on, padded with spaces.",
		matches: (sql, ours, theirs, before) =>
			/ c like '/.test(sql) && /a\\t/.test(before) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why: "MIN and MAX of SET and ENUM are those of their texts, says the manual; MariaDB finds the first and last number in a key.",
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
		why: "DATE_FORMAT takes the bytes of a format as they are in MySQL; MariaDB converts those of VARBINARY, and counts more.",
		matches: (sql, ours, theirs) =>
			/length\(date_format\('[-0-9]+', (b|cast\(\w+ as binary\))\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	mistake(
		"GREATEST and LEAST of texts compare them in MySQL, and refuse those without a collation in common; MariaDB takes the _bin one of the charset.",
		/(greatest|least)\(/,
		"1267 0",
		"1270 0",
		"1267 1253",
		"1270 1253",
	),
	{
		why: "Text that was cut at a character that its charset has not is equal to other text than MariaDB's question mark.",
		matches: (sql, ours, theirs, before) =>
			/insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) &&
			/ join .* on | where /.test(sql) &&
			rowsApart(ours, theirs).every((row) => row.some((cell) => /^[5-9]$/.test(String(cell)))),
	},
	{
		why: "Text that was cut at a character that its charset has not counts as what is left, and not as MariaDB's question mark.",
		matches: (sql, ours, theirs, before) =>
			/insert ignore .*('🌀'|0xE9|'э'|0xC3A9)/.test(before) &&
			((/count\(distinct /.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) === 1)) ||
				(/date_format\('[-0-9]+', /.test(sql) &&
					cellsDiffer(ours, theirs, (mine, other) => mine === null && /^(3F|\?)$/.test(String(other))))),
	},
	{
		why: "AVG is computed on with all its digits in MySQL; MariaDB rounds it where groups go through a temporary table.",
		matches: (sql, ours, theirs) => /avg\(\w+\) \* .* group by /.test(sql) && cellsDiffer(ours, theirs, isNear(1e-4)),
	},
	{
		why: "A date with a zero in it that one mode let in is itself in the groups of another; MariaDB reads it anew, and finds none.",
		matches: (sql, ours, theirs) =>
			/ group by a$/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^\d{4}-(00-\d\d|\d\d-00)/.test(String(mine)) && /^0000-00-00/.test(String(other)),
			),
	},
	{
		why: "A date with a zero in it that one mode let in is text as it is in another; MariaDB reads it anew, and finds none.",
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
		"NULLIF of two texts has the collation of both in MySQL 5.7, and that of the first in MariaDB, which may not meet a third.",
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
		why: "Text between text and a number is compared as numbers; where a key has its order MariaDB, and MySQL perhaps, look no further than the first text leads.",
		matches: (sql, ours, theirs) =>
			/\b[cv] between \?\/\*(text|blob) .* and \?\/\*(unsigned )?(tiny|short|long|longlong|decimal|double|float) /.test(
				sql,
			) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why: "A TIME meets a number that is none as a number; MariaDB takes the number for a TIME, and loses rows, or finds more.",
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
		why: "An INSERT from the table itself that both refuse, for different mistakes, has counted as many rows as it met.",
		matches: (sql, ours, theirs, before) =>
			/insert into p \(c\) select a from p/.test(before) &&
			/^select id, /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`) && Number(mine) > Number(other)),
	},
	{
		why: "A moment with a fraction is rounded where ALTER makes a whole number of it, and a number below zero fills a BIT; MariaDB cuts off, and is 0.",
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
		why: "Which of the equal texts a group shows is nobody's promise, nor the order in which it adds up its doubles.",
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
		why: "A column of a foreign key may get another type where foreign keys are not checked in MySQL, but not in MariaDB.",
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
		"ALTER takes a number to BIT as a whole number in MySQL: one below zero that rounds to zero is zero, one beyond BIGINT is 1292.",
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
		why: "A DECIMAL beyond BIGINT is the greatest one where its bits are computed with in MySQL; MariaDB keeps what fits an unsigned one.",
		matches: (sql, ours, theirs) =>
			/(&|\||\^|<<|>>) \?\/\*decimal \d{19,}|\?\/\*decimal \d{19,}[^*]*\*\/ (&|\||\^|<<|>>)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`)),
	},
	{
		why: "A user variable that is a DECIMAL has its own digits beside text in MySQL; MariaDB shows 38 behind the point.",
		matches: (sql, ours, theirs) =>
			/@/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) === Number(other) && /^-?\d+(\.\d+)?$/.test(`${other}`)),
	},
];
