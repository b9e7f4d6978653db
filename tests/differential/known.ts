/**
 * List of known differences between verso and MariaDB: those of MySQL 5.7, which verso follows, and those of verso
 * itself.
 *
 * Each entry has a reason and the narrowest condition that identifies its difference; those of verso say so.
 */
import { cellsDiffer, codesOf, countOf, type KnownDifference, messageOf, rowsApart } from "./known-difference.ts";
import { knownOfDocuments } from "./known-document.ts";
import { knownOfMoments } from "./known-moment.ts";
import { knownOfNumbers } from "./known-number.ts";
import { knownOfParameters } from "./known-prepared.ts";
import { knownOfDefinitions } from "./known-definition.ts";
import { knownOfSequences } from "./known-sequence.ts";

/**
 * Errors of strict mode in MySQL 5.7: a truncated value, a division by zero, a number out of range, a datetime beyond
 * the year 9999, text that does not match a format.
 */
const strictErrors: readonly (number | undefined)[] = [1292, 1365, 1264, 1441, 1411];
/** Errors that refuse a written row. */
const writeErrors: readonly (number | undefined)[] = [...strictErrors, 1062, 1265, 1406, 1048, 1366];
const changes = /^(update|delete|insert|replace) /;
/** Row comparisons in which text is compared with a number. */
const rowsWithNumbers = /\(\S+, '[^']*'\) in \(\(.*, -?[\w.]+(\(.*\))?\)|\(\S+, [^']*\) in \(\(.*, '[^']*'\)/;

export const knownDifferences: readonly KnownDifference[] = [
	...knownOfSequences,
	...knownOfDefinitions,
	...knownOfParameters,
	...knownOfMoments,
	...knownOfDocuments,
	...knownOfNumbers,
	{
		why: "MySQL refuses a statement whose subqueries read the table that it changes; MariaDB reads it first.",
		matches: (sql, ours) =>
			/^(update|delete|insert|replace) /.test(sql) && (ours.error?.code === 1093 || ours.error?.code === 1443),
	},
	{
		why: "MariaDB rounds the number that a key or the MAX of it is compared with, and finds a row that is not there.",
		matches: (sql, _ours, theirs) =>
			/ view seen .* where \(id = \d+\.\d+\)$|\w\.c\d = -?\d+\.\d+|\(select max\(s\.id\) from \w+ s where \(s\.id [<>=]+ -?\d+\.\d+\)\)/.test(
				sql,
			) && theirs.rows !== undefined,
	},
	{
		why: ">= ALL of no rows is true; MariaDB thinks of the greatest, which is NULL.",
		matches: (sql, ours, theirs) =>
			/>= all \(select/.test(sql) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why: "CONCAT_WS and SUBSTRING share a buffer in MariaDB, and its bytes show.",
		matches: (sql, _ours, theirs) => /concat_ws\(/.test(sql) && /\\u0000/.test(JSON.stringify(theirs.rows ?? null)),
	},
	{
		why: "MariaDB refuses a position in the ORDER BY of GROUP_CONCAT only where it looks at it.",
		matches: (sql, ours) => /group_concat\(.* order by \d+ /.test(sql) && ours.error?.code === 1054,
	},
	{
		why: "OFFSET behind a lone row of constants is not looked at by MariaDB.",
		matches: (sql, ours, theirs) =>
			/select distinct .* offset /.test(sql) && ours.rows?.length === 0 && theirs.rows?.length === 1,
	},
	{
		why:
			"CAST AS CHAR of too long a number is a warning in MySQL, which strict mode makes an error where " +
			"rows are changed.",
		matches: (sql, ours) => /as char\(/.test(sql) && /Truncated incorrect CHAR/.test(String(ours.error?.message)),
	},
	{
		why: "A negative number in the ORDER BY of GROUP_CONCAT is an expression in MySQL, and a position in MariaDB.",
		matches: (sql, _ours, theirs) => /group_concat\([^)]* order by \(?-/.test(sql) && theirs.error?.code === 1054,
	},
	{
		why: "ALTER TABLE says that it changed no rows, as the product line does.",
		matches: (sql, ours, theirs) =>
			sql.startsWith("alter table") && ours.ok?.affected === 0 && theirs.error === undefined,
	},
	{
		why:
			"NOT IN is never true where the table of an item is empty and joined from outside: MariaDB looks at " +
			"no row then, MySQL at every one.",
		matches: (sql, ours, theirs) =>
			/^(update|delete) .*left join .* not in \(/.test(sql) && ours.error?.code === 1292 && theirs.ok?.affected === 0,
	},
	{
		why: "The empty text is 0 without a warning in MySQL, where it is compared with a number.",
		matches: (sql, ours, theirs) =>
			/''| where /.test(sql) &&
			[undefined, 1062, 1265].includes(ours.error?.code) &&
			/value: ''$/.test(String(theirs.error?.message)),
	},
	{
		why:
			"FIELD and INTERVAL are never NULL, and ELT, REPLACE, CHAR and JSON need not be; MariaDB thinks that " +
			"they are where an operand is, and makes an inner join of an outer one.",
		matches: (sql, ours, theirs) =>
			/(left|right) join .*(field|interval|elt|replace|char|json_(array|object|set|array_append))\(/.test(sql) &&
			(ours.rows?.length ?? ours.ok?.affected ?? 0) > (theirs.rows?.length ?? theirs.ok?.affected ?? 0),
	},
	{
		why:
			"A comparison of rows may hold though a part of it is NULL; MariaDB thinks not, and makes an inner " +
			"join of an outer one.",
		matches: (sql, ours, theirs) =>
			/(left|right) join .*, .*\) ([<>=]+|in) \(/.test(sql) &&
			(ours.rows?.length ?? ours.ok?.affected ?? 0) > 0 &&
			(ours.rows?.length ?? ours.ok?.affected ?? 0) >= (theirs.rows?.length ?? theirs.ok?.affected ?? 0),
	},
	{
		why: "MySQL looks at both bounds of BETWEEN; MariaDB need not.",
		matches: (sql, ours, theirs) =>
			/^(update|delete|insert|replace).* between /.test(sql) &&
			ours.error?.code !== theirs.error?.code &&
			[ours, theirs].some(({ error }) => [1292, 1365, 1411].includes(error?.code ?? 0)),
	},
	{
		why:
			"NULL <=> a column of an outer join's other side holds where there is no partner; MariaDB thinks " +
			"not, and makes an inner join of it.",
		matches: (sql, ours, theirs) =>
			/(left|right) join .*null <=> \w\.c\d/.test(sql) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why:
			"Text that has nothing to replace is itself in MySQL, whatever would be put in its place; MariaDB is " +
			"NULL for NULL.",
		matches: (sql, ours, theirs) =>
			/replace\('', '[^']+', \w\.c\d\)/.test(sql) && ours.error === undefined && theirs.error === undefined,
	},
	{
		why:
			"A number in text that counts more than a SET has bits, or less than none, is no element in MySQL, " +
			"and those of its bits that there are in MariaDB.",
		matches: (sql, ours, theirs) =>
			(/^(insert|update|create table copied .*) ignore /.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => mine === "" && /^\w(,\w)*$/.test(String(other)))) ||
			(/^update ignore .* set c\d = (coalesce|ifnull|if|case)\W/.test(sql) &&
				codesOf(ours, theirs) === "0 0" &&
				countOf(ours) < countOf(theirs)),
	},
	{
		why: "A comparison of rows goes on behind a NULL in MySQL, and may meet text that is no number there.",
		matches: (sql, ours, theirs) => ours.error?.code === 1292 && theirs.error === undefined && /\) = \(/.test(sql),
	},
	{
		why:
			"A value beyond the column's range is not in a subquery with NULL for MariaDB, and may be in it as " +
			"SQL has it.",
		matches: (sql, ours, theirs) =>
			/(\b\d{3,}(\.\d+)?\)?|\(?-?\w\.([cd]\d|id)\)?|(cast|least|greatest)\(.*\)) (not in|<> all) \(select/.test(sql) &&
			(ours.rows?.length ?? 0) < (theirs.rows?.length ?? 0),
	},
	{
		why: "Texts that are equal but for spaces at their ends come in any order, whatever is ordered by them.",
		matches: (sql, ours, theirs) =>
			/ order by /.test(sql) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined &&
			rowsApart(ours, theirs).length === 0 &&
			ours.rows.every((row, at) =>
				row.every((cell, place) => String(cell).trimEnd() === String(theirs.rows![at]![place]).trimEnd()),
			),
	},
	{
		why: "A value beyond the column's range is in no subquery; MariaDB finds it there where the column has a key.",
		matches: (sql, ours, theirs) =>
			/(\(~\d+\)|datediff\([^()]*\)) (not in|<> all) \(select/.test(sql) &&
			countOf(ours) > 0 &&
			theirs.rows?.length === 0,
	},
	{
		why:
			"MySQL 5.7 makes errors of what the WHERE of a strict UPDATE, DELETE or INSERT ... SELECT warns of; " +
			"MariaDB only where it writes the row.",
		matches: (sql, ours, theirs) =>
			/^(update|delete|(insert|replace) .*select) .*(where| on )/.test(sql) &&
			strictErrors.includes(ours.error?.code) &&
			((theirs.ok?.warnings ?? 0) > 0 || / <=> | is unknown/.test(sql) || writeErrors.includes(theirs.error?.code)),
	},
	{
		why:
			"MySQL 5.7 makes errors of what a comparison warns of in a row that is written; MariaDB finds the " +
			"next mistake, or none.",
		matches: (sql, ours, theirs) =>
			changes.test(sql) &&
			/nullif\(|case |if\(| (=|<|>|<>|<=|>=|in|between) /.test(sql) &&
			strictErrors.includes(ours.error?.code) &&
			(theirs.error === undefined || writeErrors.includes(theirs.error.code)),
	},
	{
		why:
			"Text and numbers that are no date are met when the statement runs, where strict mode makes errors " +
			"of them; MySQL and MariaDB meet literals while they resolve it.",
		matches: (sql, ours, theirs) =>
			changes.test(sql) &&
			/^Incorrect date(time)? value: '/.test(messageOf(ours)) &&
			sql.includes(/value: '(.*)'/s.exec(messageOf(ours))?.[1] ?? "\0") &&
			(theirs.error === undefined || writeErrors.includes(theirs.error.code)),
	},
	{
		why:
			"Text that is no number is no help to an index in the UPDATE and DELETE of MySQL, and read where the " +
			"first row is met; MariaDB finds no row by it.",
		matches: (sql, ours, theirs) =>
			/^(update|delete) /.test(sql) &&
			/('[^']*'|\)) (=|<=>|<|>|<=|>=) \w*\.?id|id (=|<=>|<|>|<=|>=|in|between) .*('|\()/.test(sql) &&
			ours.error?.code === 1292 &&
			theirs.ok?.affected === 0,
	},
	{
		why:
			"What a NULL is compared or computed with is not looked at in MySQL; MariaDB reads it, and its text " +
			"that is too long or no number.",
		matches: (sql, ours, theirs) =>
			/null/.test(sql) && [undefined, 1062].includes(ours.error?.code) && theirs.error?.code === 1292,
	},
	{
		why: "A comparison of rows is never NULL for MariaDB where it is asked whether it is.",
		matches: (sql, ours, theirs) =>
			(/\(.*, .*\) (<|>|<=|>=|<>|=|in) \(.*, .*\)\)+ is (not )?(unknown|null|true|false)/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => `${mine}${other}` === "10" || `${mine}${other}` === "01")) ||
			(/\)\)+ is (unknown|null)/.test(sql) &&
				codesOf(ours, theirs) === "0 0" &&
				(countOf(ours) !== countOf(theirs) ||
					changes.test(sql) ||
					cellsDiffer(ours, theirs, (mine, other) => mine !== null && other === null))),
	},
	{
		why: "Text is cut at bytes that are none of its charset's; MariaDB writes a question mark for each.",
		matches: (sql, ours, theirs) =>
			/^(insert|replace|update)/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					typeof mine === "string" && typeof other === "string" && other.startsWith(mine) && other[mine.length] === "?",
			),
	},
	{
		why: "A row that differs in one part is not in a list, whatever NULL stands in another.",
		matches: (sql, ours, theirs) =>
			/\) in \(\(.*\), \(/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => mine === "0" && other === null),
	},
	{
		why:
			"A row among rows is compared part by part, texts as texts; MariaDB makes numbers of all parts of a " +
			"place where one of them is one.",
		matches: (sql, ours, theirs) =>
			(rowsWithNumbers.test(sql) && codesOf(ours, theirs) === "0 0") ||
			(/ where .*, ('[^']*'|\w+\(.*\))\) in \(\(.*, .*\), \(.*, .*\)\)/.test(sql) &&
				codesOf(ours, theirs) === "0 0" &&
				countOf(ours) < countOf(theirs)),
	},
	{
		why:
			"Text that goes on with a second point is the number before it in MySQL; MariaDB looks it up in the " +
			"index of whole numbers and finds none.",
		matches: (sql, ours, theirs) =>
			/inet_ntoa\(\d+\) (=|in \().*\bid\b|\bid (=|in \().*inet_ntoa\(\d+\)/.test(sql) &&
			countOf(ours) > 0 &&
			countOf(theirs) === 0,
	},
	{
		why: "The bits that ~ makes have no sign where they meet a double; MariaDB's BETWEEN gives them one.",
		matches: (sql, ours, theirs) =>
			/\bbetween .*\(~|~.* between /.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why:
			"Bytes that are converted to a charset stay as they are in MySQL 5.7; MariaDB writes a question mark " +
			"for those that are no characters.",
		matches: (sql, ours, theirs) =>
			/convert\(.*char\(.* using utf8mb4\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => typeof mine === "object" && String(other).includes("?")),
	},
	{
		why: "CHAR ... USING utf8mb4 has the default collation, which is utf8mb4_bin in the product line.",
		matches: (sql, ours, theirs) =>
			/char\(65, 66 using utf8mb4\)/.test(sql) &&
			codesOf(ours, theirs) === "0 0" &&
			/[<>=]|like|in \(|regexp|replace|field|strcmp|case |nullif|greatest|least/.test(sql),
	},
	{
		why: "A number beyond BIGINT is told of before the row meets another.",
		matches: (sql, ours, theirs) =>
			/^(insert|replace).*18446744073709551615/.test(sql) && codesOf(ours, theirs) === "1292 1062",
	},
	{
		why: "CAST AS CHAR takes bytes as they are in MySQL 5.7; MariaDB refuses those that are no characters.",
		matches: (sql, ours, theirs) => /as char(\(\d\))?\)/.test(sql) && codesOf(ours, theirs) === "0 1300",
	},
	{
		why: "A column that the key of the group decides may be asked for WITH ROLLUP, too; MariaDB refuses it.",
		matches: (sql, ours, theirs) => / with rollup/.test(sql) && codesOf(ours, theirs) === "0 1055",
	},
	{
		why: "LIKE takes no sum on its right in MySQL.",
		matches: (sql, ours, theirs) => /like (binary )?[a-z_]+\(.*\) \+ 0/.test(sql) && codesOf(ours, theirs) === "1064 0",
	},
	{
		why: "HAVING leaves out the row of an aggregate over no rows where its condition is NULL; MariaDB keeps it.",
		matches: (sql, ours, theirs) =>
			/ having /.test(sql) &&
			!/ group by /.test(sql) &&
			ours.rows?.length === 0 &&
			JSON.stringify(theirs.rows) === "[[null]]",
	},
	{
		why: "A statement that is refused for two mistakes is refused for the first one that is met.",
		matches: (_sql, ours, theirs) =>
			[["1054 1582"], ["1064 1582"], ["3064 1136"], ["3064 1054"], ["1292 1916"]].some(
				([pair]) => pair === codesOf(ours, theirs),
			),
	},
];
