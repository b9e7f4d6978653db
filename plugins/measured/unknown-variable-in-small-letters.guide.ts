/**
 * Guide: what error 1193 says.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The words of 2.0 are not yet MySQL's. Recorded: settings-2.0.3.",
	example: `select @@no_such_variable;
`,
	errors: [1193],
	waysOut: [],
} satisfies RuleGuide;
