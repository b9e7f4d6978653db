/**
 * List of statements in `general-*` and `errors-*` that verso answers unlike both the recording and MariaDB, with
 * reasons.
 *
 * Mostly MySQL 5.7 has a third answer. `npm run measured -- NAME --opinions` prints the three answers.
 */
import type { Disagreement } from "./opinion.ts";
import { printStep } from "./difference-text.ts";

const keyOfText =
	"no table is made of a TEXT key without a length, as in MySQL; both others made `dd`, or had it from " +
	"a statement before";
const clockOfDate = "MySQL reads text as a time by its digits where a time is asked for, even if it looks like a date";
const clampedSum = "MySQL brings the sum back to 838:59:59 without a fraction";

const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"errors-2.1.7": {
		"create table dd (a text, key(a))": "MySQL's sentence; MariaDB cuts the key and makes the table",
		"create table dd (a blob default 'x')": keyOfText,
		"create table dd (a enum('a','a'))": keyOfText,
		"create table dd (a int, index i (a), index i (a))": keyOfText,
		"insert into e1 (id,s,d) values (11,'x','1.2x')":
			"strict mode refuses text that is no whole DECIMAL with 1366, as MySQL does",
		"select count(*), id from e1": "one row more or less was let in before; which row `id` is of is anybody's choice",
		"load data infile 'x' into table e1": "files of the server are closed unless --secure-file-priv opens a folder",
		"call nosuch()": "there are no procedures yet",
		"insert into e1 (id,s,dt) values (45,'x','2019-02-30')":
			"MySQL warns of a day that is not in the calendar as out of range, MariaDB as truncated",
		"show tables": keyOfText,
		"show full tables": keyOfText,
		"show index from e1": "MariaDB has one column more, and counts differently",
		"show grants": "the account's name is that of the account, and MariaDB quotes it in backticks",
		"show privileges": "the list is MySQL's",
	},
	"general-expr-01": {
		"select extract(minute from '20190328')": clockOfDate,
		"select extract(hour from '1970-01-01')": clockOfDate,
		"select json_object('k', 'true', 'j', 2.50)":
			"a DECIMAL in a document keeps its digits, and members are ordered as MySQL orders them",
	},
	"general-expr-02": {
		"select addtime('838:59:59', '10:11:12')": clampedSum,
	},
	"general-expr-03": {
		"select replace('abc', 'l', null)":
			"MySQL looks at what is to be put in only where there is something to replace, as MariaDB does with columns",
	},
	"general-expr-04": {
		"select cast(1000000.000001 as date)": "MySQL reads 1000000 as the date 0100-00-00",
	},
	"general-expr-05": {
		"select extract(second from '2019-3-8')": clockOfDate,
		"select addtime('838:59:59', '00:00:01')": clampedSum,
	},
	"general-expr-07": {
		"select timestampadd(month, 4, '2018-12-30 00:00:00.5')":
			"MySQL answers with all six digits where it can't know how many there are",
	},
};

/** Undefined: not examined yet. */
export function reasonFor({ recording, step }: Disagreement): string | undefined {
	return reasons[recording]?.[printStep(step)];
}
