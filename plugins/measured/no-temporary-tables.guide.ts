/**
 * Guide: what to do without temporary tables.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of this line lacks the word. Measured.",
	example: `create temporary table t (a int);
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "make a table, and drop it",
			price: "all sessions see it, and it stays until it is dropped",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\b(create|drop)\s+temporary\s+table\b/i,
				replacement: "$1 table",
			},
		},
	],
} satisfies RuleGuide;
