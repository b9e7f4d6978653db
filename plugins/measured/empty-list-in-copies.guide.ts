/**
 * Guide: what the record of a copy holds.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "A copy's list of indexes is made, and others' is not. Measured.",
	example: `create table t (a int);
create table u like t;
-- GET /schema/test/u
`,
	waysOut: [],
} satisfies RuleGuide;
