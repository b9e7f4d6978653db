/**
 * Guide: what COLUMN_TYPE prints.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "BIT and YEAR are unsigned, and the servers say so. Measured.",
	example: `create table t (a bit(8));
select column_type from information_schema.columns where table_name = 't';
`,
	waysOut: [],
} satisfies RuleGuide;
