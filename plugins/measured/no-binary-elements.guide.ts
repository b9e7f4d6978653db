/**
 * Guide: where BINARY may stand.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of this line takes the attribute of CHAR, VARCHAR and TEXT only. Measured.",
	example: `create table t (a enum('x') binary);
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "leave BINARY out: the default collation is the binary one",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\b((?:enum|set)\s*\([^)]*\)(?:\s+(?:charset|character\s+set)\s+\w+)?)\s+binary\b/gi,
				replacement: "$1",
			},
		},
	],
} satisfies RuleGuide;
