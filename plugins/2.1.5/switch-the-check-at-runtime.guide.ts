/**
 * Guide: how to switch the check of characters while the server runs.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The key of 2.1.3 needs a restart of the cluster. Documented: the settings table (available from 2.1.5).",
	example: `create table t (a varchar(10) character set utf8) charset=utf8;
set @@session.db_check_mb4_value_in_utf8 = 0;
insert into t values ('🌀');
-- POST /settings check_mb4_value_in_utf8=0
`,
	waysOut: [],
	decidesNot: "Bytes that are no UTF-8: they are refused with the check off, too.",
} satisfies RuleGuide;
