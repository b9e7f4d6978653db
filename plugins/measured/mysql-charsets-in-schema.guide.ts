/**
 * Guide: what CHARACTER_SETS lists.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The table was copied from a MySQL server. Recorded: default-charset-2.0.3.",
	example: `select * from information_schema.character_sets where character_set_name = 'utf8';
`,
	waysOut: [],
} satisfies RuleGuide;
