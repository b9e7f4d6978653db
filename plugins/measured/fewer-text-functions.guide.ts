/**
 * Guide: which functions about charsets exist.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of this line lacks them. Measured.",
	example: `select convert('a' using binary);
select charset('a');
`,
	errors: [1064, 1305],
	waysOut: [
		{
			when: syntaxErrors,
			text: "write CAST(... AS BINARY)",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /\bconvert\s*\(([^()]*?)\s+using\s+binary\s*\)/gi,
				replacement: "cast($1 as binary)",
			},
		},
	],
} satisfies RuleGuide;
