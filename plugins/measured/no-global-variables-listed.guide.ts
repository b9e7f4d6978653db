/**
 * Guide: what GLOBAL_VARIABLES lists.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The table is there for clients that look for it. Measured.",
	example: `select count(*) > 0 from information_schema.global_variables;
`,
	waysOut: [
		{
			text: "read SHOW GLOBAL VARIABLES",
			step: {
				kind: "edit",
				edit: "replace",
				pattern:
					/^\s*select\s+\*\s+from\s+information_schema\.global_variables(?:\s+where\s+variable_name(\s+like\s+|\s*=\s*)('[^']*'))?\s*;?\s*$/i,
				replacement: "show global variables",
			},
		},
	],
} satisfies RuleGuide;
