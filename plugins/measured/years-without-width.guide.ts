/**
 * Guide: what SHOW prints of YEAR.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "A YEAR has one width only, and the servers do not print it. Measured.",
	example: `create table t (a year);
show columns from t;
`,
	waysOut: [],
} satisfies RuleGuide;
