/**
 * Known differences of MariaDB from MySQL 5.7 in typed parameters of prepared statements.
 *
 * Statements show their parameters as comments. Each entry has the narrowest condition that identifies its
 * difference, as in `known.ts`.
 */
import { cellsDiffer, codesOf, isNear, type KnownDifference, mistake } from "./known-difference.ts";

const digitsOf = (cell: unknown): number => Number(String(cell).replaceAll(/(?!^-)[-: ]/g, ""));

export const knownOfParameters: readonly KnownDifference[] = [
	{
		why: "A parameter that is a TIME meets a YEAR as the year of today in MySQL.",
		matches: (sql, ours, theirs) => /\by\b.*\?\/\*time/.test(sql) && codesOf(ours, theirs) === "0 0",
	},
	{
		why:
			"GREATEST and LEAST of a moment and text that is none compare texts in MySQL; MariaDB leaves what is " +
			"none out.",
		matches: (sql, ours, theirs) =>
			/(greatest|least)\(.*(\?\/\*date|date')/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "GREATEST and LEAST of a number and a TIME compare doubles in MySQL, and times in MariaDB.",
		matches: (sql, ours, theirs) =>
			/(greatest|least)\(.*\?\/\*time/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "FLOOR, ROUND and TRUNCATE of a moment are numbers in MySQL; MariaDB keeps the moment.",
		matches: (sql, ours, theirs) =>
			/\b(floor|ceiling|round|truncate)\(\?\/\*(time|date|datetime) /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /:|-\d\d-/.test(String(other)) && Number(mine) === digitsOf(other)),
	},
	{
		why:
			"BIT_COUNT of a number beyond BIGINT counts that of the greatest one, and text is cut off behind its " +
			"whole number; MariaDB has other bits.",
		matches: (sql, ours, theirs) =>
			/^select bit_count\(\?\/\*(decimal|text|blob|double|float) /.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /^\d+ \d+$/.test(`${mine} ${other}`)),
	},
	{
		why:
			"TIME() of a parameter keeps the fraction in MySQL, text that is no time is midnight, and a number " +
			"that counts more than any TIME is none.",
		matches: (sql, ours, theirs) =>
			/^select time\(\?.*\), hour\(\?/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					(/^-?\d+:\d\d:\d\d/.test(String(mine)) && Math.abs(digitsOf(mine) - digitsOf(other)) <= 1) ||
					(/^(00:00:00(\.0+)?|0)$/.test(String(mine)) && other === null) ||
					(mine === null && /^-?838/.test(String(other))),
			),
	},
	{
		why: "A number column between a number and a moment is compared as a number in MySQL, and as a moment in MariaDB.",
		matches: (sql, ours, theirs) =>
			/\b[iufd] between (\?\/\*(date|time)[^*]*\*\/ and|.* and \?\/\*(date|time))/.test(sql) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why: "A parameter that is a TIME keeps its sign where it is computed with; MariaDB loses it.",
		matches: (sql, ours, theirs) =>
			/\?\/\*time -/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					Math.abs(digitsOf(mine)) === Math.abs(digitsOf(other)) || Math.abs(Number(mine) - Number(other)) > 20000,
			),
	},
	{
		why: "A parameter that is a TIME is met as a moment of today by DATE_ADD in MySQL, and as a time in MariaDB.",
		matches: (sql, ours, theirs) =>
			/date_add\(\?\/\*time /.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => /^\d{4}-\d\d-\d\d /.test(String(mine)) && /^-?\d+:\d\d:\d\d/.test(String(other)),
			),
	},
	{
		why: "A number meets a parameter that is a TIME as a number in MySQL, and as a time in MariaDB.",
		matches: (sql, ours, theirs) =>
			/^select \?\/\*(unsigned )?(tiny|short|long|longlong|decimal|double|float) [^*]*\*\/ [<>=]+ \?\/\*time /.test(
				sql,
			) && cellsDiffer(ours, theirs, (mine, other) => /^[01]{2}$/.test(`${mine}${other}`)),
	},
	{
		why:
			"ENUM beside a number is a double with all its digits in MySQL, and one with those of the other side " +
			"in MariaDB.",
		matches: (sql, ours, theirs) => /\be [-+*%] \?\/\*decimal /.test(sql) && cellsDiffer(ours, theirs, isNear(1e-9)),
	},
	mistake("LIMIT of a negative parameter is refused by EXECUTE in MySQL.", / limit \?\/\*/, "1210 0"),
	{
		why: "Text between text and a moment is compared as text in MySQL, and as moments in MariaDB.",
		matches: (sql, ours, theirs) =>
			/\b[cv] between (\?\/\*(text|blob) .* and \?\/\*(date|time)|\?\/\*(date|time).* and \?\/\*(text|blob))/.test(
				sql,
			) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why: "Text between a number and a moment is compared as numbers in MySQL, and as moments in MariaDB.",
		matches: (sql, ours, theirs) =>
			/\b[cv] between (\?\/\*(unsigned )?(tiny|short|long|longlong|decimal|double|float) .* and \?\/\*date|\?\/\*date.* and \?\/\*(unsigned )?(tiny|short|long|longlong|decimal|double|float) )/.test(
				sql,
			) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why:
			"A YEAR beside a list or a range of parameters of which one is a moment compares numbers; MariaDB " +
			"compares moments.",
		matches: (sql, ours, theirs) =>
			/\by (between|in) .*\?\/\*date/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	mistake(
		"Text that is no number is an error of the WHERE of a strict UPDATE or DELETE in MySQL; MariaDB " +
			"finds no such row in the index.",
		/^(update|delete) .*\b[iufd]\b \S+ \?\/\*(blob|text) /,
		"1292 0",
	),
];
