/**
 * Guide: how to give a column a collation.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The parser keeps a column's COLLATE only beside CHARACTER SET. Measured.",
	example: `create table t (a varchar(10) charset utf8 collate utf8_general_ci, b varchar(10) collate utf8_general_ci) charset utf8;
show full columns from t;
create table u (a varchar(10) collate nosuch);
`,
	waysOut: [
		{
			text: "write CHARACTER SET before COLLATE",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /(?<!\b(?:charset|set)\s+\w+\s+)\bcollate\s+(utf8mb4|utf8|latin1|ascii)(_\w+)/gi,
				replacement: "CHARACTER SET $1 COLLATE $1$2",
			},
		},
	],
	decidesNot: "COLLATE of tables and databases.",
} satisfies RuleGuide;
