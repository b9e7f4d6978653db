/**
 * Guide: what SHOW prints of YEAR.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "YEAR is unsigned, and the servers of 2.0 say so. Recorded: default-charset-2.0.3.",
	example: `create table t (a year);
show columns from t;
`,
	waysOut: [],
} satisfies RuleGuide;
