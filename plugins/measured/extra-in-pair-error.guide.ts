/**
 * Guide: what the error of an unfitting pair says.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "A slip of the servers' formatter: it is given more words than its sentence takes. Measured.",
	example: `create table t (a varchar(10)) charset utf8;
alter table t charset utf8 collate utf8mb4_bin;
`,
	errors: [1115],
	waysOut: [],
} satisfies RuleGuide;
