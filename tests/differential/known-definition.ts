/**
 * Known differences of MariaDB from MySQL 5.7 in definitions: views, partitions, temporary tables, multiple
 * alterations.
 *
 * Each entry has the narrowest condition that identifies its difference, as in `known.ts`.
 */
import { cellsDiffer, codesOf, type KnownDifference, mistake, rowsApart } from "./known-difference.ts";

const isView = (before: string, name: string): boolean => before.lastIndexOf(`view ${name} `) >= 0;

export const knownOfDefinitions: readonly KnownDifference[] = [
	mistake("A view that is not there is 1051 in MySQL, and 4092 in MariaDB.", /^drop view /, "1051 4092"),
	mistake(
		"A view is no table that DROP TABLE finds: 1051 in MySQL, 1965 in MariaDB.",
		/^drop (temporary )?table /,
		"1051 1965",
	),
	{
		why:
			"A view that joins can be changed in MySQL 5.7 where one of its tables can, and says which column or " +
			"row can't be; MariaDB asks it of all.",
		matches: (sql, ours, theirs, before) =>
			/^(update|delete|insert|replace|create|alter) /.test(sql) &&
			/ join /.test(`${before} ${sql}`) &&
			["0 1368", "1395 1288", "0 1288", "1394 1471", "1393 1471"].includes(codesOf(ours, theirs)),
	},
	{
		why:
			"A view of an outer join can't be changed in MySQL, says the manual; MariaDB changes it, and tells " +
			"of rows that vanish that it joins.",
		matches: (sql, ours, theirs, before) =>
			/^(update|delete) /.test(sql) &&
			/view \w+ as select [^;]* left join /.test(before) &&
			["1288 0", "1288 1395"].includes(codesOf(ours, theirs)),
	},
	mistake(
		"Columns that are expressions make a view one that takes no rows, before its columns are looked for: " +
			"1471 in MySQL.",
		/^(insert|replace) /,
		"1471 1423",
		"1471 1348",
		"1471 0",
	),
	mistake(
		"Columns of a view that are gone are told by MySQL whoever uses the view; MariaDB tells of those " +
			"that the statement names.",
		/^(select|insert|replace|update|delete) /,
		"1356 0",
	),
	{
		why: "A view without CHECK OPTION asks the one beneath that has it, as of MySQL 5.7.6; MariaDB does not.",
		matches: (sql, ours, theirs, before) =>
			/^(insert|replace|update) .*\bw\b/.test(sql) &&
			/check option/.test(before) &&
			/ from v( |;|$)/.test(before) &&
			codesOf(ours, theirs) === "1369 0",
	},
	mistake("To its own query a view is not there in MySQL.", /^(create or replace|alter) view /, "1146 1356"),
	{
		why:
			"What joins the tables of a view is part of its CHECK OPTION in MySQL; MariaDB checks conditions of " +
			"WHERE alone.",
		matches: (sql, ours, theirs, before) =>
			/^update /.test(sql) && / join .* on .*check option/.test(before) && codesOf(ours, theirs) === "1369 0",
	},
	mistake("RENAME TABLE does not find temporary tables in MySQL 5.7.", /^rename table /, "1146 0", "1146 1050"),
	{
		why: "NULL is zero where a HASH of partitions is computed in MySQL; MariaDB keeps such rows in another partition.",
		matches: (sql, ours, theirs, before) =>
			/ partition \(/.test(sql) &&
			/hash \(a/.test(before) &&
			((/^(delete|update) /.test(sql) && /, null, /.test(before) && codesOf(ours, theirs) === "0 0") ||
				(rowsApart(ours, theirs).length > 0 && rowsApart(ours, theirs).every((row) => row.includes(null))) ||
				(/null/.test(sql) && codesOf(ours, theirs) === "1748 0")),
	},
	mistake(
		"A column that partitions are made by can't be dropped, 1054 or 1488 in MySQL; MariaDB finds a key " +
			"of several columns first.",
		/^alter table p drop column a$/,
		"1054 1072",
		"1488 1072",
	),
	mistake(
		"A column leaves the keys it is part of when it is dropped in MySQL; MariaDB refuses that of a " +
			"unique one of several.",
		/^alter table \w+ .*drop/,
		"0 1072",
	),
	mistake(
		"What is computed from the AUTO_INCREMENT column is refused in MySQL, and not in MariaDB.",
		/^alter table \w+ .*\bas \(/,
		"3109 0",
	),
	mistake(
		"A column that CHANGE or a default names and that was not there before is told before two columns of " +
			"one name, and a default that can't be, in MySQL.",
		/^alter table \w+ .*\b(change|alter) /,
		"1054 1060",
		"1054 1067",
	),
	mistake(
		"A column that CHANGE or a default names and that was not there before is told before a DROP that " +
			"finds nothing in MySQL.",
		/^alter table \w+ (?=.*\bdrop ).*\b(change|modify|alter) /,
		"1054 1091",
	),
	mistake(
		"CHANGE finds columns that were there before in MySQL, and those that the statement adds besides in MariaDB.",
		/^alter table \w+ .*\badd .*\b(change|modify) /,
		"1054 0",
	),
	mistake(
		"A default that can't be is told before two keys of one name in MySQL.",
		/^alter table \w+ .*\balter \w+ set default/,
		"1067 1061",
	),
	mistake(
		"Keys are looked at one after the other in MySQL, their columns and then their names; MariaDB looks " +
			"for all columns first.",
		/^alter table \w+ .*\badd key .*\badd /,
		"1061 1072",
	),
	{
		why: "A column whose default was dropped has none in MySQL, also where it takes NULL; MariaDB gives it NULL.",
		matches: (sql, ours, theirs, before) =>
			/^(insert|replace) /.test(sql) && /\balter \w+ drop default/.test(before) && codesOf(ours, theirs) === "1364 0",
	},
	{
		why: "A column that CREATE TABLE ... SELECT makes of a constant has a default in MySQL 5.7, and none in MariaDB.",
		matches: (sql, ours, theirs, before) =>
			/^(insert|replace) /.test(sql) &&
			/create (temporary )?table \w+ (as )?select \d/.test(before) &&
			codesOf(ours, theirs) === "0 1364",
	},
	mistake(
		"ALTER ... SET DEFAULT is for columns that were there before and are not changed besides in MySQL.",
		/^alter table \w+ .*\balter \w+ (set|drop) default/,
		"1054 0",
	),
	{
		why: "A second primary key is told before columns that are not there by MariaDB, and behind them by MySQL.",
		matches: (sql, ours, theirs) =>
			/^alter table \w+ .*add primary key/.test(sql) && codesOf(ours, theirs) === "1054 1068",
	},
	{
		why: "The type of a view's constant is BIGINT in verso and MySQL 5.7, and INT in MariaDB; lengths of sums differ.",
		matches: (sql, ours, theirs, before) =>
			/column_type from information_schema/.test(sql) &&
			isView(before, "w") &&
			cellsDiffer(
				ours,
				theirs,
				(mine, other) =>
					/^(bigint|decimal|varchar)\(/.test(String(mine)) && /^(int|bigint|decimal|varchar)\(/.test(String(other)),
			),
	},
];
