/**
 * Guide: how to switch the check of characters off for a server.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"Who needs characters of four bytes in utf8 columns need not skip all checks. Documented: the settings " +
		"table (available from 2.1.3); the default, on, is measured.",
	example: `-- config check-mb4-value-in-utf8 = false
create table t (a varchar(10) character set utf8) charset=utf8;
insert into t values ('🌀');
insert into t values (x'ff');
`,
	waysOut: [],
	decidesNot: "Bytes that are no UTF-8: they are refused with the check off, too.",
} satisfies RuleGuide;
