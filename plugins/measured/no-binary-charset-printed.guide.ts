/**
 * Guide: what SHOW CREATE TABLE prints of binary text.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "Types without text have the charset binary, which would be printed of each. Measured.",
	example: `create table t (a enum('x') charset binary);
show create table t;
`,
	waysOut: [],
} satisfies RuleGuide;
