/**
 * Guide: what metadata records of 2.1.0 hold.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The documentation is silent; the records of 2.1.0 are those of 2.1.1. Measured.",
	example: `create table t (a int);
-- GET /schema/test/t
`,
	waysOut: [],
} satisfies RuleGuide;
