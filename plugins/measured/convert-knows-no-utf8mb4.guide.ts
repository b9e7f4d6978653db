/**
 * Guide: which charsets CONVERT knows.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The table of encodings that 2.0 uses has no utf8mb4. From the servers' source.",
	example: `select convert('é' using utf8mb4);
select charset('a');
`,
	errors: [1115, 1305],
	waysOut: [
		{
			when: { codes: [1115] },
			text: "write utf8: both keep every character",
			step: { kind: "edit", edit: "replace", pattern: /\busing\s+utf8mb4\b/gi, replacement: "using utf8" },
		},
	],
} satisfies RuleGuide;
