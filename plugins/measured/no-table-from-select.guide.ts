/**
 * Guide: how to make a table of rows.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The parser knows the statement, and nothing carries it out. Measured.",
	example: `create table t as select 1 as a;
`,
	errors: [1105],
	waysOut: [],
	decidesNot: "CREATE TABLE ... LIKE, which works, and INSERT ... SELECT.",
} satisfies RuleGuide;
