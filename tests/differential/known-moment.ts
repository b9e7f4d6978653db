/**
 * Known differences of MariaDB from MySQL 5.7 in dates and times.
 *
 * Each entry has the narrowest condition that identifies its difference, as in `known.ts`.
 */
import type { Cell } from "../measured/wire.ts";
import {
	areWithinASecond,
	bitDigits,
	cellsDiffer,
	codesOf,
	countOf,
	distinctRowsDiffer,
	isNear,
	isRecoded,
	type KnownDifference,
	messageOf,
	sameBut,
} from "./known-difference.ts";

const isTimeText = (cell: Cell): cell is string =>
	typeof cell === "string" && /^-?\d{2,3}:\d\d:\d\d(\.\d+)?$/.test(cell);
const withoutFraction = (cell: Cell): string => String(cell).replace(/\.\d+$| \d{6}$/, "");
const isMidnight = (cell: Cell): boolean =>
	typeof cell === "string" && /^(\d{4}-\d\d-\d\d )?-?00:00:00(\.0+)?$/.test(cell);
const textAsTime =
	/ as time(\(\d\))?\)|(add|sub)time\(|timediff\(|\btime\(|time_format\(|time_to_sec\(|time'|\b(hour|minute|second|microsecond)\(/;
/** A TIME with a fraction, converted to a whole number. */
const fractionAsNumber =
	/cast\(.*(time'[^']*\.\d+'|\.\d+'|%f'|time|[cd]\d).* as (un)?signed\)|bit_(and|or|xor)\(|(time'[^']*\.\d+'|%f'\)|time\(.*\)|c\d) *(\+|-|\*|div|%|&|\||\^|<<|>>)/;

/** NULL, a date with zeros, or the result of a comparison with one. */
const isNoDate = (cell: Cell): boolean =>
	cell === null || /^(0000-|\d{4}-(00-\d\d|\d\d-00)|[01]$|\d\d:\d\d:\d\d)/.test(String(cell));

const aTime = String.raw`(time'[^']*'|\b(time|timediff|sec_to_time|maketime|addtime|subtime)\([^<>=]*\)|as time(\(\d\))?\))`;
const aTimeOrColumn = String.raw`(${aTime}|\b(\w\.c\d|c\d|ti))`;
const noTimeText = String.raw`('([^'\d-][^']*|\d+[^\d:.'][^']*|)'|\?/\*text|(md5|sha1|sha2|hex|quote|soundex|concat|concat_ws|repeat|reverse|lower|upper|trim|left|right)\()`;
const meets = String.raw` ([<>=]+|(not )?(in|between)) \(?(.*, |.* and )?`;
/** A TIME compared with any text, or a possible TIME compared with text that is not a time. */
const timeBesideText = new RegExp(
	`${aTime}${meets}('|\\w\\.c\\d)|('[^']*'|\\w\\.c\\d)${meets}${aTime}|${aTimeOrColumn}\\)?${meets}` +
		`${noTimeText}|${noTimeText}[^<>=]*${meets}${aTimeOrColumn}`,
);
const columnsAlike = /\w\.c\d = \w\.c\d/;
/** Such a comparison in the select list. */
const listedAlike = /(select|,) \(?\w\.c\d = \w\.c\d/;
/** A TIME parameter compared with a column, or a TIME column with text that is not a time. */
const timeOfSequence = (sql: string, before: string): boolean =>
	/\b\w [<>=]+ \?\/\*time /.test(sql) ||
	(/\ba time\b/.test(before) && new RegExp(`^(delete|update) .* where a${meets}${noTimeText}`).test(sql));

/** Functions that convert a column to a datetime, or return it unchanged. */
const zeroDateFunctions =
	/\bdate\(|convert_tz\(|ifnull\(|nullif\(|timestamp\(|if\(|least\(|greatest\(|coalesce\(|case |cast\(/;

export const knownOfMoments: readonly KnownDifference[] = [
	{
		why:
			"The greatest TIME is 838:59:59 in MySQL, and 838:59:59.999999 in MariaDB, and so is all that is " +
			"computed from it.",
		matches: (sql, ours, theirs) =>
			/838:59:59\.9|8385959\.9/.test(JSON.stringify(theirs.rows ?? null)) ||
			(/(sum|avg|max|min|std|variance)\((sec_to_time\((\d{8,}|\w\.c\d)|timediff\()/.test(sql) &&
				cellsDiffer(ours, theirs, isNear(1e-6))) ||
			(/timediff\(|sec_to_time\(/.test(sql) && cellsDiffer(ours, theirs, areWithinASecond)) ||
			(/time_format\(/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /^838 .* 0{6}$/.test(String(mine)) && /^838 .* 9+0*$/.test(String(other)),
				)) ||
			(/timediff\(|sec_to_time\(|addtime\(|subtime\(|as time|maketime\(/.test(sql) &&
				/\.9{2,6}\b| 9{3}0{3}"| 9{6}"|60\.0+"/.test(JSON.stringify(theirs.rows ?? "")) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						withoutFraction(mine) === withoutFraction(other) ||
						Math.abs(Date.parse(String(mine)) - Date.parse(String(other))) < 1000 ||
						Math.abs(Number(other) - Number(mine)) === 1,
				)),
	},
	{
		why: "TIMEDIFF of moments too far apart is the greatest TIME in MySQL, and NULL or 838:00:00 in MariaDB.",
		matches: (sql, ours, theirs) =>
			/timediff/.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) => /838:?59:?59/.test(String(mine)) && (other === null || /838:?00:?00/.test(String(other))),
			) ||
				(/Truncated incorrect time value/.test(messageOf(ours)) && theirs.error === undefined) ||
				(/[a-z0-9]+\(.*timediff\(timestamp'(\d{4}).*timestamp'(?!\1)/.test(sql) && ours.rows !== undefined)),
	},
	{
		why: "Text that is no time is 00:00:00 with a warning in MySQL 5.7, and NULL in MariaDB.",
		matches: (sql, ours, theirs) =>
			textAsTime.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) => (isMidnight(mine) || /^(0(\.0+)?|0 12 AM 0+)$/.test(String(mine))) && other === null,
			) ||
				/cast\(('[^0-9][^']*'|\w+\.[cd]\d|c\d) as time/.test(sql)),
	},
	{
		why:
			"The empty text is no TIME at all in MySQL: CAST('' AS TIME) is NULL, and 00:00:00 in MariaDB where " +
			"it is compared.",
		matches: (sql) => /cast\('' as time/.test(sql),
	},
	{
		why: "A day with its time of which either is none is no TIME in MySQL; MariaDB takes the time of any day.",
		matches: (sql, ours, theirs) =>
			/time/.test(sql) &&
			/'\d{4}-\d\d-\d\d \d\d:\d\d/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => mine === null && other !== null),
	},
	{
		why: "A TIME with a fraction is rounded to a whole number in MySQL, and cut off in MariaDB.",
		matches: (sql, ours, theirs) =>
			fractionAsNumber.test(sql) &&
			ours.error === undefined &&
			theirs.error === undefined &&
			((/ distinct | group by |cast\(d\.d\d as (un)?signed\).* from \(select/.test(sql) &&
				/ as (un)?signed\)/.test(sql)) ||
				sameBut(ours, theirs, (cell) => cell.replaceAll("240000", "235959")) ||
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						Math.abs(Number(mine) - Number(other)) <= 4041 ||
						Math.abs(Number(bitDigits(mine)) - Number(bitDigits(other))) <= 4041,
				) ||
				/time'[^']*\.\d+'|\.5'|sec_to_time\(\d+\.\d+\) as (un)?signed/.test(sql)),
	},
	{
		why: "A negative TIME keeps its sign as a whole number in MySQL.",
		matches: (sql, ours, theirs) =>
			/time.* as signed\)/.test(sql) && sameBut(ours, theirs, (cell) => cell.replace(/^-/, "")),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7.",
		matches: (sql, ours, _theirs) => /time_to_sec\(/.test(sql) && ours.error === undefined,
	},
	{
		why:
			"A moment computed from NULL has a text's six digits behind the seconds in MySQL, or those written; " +
			"MariaDB has others.",
		matches: (sql, ours, theirs) =>
			/null/.test(sql) && sameBut(ours, theirs, (cell) => cell.replace(/(:\d\d(\.\d*?[1-9])?)\.?0*$/, "$1")),
	},
	{
		why: "A CAST to a date that fails is NULL in MySQL, and the zero date in MariaDB where it is compared.",
		matches: (sql, ours, theirs) =>
			/cast\((''|'[^'\d][^']*'|'[\d.]{1,5}\w*'|null|-?\d+|\w+\.\w+|[cd]\d|id|[a-z0-9_]+\(.*\)) as date(time)?(\(\d\))?\)/.test(
				sql,
			) &&
			codesOf(ours, theirs) === "0 0" &&
			(/ (where|on|having) .*cast\(.* as date|^update ignore .*(greatest|least)\(.*cast\(.* as date/.test(sql) ||
				distinctRowsDiffer(sql, ours, theirs, isNoDate) ||
				(/(if\(|case ).*cast\(.* as date/.test(sql) && ours.rows?.length === theirs.rows?.length) ||
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						(mine === null) !== (other === null) ||
						/0000-00-00/.test(`${mine}${other}`) ||
						(`${mine} ${other}` === "0 1" && / as date(time)?(\(\d\))?\) [<>=]+ '/.test(sql)) ||
						(/count\(/.test(sql) && Number(mine) > Number(other)),
				)),
	},
	{
		why: "A zero month or day in text, and the number 0, pass where MySQL 5.7 reads a date in an expression.",
		matches: (sql, ours, theirs) =>
			(/ as date|date_|\bdate\(|timestamp\(|year\(/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /^\d{4}-(00-\d\d|\d\d-00)/.test(String(mine)) && (other === null || other === "0000-00-00"),
				)) ||
			(/ as date|date_|\bdate\(|timestamp\(/.test(sql) && distinctRowsDiffer(sql, ours, theirs, isNoDate)),
	},
	{
		why:
			"A zero date in a column is handed on as it is in MySQL, and refused where strict mode writes it; " +
			"the functions of MariaDB that make a moment of it answer NULL.",
		matches: (sql, ours, theirs) =>
			zeroDateFunctions.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^0000-00-00/.test(String(mine)) && !/^0000-00-00/.test(String(other)),
			) ||
				distinctRowsDiffer(sql, ours, theirs, isNoDate) ||
				(codesOf(ours, theirs) === "1292 0" && messageOf(ours).includes("'0000-00-00")) ||
				(/ (where|on) .*\b(year|quarter|month|day)\(date\(\w\.[cd]\d\)\)/.test(sql) &&
					codesOf(ours, theirs) === "0 0") ||
				(/count\(distinct .*\bdate\(\w\.c\d\)/.test(sql) &&
					cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other))) ||
				(/^update ignore \w+ set c\d = timestamp\(c\d\)/.test(sql) && codesOf(ours, theirs) === "0 0")),
	},
	{
		why: "GREATEST and LEAST take the zero date for the day it is in MySQL; MariaDB averages without it.",
		matches: (sql, ours, theirs) =>
			/(sum|avg)\((greatest|least)\(\w+\.c\d, \w+\.c\d\)\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other) && Number(other) > 1e7),
	},
	{
		why: "UNIX_TIMESTAMP of a day before 1970, and of the zero date, is 0 in MySQL, and NULL in MariaDB.",
		matches: (sql, ours, theirs) =>
			/unix_timestamp\(/.test(sql) &&
			(cellsDiffer(ours, theirs, (mine, other) => /^0(\.0+)?$/.test(String(mine)) && other === null) ||
				/ (on|where) .*unix_timestamp\(\w\.c\d\)/.test(sql)),
	},
	{
		why:
			"Text that is cut from a number is a moment by its digits in MySQL, zeros in it or not; MariaDB " +
			"compares it otherwise.",
		matches: (sql, ours, theirs) =>
			/(timestamp|date)'[^']*' [<>=]+ cast\(cast\(.* as decimal\(\d+,\d+\)\) as char/.test(sql) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why: "A TIME below zero counts below zero in STD and VARIANCE; MariaDB takes it for a number without a sign.",
		matches: (sql, ours, theirs) =>
			/(std|variance)\(.*(addtime|subtime|timediff|time'-|c\d)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	{
		why: "GREATEST and LEAST of text and a moment hand the text on as it is in MySQL; MariaDB writes a moment.",
		matches: (sql, ours, theirs) =>
			/^update .*(greatest|least)\(c\d, (timestamp|date)'/.test(sql) && codesOf(ours, theirs) === "0 0",
	},
	{
		why: "GREATEST and LEAST of times compare their texts in MySQL 5.7.",
		matches: (sql, ours, theirs) =>
			/(greatest|least)\(/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					isTimeText(mine) &&
					isTimeText(other) &&
					((sql.includes("greatest(") && mine > other) || (sql.includes("least(") && mine < other)),
			),
	},
	{
		why: "A TIME that an interval leads to zero has no sign in MySQL.",
		matches: (sql, ours, theirs) =>
			/(date_add|date_sub)\(time'|[-+] interval/.test(sql) &&
			sameBut(ours, theirs, (cell) => cell.replace(/^-(?=00:00:00(\.0+)?$)/, "")),
	},
	{
		why:
			"Text with an interval added has six digits behind the seconds where there are any, and none where " +
			"not; MariaDB keeps as many as were written.",
		matches: (sql, ours, theirs) =>
			/(date_add|date_sub|timestampadd|adddate|subdate)\(|interval|(greatest|least)\(\w+\.c\d/.test(sql) &&
			sameBut(ours, theirs, (cell) => cell.replace(/(:\d\d(\.\d*?[1-9])?)\.?0*$/, "$1")),
	},
	{
		why: "A TIME with a fraction counts a second more as a number of days, too.",
		matches: (sql, ours, theirs) =>
			/makedate\(.*cast\(.* as signed\)/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => (Date.parse(String(mine)) - Date.parse(String(other))) / 86400000 === 4041,
			),
	},
	{
		why: "A view or a table of a query has NULL for such a zero date in MySQL, and 0000-00-00 in MariaDB.",
		matches: (_sql, ours, theirs) =>
			cellsDiffer(ours, theirs, (mine, other) => mine === null && /^0000-00-00/.test(String(other))),
	},
	{
		why:
			"The least year 0000 of a subquery is the number 0 in MySQL, as that of a query is in both; MariaDB " +
			"writes it as a column does there.",
		matches: (sql, ours, theirs) =>
			/\(select (min|max)\(/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => mine === "0" && other === "0000"),
	},
	{
		why:
			"A TIME and text meet as texts in MySQL 5.7, but for a column and text that is known and reads as a " +
			"time; MariaDB makes a time of any text.",
		matches: (sql, ours, theirs, before) =>
			["0 0", "0 1292"].includes(codesOf(ours, theirs)) &&
			(timeOfSequence(sql, before) ||
				timeBesideText.test(sql) ||
				(columnsAlike.test(sql) && countOf(ours) < countOf(theirs)) ||
				(((columnsAlike.test(sql) && / e\d|count\(/.test(sql)) || listedAlike.test(sql)) &&
					cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)))),
	},
	{
		why: "A TIME meets a YEAR, and text with an exponent, as numbers in MySQL; MariaDB makes times of them.",
		matches: (sql, ours, theirs) =>
			/time'[^']*' = \w\.c\d|(\w\.c\d|time\w*\(.*\)|time'[^']*') = hex\(|\ba (=|<=>|<|<=) '\d+e\d+'/.test(sql) &&
			codesOf(ours, theirs) === "0 0",
	},
	{
		why:
			"A TIME meets a column of numbers as a number in MySQL; MariaDB makes a time of it, and of what is " +
			"none midnight.",
		matches: (sql, ours, theirs) =>
			(/where s\.id = \w\.[cd]\d\)/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => mine === null && other !== null)) ||
			(/ (where|on) \(\w\.c\d = \w\.c\d\)/.test(sql) &&
				countOf(ours) < countOf(theirs) &&
				(ours.rows ?? []).every((row) => JSON.stringify(theirs.rows).includes(JSON.stringify(row)))),
	},
	{
		why:
			"Any marks may stand between the parts of a moment, and as many as one likes; MariaDB reads no " +
			"further than one.",
		matches: (sql, ours, theirs) =>
			/cast\(concat_ws\('[^' \d\w]', '\d{4}-\d\d-\d\d', .*c\d.* as datetime/.test(sql) &&
			codesOf(ours, theirs) === "0 0",
	},
	{
		why: "STR_TO_DATE looks at the day of the month in MySQL.",
		matches: (sql, ours, theirs) =>
			/str_to_date\('2020-02-30'/.test(sql) &&
			(ours.error !== undefined || cellsDiffer(ours, theirs, (mine, other) => mine === null && other !== null)),
	},
	{
		why: "SUM and AVG of distinct moments are exact in MySQL, and doubles in MariaDB.",
		matches: (sql, ours, theirs) =>
			/(sum|avg)\(distinct/.test(sql) && (cellsDiffer(ours, theirs, isNear(1e-6)) || / microsecond\)/.test(sql)),
	},
	{
		why: "A number that counts more than any TIME is none in MySQL, and the greatest in MariaDB.",
		matches: (sql, ours, theirs) =>
			(/time|hour|minute|second/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => mine === null && /^(-?838:59:59(\.\d+)?|838|59)$/.test(String(other)),
				)) ||
			(/\w\.[cd]\d [<>=]+ cast\(\w\.[cd]\d as unsigned\)/.test(sql) &&
				codesOf(ours, theirs) === "0 0" &&
				countOf(ours) < countOf(theirs)),
	},
	{
		why: "MariaDB's TIME of a parameter that is a TIME or a DOUBLE has no fraction.",
		matches: (sql, ours, theirs) =>
			/time\(\?/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					String(mine)
						.replace(/\.\d+$/, "")
						.replace(/^-(?=00:00:00$)/, "") === other,
			),
	},
	{
		why: "DATE_FORMAT takes the bytes of a format as they are in MySQL; MariaDB converts those of VARBINARY.",
		matches: (sql, ours, theirs) =>
			(/^update.*date_format\(.*, c\d\)/.test(sql) && codesOf(ours, theirs) === "0 0") ||
			(/date_format\(/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						isRecoded(mine, other) ||
						(typeof mine === "string" &&
							typeof other === "string" &&
							/[^ -~]|^[89A-F]/.test(mine) &&
							other.length > mine.length),
				)),
	},
];
