/**
 * Guide: which words a column's type takes.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of this line lacks them. Measured.",
	example: `create table t (a varchar(8) ascii);
create table v (a int collate utf8_bin);
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "write CHARACTER SET latin1, which ASCII means",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\b((?:var)?char(?:\s*\(\d+\))?|(?:tiny|medium|long)?text)\s+ascii\b/gi,
				replacement: "$1 CHARACTER SET latin1",
			},
		},
		{
			when: syntaxErrors,
			text: "leave COLLATE out where the type holds no text",
			step: { kind: "edit", edit: "leave-collation-out" },
		},
	],
} satisfies RuleGuide;
