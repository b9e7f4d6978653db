/**
 * Guide: where BINARY may stand.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of 2.0 takes the attribute without a charset only. Recorded: default-charset-2.0.3.",
	example: `create table t (a varchar(8) charset utf8 binary);
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "leave BINARY out behind CHARACTER SET: the default collation is the binary one",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\b(charset|character\s+set)(\s+\w+)\s+binary\b/gi,
				replacement: "$1$2",
			},
		},
		{
			when: syntaxErrors,
			text: "leave BINARY out behind ENUM and SET: the default collation is the binary one",
			step: { kind: "edit", edit: "replace", pattern: /\b((?:enum|set)\s*\([^)]*\))\s+binary\b/gi, replacement: "$1" },
		},
	],
} satisfies RuleGuide;
