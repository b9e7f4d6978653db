/**
 * Guide: which changes of a column work.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheOtherCharsetOut, nameTheOriginalCharset } from "../ways-out.ts";

export default {
	why: "Rows are not written again: a change must leave each stored value as it is. Measured.",
	example: `create table t (a varchar(10), b int);
alter table t change a a varchar(9);
alter table t change b b date;
alter table t modify b bigint;
`,
	errors: [1105],
	waysOut: [
		{
			when: { codes: [1105], message: /^unsupported modify column null to not null$/ },
			text: "leave NOT NULL out",
			price: "the column takes NULL",
			step: { kind: "edit", edit: "replace", pattern: /\s+not\s+null\b/gi, replacement: "" },
		},
		nameTheOriginalCharset,
		leaveTheOtherCharsetOut,
	],
	decidesNot: "New columns, which are of any type.",
} satisfies RuleGuide;
