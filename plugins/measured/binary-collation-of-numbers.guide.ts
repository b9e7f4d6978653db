/**
 * Guide: what SHOW FULL COLUMNS says of numbers.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "Every column of these servers has a charset, that of numbers is binary. Measured.",
	example: `create table t (a int);
show full columns from t;
`,
	waysOut: [],
} satisfies RuleGuide;
