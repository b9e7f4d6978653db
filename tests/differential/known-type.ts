/**
 * Known differences of MariaDB from MySQL 5.7 in the types of results.
 */
import type { Cell } from "../measured/wire.ts";
import { cellsDiffer, type KnownDifference } from "./known-difference.ts";
import { isSameKind } from "./sequence-cell.ts";

/** Differences of one column's type; a table may show several at once. */
const differingTypes: readonly {
	readonly why: string;
	readonly made: RegExp;
	readonly differs: (mine: Cell, other: Cell) => boolean;
}[] = [
	{
		why:
			"The remainder of an unsigned number is unsigned in MariaDB, and so is ABS of it; in MySQL only " +
			"where both are.",
		made: /%|mod\(|abs\(/,
		differs: (mine, other) => `${mine} unsigned` === other,
	},
	{
		why:
			"The type of LEAST and GREATEST beside NULL, and of numbers of two lengths, is of the operands in " +
			"MySQL; MariaDB makes a DOUBLE or DECIMAL of them, or keeps the shorter name.",
		made: /(least|greatest|truncate)\(/,
		differs: (mine, other) =>
			/^(decimal|\w*int)/.test(String(mine)) && /^(double|decimal|smallint)/.test(String(other)),
	},
	{
		why:
			"A CASE between NULL and a whole number is one in MySQL, and so is what is added to it; MariaDB " +
			"makes a DECIMAL of the sum with an unsigned one.",
		made: /then null else [tus] end/,
		differs: (mine, other) => /^\w*int\(\d+\)/.test(String(mine)) && /^decimal\(\d+,0\)/.test(String(other)),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7, and what is made of it.",
		made: /time_to_sec\(/,
		differs: (mine, other) => /^bigint/.test(String(mine)) && /^decimal/.test(String(other)),
	},
	{
		why:
			"What is rounded to a whole number is INT or BIGINT in MySQL; MariaDB keeps the shorter name of a " +
			"whole number.",
		made: /(ceiling|floor|round|truncate)\(/,
		differs: (mine, other) => /^(big)?int/.test(String(mine)) && /^(tiny|small|medium)int/.test(String(other)),
	},
	{
		why:
			"A moment without a fraction is a whole number where it is computed with in MySQL 5.7, and a DECIMAL " +
			"in MariaDB.",
		made: /\b(da|dt|ti)\b|date|time|last_day/,
		differs: (mine, other) => /^(big)?int/.test(String(mine)) && /^decimal\(\d+,0\)/.test(String(other)),
	},
	{
		why:
			"What an interval is added to is text where it is NULL, and GREATEST and LEAST of text and a moment " +
			"are text in MySQL 5.7.",
		made: /(greatest|least)\(.*\(null [-+] interval/,
		differs: (mine, other) => mine === "varchar(29)" && /^(date|time)/.test(String(other)),
	},
	{
		why:
			"MariaDB counts the characters and digits of expressions anew since 10.2, and makes INT of ten " +
			"digits; verso counts as MySQL 5.7.",
		made: /./,
		differs: isSameKind,
	},
];

/** Each cell differs in one of these ways, and at least one of them in the way of the entry. */
export const knownTypes: readonly KnownDifference[] = differingTypes.map((way) => ({
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
