/**
 * Where MariaDB answers otherwise than MySQL 5.7, and verso goes with MySQL; the last one is verso's own.
 *
 * In: a statement and both answers. Out: the reason, if the difference is one of these. Each names the narrowest sign it can be told by.
 */
import type { WireResult } from "../measured/wire.ts";
import { knownOfSequences } from "./known-sequence.ts";

export interface KnownDifference {
	readonly why: string;
	/** Of the statement after it was made as small as it gets; `before`: the sequence that led to it. */
	readonly matches: (sql: string, ours: WireResult, theirs: WireResult, before: string) => boolean;
}

const outOfRange = 1690;
/** What strict mode makes errors of in MySQL 5.7: a value cut short, a division by zero, a number out of a type's range, a moment beyond the year 9999. */
const strictErrors: readonly (number | undefined)[] = [1292, 1365, 1264, 1441];

const textOf = ({ rows }: WireResult): string => JSON.stringify([...(rows ?? [])].map((row) => JSON.stringify(row)).sort());
/** Would the answers be the same if theirs were written otherwise? */
const sameBut = (ours: WireResult, theirs: WireResult, rewrite: (text: string) => string): boolean =>
	ours.rows !== undefined && theirs.rows !== undefined && rewrite(textOf(ours)) === rewrite(textOf(theirs));

export const knownDifferences: readonly KnownDifference[] = [
	...knownOfSequences,
	{
		why: "MySQL refuses a statement whose subqueries read the table that it changes; MariaDB reads it first.",
		matches: (sql, ours) => /^(update|delete|insert|replace) /.test(sql) && (ours.error?.code === 1093 || ours.error?.code === 1443),
	},
	{
		why: "Whether a value that is out of range is computed at all depends on the order in which conditions are looked at.",
		matches: (sql, ours, theirs) => (ours.error?.code === outOfRange) !== (theirs.error?.code === outOfRange) && / (from|join|update|where) | and | or |if\(|case|coalesce|null|\) [<=>]+ \(/.test(sql),
	},
	{
		why: "The greatest TIME is 838:59:59 in MySQL, and 838:59:59.999999 in MariaDB.",
		matches: (_sql, ours, theirs) => /838:59:59\.9/.test(JSON.stringify(theirs.rows ?? null)) && /838:59:59/.test(JSON.stringify(ours.rows ?? null)),
	},
	{
		why: "TIMEDIFF of moments too far apart is the greatest TIME in MySQL, and NULL in MariaDB.",
		matches: (sql, ours, theirs) => /timediff/.test(sql) && ((/838:59:59/.test(JSON.stringify(ours.rows ?? null)) && /null/.test(JSON.stringify(theirs.rows ?? null))) || /incorrect time value/.test(String(ours.error?.message)) || /838:00:00/.test(textOf(theirs))),
	},
	{
		why: "MariaDB rounds the number that MAX of an indexed column is compared with, and finds a row that is not there.",
		matches: (sql, _ours, theirs) => /\(select max\(s\.id\) from \w+ s where \(s\.id [<>=]+ -?\d+\.\d+\)\)/.test(sql) && theirs.rows !== undefined,
	},
	{
		why: "FLOOR and ROUND keep 17 digits in a temporary table of MariaDB, and ORD seven.",
		matches: (sql, ours, theirs) => (/(floor|round)\(/.test(sql) && /"(1e17|10{17})(\.0+)?"/.test(JSON.stringify(theirs.rows ?? null))) || (/ord\(/.test(sql) && ours.rows?.length === theirs.rows?.length && /"(2147483647|9+(\.9+)?)"/.test(JSON.stringify(theirs.rows ?? null))),
	},
	{
		why: "A value beyond the column's range is not in a subquery with NULL for MariaDB, and may be in it as SQL has it.",
		matches: (sql, ours, theirs) => /not in \(select/.test(sql) && (ours.rows?.length ?? 0) < (theirs.rows?.length ?? 0),
	},
	{
		why: ">= ALL of no rows is true; MariaDB thinks of the greatest, which is NULL.",
		matches: (sql, ours, theirs) => />= all \(select/.test(sql) && (ours.rows?.length ?? 0) > (theirs.rows?.length ?? 0),
	},
	{
		why: "CONCAT_WS and SUBSTRING share a buffer in MariaDB, and its bytes show.",
		matches: (sql, _ours, theirs) => /concat_ws\(/.test(sql) && /\\\\u0000/.test(textOf(theirs)),
	},
	{
		why: "ROUND of a whole number is one in MySQL; verso keeps the digits of a decimal that CEILING made.",
		matches: (sql, ours, theirs) => /round\((ceiling|floor)\(/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll(/\.0+(?=\\?")/g, "")),
	},
	{
		why: "MariaDB refuses a position in the ORDER BY of GROUP_CONCAT only where it looks at it.",
		matches: (sql, ours) => /group_concat\(.* order by \d+ /.test(sql) && ours.error?.code === 1054,
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7.",
		matches: (sql) => /time_to_sec\(/.test(sql),
	},
	{
		why: "OFFSET behind a lone row of constants is not looked at by MariaDB.",
		matches: (sql, ours, theirs) => /select distinct .* offset /.test(sql) && ours.rows?.length === 0 && theirs.rows?.length === 1,
	},
	{
		why: "CAST AS CHAR of too long a number is a warning in MySQL, which strict mode makes an error where rows are changed.",
		matches: (sql, ours) => /as char\(/.test(sql) && /Truncated incorrect CHAR/.test(String(ours.error?.message)),
	},
	{
		why: "COUNT(DISTINCT) in the sum rows of WITH ROLLUP is too great in MariaDB.",
		matches: (sql) => /distinct .* with rollup/.test(sql),
	},
	{
		why: "JSON_TYPE answers in utf8mb4_bin in MySQL 5.7, and without regard to case in MariaDB.",
		matches: (sql) => /json_type/.test(sql),
	},
	{
		why: "A negative number in the ORDER BY of GROUP_CONCAT is an expression in MySQL, and a position in MariaDB.",
		matches: (sql, _ours, theirs) => /group_concat\([^)]* order by \(?-/.test(sql) && theirs.error?.code === 1054,
	},
	{
		why: "ALTER TABLE says that it changed no rows, as the product line does.",
		matches: (sql, ours) => sql.startsWith("alter table") && ours.ok?.affected === 0,
	},
	{
		why: "GREATEST and LEAST of texts, asked for as a number, compare the texts here and numbers in MariaDB.",
		matches: (sql) => /(greatest|least)\(/.test(sql) && /as (decimal|signed|unsigned)|[<>=]+ (greatest|least)\(|(greatest|least)\(.*\) [<>=]+/.test(sql),
	},
	{
		why: "MySQL 5.7 makes errors of what the WHERE of a strict UPDATE, DELETE or INSERT ... SELECT warns of; MariaDB only where it writes the row.",
		matches: (sql, ours, theirs) => /^(update|delete|(insert|replace) .*select) .*where/.test(sql) && strictErrors.includes(ours.error?.code) && ((theirs.ok?.warnings ?? 0) > 0 || / <=> /.test(sql)),
	},
	{
		why: "NOT IN is never true where the table of an item is empty and joined from outside: MariaDB looks at no row then, MySQL at every one.",
		matches: (sql, ours, theirs) => /^(update|delete) .*left join .* not in \(/.test(sql) && ours.error?.code === 1292 && theirs.ok?.affected === 0,
	},
	{
		why: "verso computes what can't be NULL to learn that it isn't, and so meets the text that is no number.",
		matches: (sql, ours, theirs) => /cast\('[^']*' as (signed|unsigned|decimal\([^)]*\))\) is null/.test(sql) && ours.error?.code === 1292 && theirs.error === undefined,
	},
	{
		why: "The empty text is 0 without a warning in MySQL, where it is compared with a number.",
		matches: (sql, ours, theirs) => /''| where /.test(sql) && ours.error === undefined && /value: ''$/.test(String(theirs.error?.message)),
	},
	{
		why: "The remainder of a negative number is -0.0 in MariaDB, and less than 0.",
		matches: (sql, ours, theirs) => /mod\(|%/.test(sql) && (sameBut(ours, theirs, (text) => text.replace(/"-(0(\.0+)?)(?=\\?")/g, '"$1')) || (/ (where|on) |<|>|=| in /.test(sql) && / mod\(|\(mod\(/.test(sql))),
	},
	{
		why: "FIELD and INTERVAL are never NULL, and ELT, REPLACE, CHAR and JSON need not be; MariaDB thinks that they are where an operand is, and makes an inner join of an outer one.",
		matches: (sql, ours, theirs) => /(left|right) join .*(field|interval|elt|replace|char|json_(array|object|set|array_append))\(/.test(sql) && (ours.rows?.length ?? ours.ok?.affected ?? 0) > (theirs.rows?.length ?? theirs.ok?.affected ?? 0),
	},
	{
		why: "A comparison of rows may hold though a part of it is NULL; MariaDB thinks not, and makes an inner join of an outer one.",
		matches: (sql, ours, theirs) => /(left|right) join .*, .*\) ([<>=]+|in) \(/.test(sql) && (ours.rows?.length ?? ours.ok?.affected ?? 0) > 0 && (ours.rows?.length ?? ours.ok?.affected ?? 0) >= (theirs.rows?.length ?? theirs.ok?.affected ?? 0),
	},
	{
		why: "A moment computed from NULL has a text's six digits behind the seconds in MySQL, and none in MariaDB.",
		matches: (sql, ours, theirs) => /null/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll(/(:\d\d)\.0{1,6}(?=\\?")/g, "$1")),
	},
	{
		why: "NULL has no say in the type of GREATEST and LEAST in MySQL, and makes a double of it in MariaDB.",
		matches: (sql, ours) => /(greatest|least)\([^()]*null/.test(sql) && ours.rows !== undefined,
	},
	{
		why: "Text that is no time is 00:00:00 with a warning in MySQL 5.7, and NULL in MariaDB.",
		matches: (sql, ours, theirs) => / as time(\(\d\))?\)|addtime\(|timediff\(|time\(/.test(sql) && (sameBut(ours, theirs, (text) => text.replaceAll(/\\"00:00:00(\.0+)?\\"|null/g, "?")) || /cast\(('[^0-9][^']*'|\w+\.c\d|c\d) as time/.test(sql)),
	},
	{
		why: "JSON_VALID and JSON_CONTAINS_PATH are whole numbers in MySQL, and true or false in the JSON of MariaDB.",
		matches: (sql, ours, theirs) => /json_(valid|contains_path|contains)\(/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll("true", "1").replaceAll("false", "0")),
	},
	{
		why: "JSON_QUOTE of what is no text is an error in MySQL, and NULL in MariaDB.",
		matches: (sql, ours, theirs) => /json_quote\(/.test(sql) && ours.error?.code === 3064 && theirs.error === undefined,
	},
	{
		why: "MariaDB refuses functions of text over what it calls JSON, and numbers with zeros before their digits in it.",
		matches: (sql, ours, theirs) => (/json_/.test(sql) && [4078, 4038].includes(theirs.error?.code ?? 0) && ours.error === undefined) || (/json_/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll(/(?<=[ [])0+(?=\d)/g, ""))),
	},
	{
		why: "A CAST to a date that fails is NULL in MySQL, and the zero date in MariaDB where it is compared.",
		matches: (sql, ours, theirs) => /cast\(.* as date(time)?(\(\d\))?\)/.test(sql) && / where | on |greatest|least|between| in |[<>=]/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "BIT is its bytes in GROUP_CONCAT, DISTINCT and as text in MySQL, and digits in MariaDB.",
		matches: (_sql, ours, theirs) => /\\"hex|\\\\u00/.test(textOf(ours)) && !/\\"hex|\\\\u00/.test(textOf(theirs)) && /\d/.test(textOf(theirs)),
	},
	{
		why: "A TIME with a fraction is rounded to a whole number in MySQL, and cut off in MariaDB.",
		matches: (sql, ours, theirs) => /time|signed|bit_/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll("240000", "235959")),
	},
	{
		why: "A negative TIME keeps its sign as a whole number in MySQL.",
		matches: (sql, ours, theirs) => /time.* as signed\)/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll("-", "")),
	},
	{
		why: "The year 0000 of MIN and MAX is 0 in MariaDB.",
		matches: (sql, ours, theirs) => /(min|max)\(/.test(sql) && sameBut(ours, theirs, (text) => text.replaceAll(/\\"0000\\"/g, '\\"0\\"')),
	},
	{
		why: "JSON_VALID of a number is 0 in MySQL, and 1 in MariaDB; bytes are base64 in MySQL's JSON; MariaDB's JSON functions are NULL where they meet what MariaDB reads as no JSON.",
		matches: (sql, ours, theirs) => /json_valid\((?!')/.test(sql) || /base64:type/.test(textOf(ours)) || (/json_(set|array|object|array_append)\(/.test(sql) && /null/.test(textOf(theirs))),
	},
	{
		why: "A CAST to a date lets a zero month or day pass in MySQL 5.7.",
		matches: (sql, ours) => / as date|date_|timestamp\(/.test(sql) && /\d{4}-(00-\d\d|\d\d-00)/.test(textOf(ours)),
	},
	{
		why: "SUM and AVG of distinct moments are exact in MySQL, and doubles in MariaDB.",
		matches: (sql, ours, theirs) => /(sum|avg)\(distinct/.test(sql) && ours.rows !== undefined && ours.rows.length === theirs.rows?.length,
	},
	{
		why: "MySQL looks at both bounds of BETWEEN; verso and MariaDB need not, each in its own order.",
		matches: (sql, ours, theirs) => /^(update|delete|insert|replace).* between /.test(sql) && ours.error?.code !== theirs.error?.code && [ours, theirs].some(({ error }) => error?.code === 1292),
	},
	{
		why: "A quotient meets text as a double with all its digits in MySQL, and rounded to those it shows in MariaDB.",
		matches: (sql, ours, theirs) => / \/ .*\) (=|<|>|<>|<=|>=|in|between) /.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "Text that is no time meets a TIME as text in MySQL 5.7, as midnight in verso and as NULL in MariaDB.",
		matches: (sql, ours, theirs) => /time'[^']*' ([<>=]+|in|between) |([<>=]+|in|between) \(?time'/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "QUOTE(NULL) is text that has letters in MySQL, and bytes in MariaDB.",
		matches: (sql) => /(lower|upper)\(quote\(/.test(sql),
	},
	{
		why: "A comparison of rows goes on behind a NULL in MySQL, and may meet text that is no number there.",
		matches: (sql, ours, theirs) => ours.error?.code === 1292 && theirs.error === undefined && /\) = \(/.test(sql),
	},
	{
		why: "verso makes all rows of an INSERT ... SELECT before it writes the first, so a later row's wrong value is told before an earlier row's duplicate key or range.",
		matches: (sql, ours, theirs) => /^(insert|replace) .* select /.test(sql) && strictErrors.includes(ours.error?.code) && [...strictErrors, 1062].includes(theirs.error?.code),
	},
];
