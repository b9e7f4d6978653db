/**
 * Guide: which errors unknown charsets give.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers look charsets up late, and in several places with words of their own. Measured.",
	example: `create table t (a varchar(10) charset nosuch);
create table t (a varchar(10) charset utf8 collate utf8mb4_bin);
`,
	errors: [1105, 1115],
	waysOut: [],
	decidesNot: "Which charsets are known.",
} satisfies RuleGuide;
