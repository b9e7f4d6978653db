/**
 * Guide: what CONVERT TO converts.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheCollationOut, leaveTheStatementOut } from "../ways-out.ts";

export default {
	why:
		"CONVERT TO is read as CHARSET= is. It compares the words that the table recorded, and tables of 2.1.2 and " +
		"before recorded none that were not written. Measured.",
	example: `create table n (a varchar(10));
create table t (a varchar(10)) charset utf8;
-- upgrade
alter table n convert to character set utf8mb4;
alter table t convert to character set utf8mb4;
show create table t;
`,
	errors: [1105],
	waysOut: [
		leaveTheCollationOut,
		leaveTheStatementOut(
			{ codes: [1105], message: /^unsupported modify charset from {2}to / },
			"columns that are added later take the database's charset",
		),
		leaveTheStatementOut(
			{ codes: [1105], message: /^unsupported modify collate from {2}to / },
			"none: the table is of that charset already",
		),
	],
	decidesNot: "Columns: each needs a CHANGE of its own.",
} satisfies RuleGuide;
