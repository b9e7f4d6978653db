/**
 * Guide: what some variables say.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers copied a list of variables from a MySQL server, with its values. Measured.",
	example: `select @@version_comment, @@version_compile_os;
`,
	waysOut: [],
} satisfies RuleGuide;
