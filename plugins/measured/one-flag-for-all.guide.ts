/**
 * Guide: whom SET reaches.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The variable is declared for sessions and sets the process's flag. Measured.",
	example: `create table t (a varchar(10) charset utf8) charset utf8;
set db_check_mb4_value_in_utf8 = 0;
-- new session
insert into t values ('🌀');
`,
	waysOut: [],
	decidesNot: "Other servers of a cluster, and the next start: the configuration file counts there.",
} satisfies RuleGuide;
