/**
 * Guide: what IF NOT EXISTS leaves.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 add no note. Recorded: default-charset-2.0.3.",
	example: `create table t (a int);
create table if not exists t (a int);
`,
	waysOut: [],
} satisfies RuleGuide;
