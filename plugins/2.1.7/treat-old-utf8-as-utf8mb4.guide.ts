/**
 * Guide: how to live with old tables that are read as utf8mb4.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import {
	giveColumnsTheirCollationAgain,
	leaveTheCharsetOut,
	leaveTheCollationOut,
	nameTheColumnCharset,
	readOldTablesAsTheyAre,
	nameTheFormerCharset,
	nameTheFormerCollation,
	writeUtf8mb4,
} from "../ways-out.ts";

export default {
	why:
		"Old utf8 tables hold characters of four bytes that were let in before 2.1.2; read as utf8mb4 they take more of them. " +
		"Nothing is written: with the key off the tables are utf8 again. Documented: the settings table and its three rules.",
	example: `create table t (a varchar(10) character set utf8) charset=utf8;
-- upgrade
insert into t values ('🌀');
show create table t;
alter table t change a a varchar(20) character set utf8;
`,
	errors: [1105],
	waysOut: [
		nameTheFormerCharset,
		readOldTablesAsTheyAre,
		nameTheFormerCollation,
		giveColumnsTheirCollationAgain,
		leaveTheCollationOut,
		nameTheColumnCharset,
		leaveTheCharsetOut,
		writeUtf8mb4,
	],
	decidesNot: "Databases, tables and columns made at 2.1.7, and what is stored.",
} satisfies RuleGuide;
