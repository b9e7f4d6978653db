/**
 * Guide: what error 1050 says.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers name the table as they keep it. Measured.",
	example: `create table t (a int);
create table t (a int);
`,
	errors: [1050],
	waysOut: [],
} satisfies RuleGuide;
