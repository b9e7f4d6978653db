/**
 * Guide: how JSON is printed.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The printer of 2.0 writes no blanks. Recorded: insert-2.0.3-2.0.3.",
	example: `select cast('{"a b": [1, 2]}' as json);
`,
	waysOut: [],
} satisfies RuleGuide;
