/**
 * Guide: when CONVERT TO may run.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of 2.0 lacks the clause. Measured.",
	example: `create table t (a varchar(10)) charset utf8;
alter table t convert to character set utf8mb4;
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "run it at 2.1.3 or later",
			price: "2.1.0 to 2.1.2 take it and do nothing",
			step: { kind: "later" },
		},
	],
} satisfies RuleGuide;
