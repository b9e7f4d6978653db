/**
 * Guide: what happens to unknown settings.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers read the settings that they know and look at no others. Measured.",
	example: `-- POST /settings no_such_field=1
`,
	waysOut: [],
} satisfies RuleGuide;
