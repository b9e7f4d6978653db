/**
 * Known differences of MariaDB from MySQL 5.7, and of verso, in numbers.
 *
 * Each entry has the narrowest condition that identifies its difference, as in `known.ts`.
 */
import type { Cell } from "../measured/wire.ts";
import {
	areBytesAndDigits,
	bitDigits,
	bytesOf,
	cellsDiffer,
	codesOf,
	isNear,
	type KnownDifference,
	rowsApart,
	sameBut,
	sameButColumns,
} from "./known-difference.ts";

const outOfRange = 1690;
const withoutMinus = (cell: string): string => cell.replace(/^-(0(\.0+)?|00:00:00(\.0+)?)$/, "$1");
/** Operators and aggregates that convert their operands to numbers. */
const asksForNumber =
	/(sum|avg|std|variance)\(|\) [-+*/%&|^] |[-+*/%&|^] \(?(if|case|nullif)|\b(abs|floor|ceiling|round|truncate|sign|mod)\(| div /;
/** IF, CASE or NULLIF of columns, used as a condition. */
const asksForTruth = /(&&|\|\||\b(and|or|xor|not|where|on)\b|!) \(?\(?(if|nullif|case)\b\(?[^()]*\b\w\.[cd]\d/;
/** Ours ends where theirs has a question mark. */
const isCutAtMark = (mine: Cell, other: Cell): boolean =>
	typeof mine === "string" && typeof other === "string" && other[mine.length] === "?" && other.startsWith(mine);
const isIntegerEnd = /^(2147483647|-2147483648|4294967295|9+(\.(9+|0+))?|10{17}(\.0+)?|1e17)$/;

export const knownOfNumbers: readonly KnownDifference[] = [
	{
		why:
			"Whether a value that is out of range is computed at all depends on the order in which conditions " +
			"are looked at.",
		matches: (sql, ours, theirs) =>
			[outOfRange, 1365].some((code) => (ours.error?.code === code) !== (theirs.error?.code === code)) &&
			/ (from|join|update|where) | and | or |if\(|case|coalesce|null|\) [<=>]+ \(/.test(sql),
	},
	{
		why:
			"A whole number that MariaDB thinks is short is an INT in its temporary tables, and a double without " +
			"digits behind the point has 17; both end there.",
		matches: (sql, ours, theirs) =>
			/ div |ord\(|floor\(|round\(|truncate\(|ceiling\(|period_add\(|yearweek\(/.test(sql) &&
			(cellsDiffer(ours, theirs, (_mine, other) =>
				String(other)
					.split(",")
					.some((part) => isIntegerEnd.test(part)),
			) ||
				(/ distinct | union /.test(sql) &&
					/"(2147483647|1e17|10{17})(\.0+)?"/.test(JSON.stringify(theirs.rows ?? null)))),
	},
	{
		why: "MariaDB's temporary tables round a double to the digits it shows and leave noise behind them.",
		matches: (sql, ours, theirs) =>
			/round\(|truncate\(|union|group by|insert|copied|seen/.test(sql) && cellsDiffer(ours, theirs, isNear(1e-12)),
	},
	{
		why: "Doubles are added up in the order in which rows are read, which is unspecified.",
		matches: (sql, ours, theirs) =>
			/(std|stddev\w*|var\w*|avg|sum)\(/.test(sql) && cellsDiffer(ours, theirs, isNear(1e-9)),
	},
	{
		why: "A CAST to text has no number of digits behind the point in MySQL: AVG shows those there are, MariaDB four.",
		matches: (sql, ours, theirs) =>
			/avg\(.*cast\(.* as (char|binary)/.test(sql) &&
			(sameBut(ours, theirs, (cell) => cell.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")) ||
				cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) <= 5e-5)),
	},
	{
		why: "The remainder of a negative number is -0.0 in MariaDB, and less than 0.",
		matches: (sql, ours, theirs) =>
			/mod\(|%| \/ /.test(sql) &&
			(sameBut(ours, theirs, withoutMinus) ||
				(/"-0(\.0+)?"/.test(JSON.stringify(theirs.rows ?? null)) &&
					/ distinct |(min|max)\(|group by|union|having/.test(sql)) ||
				(/ (where|on) .*(mod\(|%|\(-[^()]* \/ )/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined)),
	},
	{
		why: "A quotient meets text as a double with all its digits in MySQL, and rounded to those it shows in MariaDB.",
		matches: (sql, ours, theirs) =>
			/\([^()]* \/ ([^()]|\([^()]*\))*\)+ ([<>=]+|in|between) .*('|cast\(|concat|c\d)|('|c\d)\)? [<>=]+ \(+[^()]* \/ /.test(
				sql,
			) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why: "A quotient is compared with all its digits in MySQL, and rounded to those it shows in MariaDB.",
		matches: (sql, ours, theirs) =>
			!/ -- create /.test(sql) &&
			/(nullif\(|case | in \(|between |[<>=] ).*\S \/ \S+\)| \/ \S+\)+ ([<>=]+|(not )?in|(not )?between) /.test(sql) &&
			codesOf(ours, theirs) === "0 0",
	},
	{
		why:
			"A CAST of a DECIMAL to too few characters keeps those that fit; MariaDB leaves digits behind the " +
			"point out where it adds.",
		matches: (sql, ours, theirs) =>
			/cast\(.* as char\(\d\)\) \+ /.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) => Number(mine) === Number(other) || String(mine).startsWith(String(other).replace(/0+$/, "")),
			),
	},
	{
		why: "SUM(DISTINCT) in the rows of WITH ROLLUP is too great in MariaDB.",
		matches: (sql, ours, theirs) =>
			/(sum|avg)\(distinct .* with rollup/.test(sql) && ours.error === undefined && theirs.error === undefined,
	},
	{
		why:
			"A UNION has room for all digits of its numbers in MySQL; MariaDB counts those before the point from " +
			"one part, and cuts the other.",
		matches: (sql, ours, theirs) =>
			(/ union /.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /^-?9+\.9+$/.test(String(other)) && Math.abs(Number(mine)) > Math.abs(Number(other)),
				)) ||
			(/period_add\(.* union |union .*period_add\(/.test(sql) &&
				JSON.stringify(theirs.rows ?? "").includes('"99999"') &&
				JSON.stringify(ours.rows ?? "").includes('"2020')),
	},
	{
		why:
			"NULLIF hands on what its first operand shows: the zeros before a ZEROFILL, the number that an ENUM " +
			"or SET is where one is asked for.",
		matches: (sql, ours, theirs) =>
			/nullif\(\w+\.?[cd]\d/.test(sql) &&
			(sameBut(ours, theirs, (cell) => cell.replace(/^0+(?=\d)/, "")) ||
				(/cast\(nullif\(\w+\.[cd]\d, .* as (decimal|signed|unsigned)/.test(sql) &&
					cellsDiffer(ours, theirs, (mine, other) => mine !== null || other !== null))),
	},
	{
		why:
			"A double that is made text keeps its digits; MariaDB loses those behind the point where it is " +
			"counted again, and the end in MIN and MAX.",
		matches: (sql, ours, theirs) =>
			(/(min|max)\(cast\(.* as char\)| union .*cast\(\d+e\d+ as char\)|cast\(\d+e\d+ as char\).* union /.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => other !== "" && String(mine).startsWith(String(other)))) ||
			(/\(?cast\(.* as (char|binary)(\(\d\))?\) \+ 0\)|(sum|avg)\((distinct )?cast\(.* as char/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) < 1)),
	},
	{
		why:
			"GREATEST and LEAST of BIGINTs compare bits with a sign in MySQL 5.7, whether or not they have one; " +
			"MariaDB compares numbers.",
		matches: (sql, ours, theirs) =>
			/(greatest|least)\(/.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					(Number.parseFloat(String(mine)) < 0 && Number.parseFloat(String(other)) >= 0) ||
					Number(other) > 9.2e18 ||
					(sql.includes("least(") && String(mine).includes("18446744073709551615")),
			) ||
				(/(greatest|least)\(.*(~|18446744073709551615)|~(greatest|least)\(| (where|on|having) .*(greatest|least)\([-\w., ]*\b\w\.[cd]\d[-\w., ]*\)/.test(
					sql,
				) &&
					codesOf(ours, theirs) === "0 0") ||
				(/(greatest|least)\(.*18446744073709551615/.test(sql) && codesOf(ours, theirs) === "0 1264")),
	},
	{
		why: "The difference of unsigned DECIMALs that is below zero is 0 where MariaDB keeps it in a temporary table.",
		matches: (sql, ours, theirs) =>
			/\(\w\.c\d - \w\.c\d\)/.test(sql) &&
			/ order by | distinct | union |group by/.test(sql) &&
			JSON.stringify(theirs.rows ?? "").includes('"0.0') &&
			(ours.rows ?? []).some((row) => row.some((cell) => /^-/.test(String(cell)))),
	},
	{
		why:
			"A whole number below zero has too many bits for a BIT in MySQL; MariaDB made a DECIMAL of it, which " +
			"is out of range.",
		matches: (sql, ours, theirs) => /^(insert|replace|update) /.test(sql) && codesOf(ours, theirs) === "1406 1264",
	},
	{
		why:
			"IFNULL and its like of a signed and an unsigned BIGINT are a DECIMAL, which bit operators take as " +
			"far as a BIGINT goes; MariaDB takes its bits.",
		matches: (sql, ours, theirs) =>
			/(ifnull|coalesce|if|case|greatest|least)\W.* [|&^] |~/.test(sql) &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					BigInt.asIntN(64, BigInt(Math.trunc(Number(mine)) || 0)) !==
						BigInt.asIntN(64, BigInt(Math.trunc(Number(other)) || 0)) &&
					[mine, other].some((cell) => Number(cell) > 9e18),
			),
	},
	{
		why:
			"Text meets a YEAR as a number; MariaDB, and MySQL where it uses the key, looks '0' up as the year " +
			"2000 and finds none. In verso a key changes no answer.",
		matches: (sql, ours, theirs) =>
			/ on \w\.c\d = \w\.c\d$/.test(sql) && (ours.rows?.length ?? 0) > 0 && theirs.rows?.length === 0,
	},
	{
		why:
			"Bytes beside text in a UNION are cut at the first of no character in MySQL, as in a column; MariaDB " +
			"writes a question mark for each.",
		matches: (sql, ours, theirs) =>
			/ union /.test(sql) &&
			/char\(|unhex|from_base64|aes_/.test(sql) &&
			rowsApart(ours, theirs).length > 0 &&
			(theirs.rows ?? []).every((row) =>
				(ours.rows ?? []).some((own) =>
					row.every(
						(cell, at) => JSON.stringify(cell) === JSON.stringify(own[at]) || isCutAtMark(own[at] ?? null, cell),
					),
				),
			),
	},
	{
		why: "A division in whole numbers that leaves their range is out of range; MariaDB cannot convert the result.",
		matches: (sql, ours, theirs) => / div -/.test(sql) && codesOf(ours, theirs) === "1690 1916",
	},
	{
		why: "A double is written with an exponent in MySQL; MariaDB writes all its zeros where it is text.",
		matches: (sql, ours, theirs) =>
			/(greatest|least)\(.*hex/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => /e\d+$/.test(String(mine)) && Number(mine) === Number(other)),
	},
	{
		why:
			"NULL has no say in the type of GREATEST and LEAST in MySQL, and makes a double of it in MariaDB, " +
			"which loses digits of text, too.",
		matches: (sql, ours, theirs) =>
			(/(greatest|least)\(.*cast\(.* as char/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) <= 0.5)) ||
			(/(greatest|least)\([^()]*null/.test(sql) && cellsDiffer(ours, theirs, isNear(1e-9))),
	},
	{
		why:
			"IF, CASE and NULLIF of ENUM, SET and moments beside text are the number of what is chosen in MySQL, " +
			"where a number is asked for; MariaDB reads their text.",
		matches: (sql, ours, theirs) =>
			/\b(if|nullif)\(.*[cd]\d.*\)|\bcase\b.*[cd]\d/.test(sql) &&
			((asksForNumber.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /^-?[\d.]+$/.test(String(mine)) && /^-?[\d.]+$/.test(String(other)),
				)) ||
				(/[<>=] (if|nullif)\(.*[cd]\d|\b(if|nullif)\(.*[cd]\d.*\)+ [<>=]/.test(sql) &&
					codesOf(ours, theirs) === "0 0") ||
				(asksForTruth.test(sql) && codesOf(ours, theirs) === "0 0")),
	},
	{
		why:
			"BIT is its bytes in GROUP_CONCAT, DISTINCT and as text in MySQL, and digits in MariaDB; MAX and MIN " +
			"of it are digits in MySQL, too, where no temporary table is in between.",
		matches: (sql, ours, theirs) =>
			cellsDiffer(ours, theirs, areBytesAndDigits) ||
			sameButColumns(ours, theirs, bitDigits) ||
			(/ as char(\(\d\))?\)/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						typeof other === "string" &&
						other.includes("?") &&
						[...(bytesOf(mine) ?? "")].every((byte, at) => other[at] === byte || other[at] === "?"),
				)) ||
			(/group_concat\(/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) =>
						typeof other === "string" &&
						other ===
							(bytesOf(mine) ?? "")
								.split("|")
								.map((part) => bitDigits({ hex: Buffer.from(part, "latin1").toString("hex") }))
								.join("|"),
				)) ||
			(/group_concat\(|union|concat/.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => /[\x00-\x1f]|[^\0-\x7f]/.test(bytesOf(mine) ?? "") && /^[\d,|]+$/.test(String(other)),
				)) ||
			(/[lr]pad\((nullif|if|coalesce|ifnull)\(\w\.c\d, [^()]*\), .* (regexp|rlike|like) /.test(sql) &&
				codesOf(ours, theirs) === "0 0"),
	},
	{
		why: "A sum row of WITH ROLLUP has NULL for a BIT; MariaDB repeats the group's before.",
		matches: (sql, ours, theirs) =>
			/group by .* with rollup/.test(sql) &&
			(cellsDiffer(ours, theirs, (mine, other) => mine === null && (bytesOf(other)?.length ?? 9) <= 5) ||
				(JSON.stringify(ours.rows ?? "").includes("null") &&
					ours.rows?.length !== theirs.rows?.length &&
					/[\0-\x1f]|hex/.test(JSON.stringify(theirs.rows ?? "").replaceAll("\\u00", "\0")))),
	},
	{
		why: "COUNT(DISTINCT) in the sum rows of WITH ROLLUP is too great in MariaDB.",
		matches: (sql, ours, theirs) =>
			/count\(distinct .* with rollup/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) < Number(other)),
	},
	{
		why: "A DECIMAL has 30 digits behind the point at most in MySQL, and 38 in MariaDB.",
		matches: (_sql, ours, theirs) =>
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					/\.\d{26,30}$/.test(String(mine)) &&
					/\.\d{27,38}$/.test(String(other)) &&
					String(other).startsWith(String(mine).slice(0, -2)),
			) ||
			(/0\.0{20,}1/.test(String(_sql)) && cellsDiffer(ours, theirs, isNear(1e-2))),
	},
	{
		why:
			"A number of a DECIMAL without digits behind the point meets text as a double; MariaDB brings the " +
			"text to the column's type first.",
		matches: (sql, ours, theirs) =>
			/c\d = cast\(-?\d+\.\d+ as char/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
];
