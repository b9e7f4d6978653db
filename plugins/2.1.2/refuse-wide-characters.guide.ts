/**
 * Guide: how to write characters of four bytes.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import {
	changeTheColumnToUtf8mb4,
	skipTheCheckOfValues,
	switchTheCheckOffInTheFile,
	switchTheCheckOffInTheSession,
	readOldTablesAsUtf8mb4,
	writeItFrom217On,
} from "../ways-out.ts";

export default {
	why:
		"A utf8 column of MySQL refuses characters of four bytes; rows that verso's line had stored broke replication to MySQL. " +
		"Documented: the error table, third row, and its list of ways out.",
	example: `create table t (a varchar(10)) charset=utf8;
create table u (a varchar(10) character set utf8) charset=utf8;
insert into u values ('🌀');
`,
	errors: [1366],
	waysOut: [
		changeTheColumnToUtf8mb4,
		skipTheCheckOfValues,
		switchTheCheckOffInTheFile,
		switchTheCheckOffInTheSession,
		readOldTablesAsUtf8mb4,
		writeItFrom217On,
	],
	decidesNot: "Rows that are stored already, and bytes that are no UTF-8: those were always refused.",
} satisfies RuleGuide;
