/**
 * Guide: what 2.1.6 calls itself.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The number moved a release before the documentation's 2.1.7. Recorded: chain-all, alter-2.1.6-2.1.6.",
	example: `select version();
`,
	waysOut: [],
} satisfies RuleGuide;
