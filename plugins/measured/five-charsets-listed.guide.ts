/**
 * Guide: which charsets SHOW CHARSET lists.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The list is what the servers know. Measured.",
	example: `show charset where charset like 'l%' or charset like 'b%';
`,
	waysOut: [],
} satisfies RuleGuide;
