/**
 * Guide: which texts a switch takes.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"The servers of 2.0 check no value of this switch. Measured. Later ones refuse with 1231 what is neither " +
		"0, 1, on nor off.",
	example: `set db_skip_utf8_check = 'perhaps';
select @@db_skip_utf8_check;
`,
	waysOut: [
		{
			when: { codes: [1231] },
			text: "write 0, 1, on or off",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /(db_skip_utf8_check\s*:?=\s*)(?!(?:0|1|on|off|default)\b)[^,;]+/i,
				replacement: "$1 0",
			},
		},
	],
} satisfies RuleGuide;
