/**
 * Guide: what SHOW CREATE TABLE prints.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "Column charsets are printed whether or not they differ from the table's. Measured.",
	example: `create table t (a varchar(10), b int);
show create table t;
`,
	waysOut: [],
} satisfies RuleGuide;
