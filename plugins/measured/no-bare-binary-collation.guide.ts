/**
 * Guide: how to write COLLATE binary.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser takes no reserved word behind COLLATE. From the servers' source.",
	example: `select x'41' collate binary;
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "quote the word",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\bcollate(\s*=\s*|\s+)binary\b/gi,
				replacement: "collate$1'binary'",
			},
		},
	],
} satisfies RuleGuide;
